import { html, nothing, type TemplateResult } from 'lit';
import type { ListedPasskey } from '../../controllers/passkey-list.js';
import type { passkeyList } from '../messages/en/account.js';

/** What is said of an item. */
export type PasskeyTexts = Readonly<typeof passkeyList>;

/** What an item shows, and what its buttons do. */
export interface PasskeyItem {
  passkey: ListedPasskey;
  texts: PasskeyTexts;
  /** What stands in the place of the passkey at present, if anything. */
  form: TemplateResult | undefined;
  /** Whether something goes on, so that nothing else can be begun. */
  isBusy: boolean;
  /** Writes a date. */
  date(milliseconds: number): TemplateResult;
  rename(): unknown;
  remove(): unknown;
}

/** The name of a passkey: the person's own, else that of its provider. */
export function nameOf({ nickname, provider }: ListedPasskey, texts: PasskeyTexts): string {
  return nickname?.trim() || (provider ?? texts.unknownProvider);
}

/** One passkey in the list. What people and providers have named is only ever text. */
export function renderItem({ passkey, texts, form, isBusy, date, rename, remove }: PasskeyItem): TemplateResult {
  const { id, provider = texts.unknownProvider, backedUp, createdAt, lastUsedAt } = passkey;
  const name = nameOf(passkey, texts);
  const action = (text: string, named: string, act: () => unknown) =>
    html`<button class="quiet" type="button" aria-label=${named.replace('{name}', () => name)} aria-describedby=${`details-${id}`} aria-disabled=${isBusy} @click=${act}>${text}</button>`;
  return html`<li part="passkey">${
    form ??
    html`
    <div class="about">
      <bdi part="name">${name}</bdi>
      <div part="details" id=${`details-${id}`}>
        <p>${name === provider ? nothing : html`<bdi>${provider}</bdi>`} <span>${backedUp ? texts.synced : texts.notSynced}</span></p>
        <p><span>${texts.created} ${date(createdAt)}</span> <span>${lastUsedAt === null ? texts.neverUsed : html`${texts.lastUsed} ${date(lastUsedAt)}`}</span></p>
      </div>
    </div>
    <div class="actions">${action(texts.rename, texts.renameNamed, rename)} ${action(texts.remove, texts.removeNamed, remove)}</div>`
  }</li>`;
}
