import { html, nothing, type TemplateResult } from 'lit';
import type { ListedSession } from '../../controllers/session-list.js';
import type { sessionList, sessionMethods } from '../messages/en/account.js';

/** How an item looks at present, and what its button does. */
export interface SessionItem {
  session: ListedSession;
  texts: Readonly<typeof sessionList>;
  methods: Readonly<typeof sessionMethods>;
  /** What the device is called. */
  name: string;
  /** Whether something goes on, so that nothing else can be begun. */
  isBusy: boolean;
  /** Writes a date. */
  date(milliseconds: number): TemplateResult;
  end(): void;
}

/** The methods whose sentence has another name than the method in the contract. */
const methodNames: Partial<Record<string, keyof typeof sessionMethods>> = {
  'passkey-uv': 'passkey',
  oidc: 'provider',
  fedcm: 'provider',
};

/** One device in the list. What the backend says of it is only ever text. */
export function renderItem({ session, texts, methods, name, isBusy, date, end }: SessionItem): TemplateResult {
  const { id, current, authMethod, createdAt, lastSeenAt } = session;
  return html`<li part="session">
    <div class="about">
      <bdi part="device" id=${`device-${id}`}>${name}</bdi> ${current ? html`<span part="here">${texts.here}</span>` : nothing}
      <div part="details" id=${`details-${id}`}><span>${texts.signedIn} ${date(createdAt)}</span> ${methods[methodNames[authMethod] ?? (authMethod as keyof typeof methods)]} <span>${texts.lastSeen} ${date(lastSeenAt)}</span></div>
    </div>
    ${current ? nothing : html`<button class="quiet" type="button" id=${`end-${id}`} aria-labelledby=${`end-${id} device-${id}`} aria-describedby=${`details-${id}`} aria-disabled=${isBusy} @click=${end}>${texts.end}</button>`}
  </li>`;
}
