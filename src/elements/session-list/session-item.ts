import { html, nothing, type TemplateResult } from 'lit';
import type { ListedSession } from '../../controllers/session-list.js';
import { sessionList as texts, sessionMethods } from '../messages/en.js';

/** How an item looks at present, and what its button does. */
export interface SessionItem {
  session: ListedSession;
  /** What the device is called. */
  name: string;
  /** Whether something goes on, so that nothing else can be begun. */
  isBusy: boolean;
  /** Writes a date. */
  date(milliseconds: number): TemplateResult;
  end(): void;
}

/** One device in the list. What the backend says of it is only ever text. */
export function renderItem({ session, name, isBusy, date, end }: SessionItem): TemplateResult {
  const { id, current, authMethod, createdAt, lastSeenAt } = session;
  return html`<li part="session">
    <div class="about">
      <bdi part="device" id=${`device-${id}`}>${name}</bdi> ${current ? html`<span part="here">${texts.here}</span>` : nothing}
      <div part="details" id=${`details-${id}`}><span>${texts.signedIn} ${date(createdAt)}</span> ${sessionMethods.get(authMethod)} <span>${texts.lastSeen} ${date(lastSeenAt)}</span></div>
    </div>
    ${current ? nothing : html`<button class="quiet" type="button" id=${`end-${id}`} aria-labelledby=${`end-${id} device-${id}`} aria-describedby=${`details-${id}`} aria-disabled=${isBusy} @click=${end}>${texts.end}</button>`}
  </li>`;
}
