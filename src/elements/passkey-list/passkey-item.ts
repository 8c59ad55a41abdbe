import { html, nothing, type TemplateResult } from 'lit';
import type { ListedPasskey } from '../../controllers/passkey-list.js';
import { passkeyList as texts } from '../messages/en.js';

/** How an item looks at present, and what its buttons do. */
export interface PasskeyItem {
  passkey: ListedPasskey;
  /** Whether it is a form at present. */
  isRenamed: boolean;
  /** Whether something goes on, so that nothing else can be begun. */
  isBusy: boolean;
  /** Writes a date. */
  date(milliseconds: number): TemplateResult;
  beginRename(): void;
  endRename(): void;
  rename(nickname: string): void;
  remove(): void;
}

/** What a passkey is called: as the person says, else as its provider. */
export function nameOf({ nickname, provider }: ListedPasskey): string {
  return nickname?.trim() || (provider ?? texts.unknownProvider);
}

/** One passkey in the list. What people and providers have named is only ever text. */
export function renderItem(item: PasskeyItem): TemplateResult {
  return html`<li part="passkey">${item.isRenamed ? renderForm(item) : renderPasskey(item)}</li>`;
}

function renderPasskey({ passkey, isBusy, date, beginRename, remove }: PasskeyItem): TemplateResult {
  const { id, provider = texts.unknownProvider, backedUp, createdAt, lastUsedAt } = passkey;
  const name = nameOf(passkey);
  const named = (text: string) => text.replace('{name}', () => name);
  return html`<div class="about">
      <bdi part="name">${name}</bdi>
      <div class="details" part="details" id=${`details-${id}`}>
        <p>${name === provider ? nothing : html`<bdi>${provider}</bdi>`} <span>${backedUp ? texts.synced : texts.notSynced}</span></p>
        <p><span>${texts.created} ${date(createdAt)}</span> <span>${lastUsedAt === null ? texts.neverUsed : html`${texts.lastUsed} ${date(lastUsedAt)}`}</span></p>
      </div>
    </div>
    <div class="actions">
      <button class="quiet rename" type="button" aria-label=${named(texts.renameNamed)} aria-describedby=${`details-${id}`} aria-disabled=${isBusy} @click=${beginRename}>${texts.rename}</button>
      <button class="quiet remove" type="button" aria-label=${named(texts.removeNamed)} aria-describedby=${`details-${id}`} aria-disabled=${isBusy} @click=${remove}>${texts.remove}</button>
    </div>`;
}

function renderForm({ passkey: { nickname, provider }, isBusy, endRename, rename }: PasskeyItem): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    rename(new FormData(event.target as HTMLFormElement).get('nickname') as string);
  };
  const leave = ({ key, isComposing }: KeyboardEvent) => {
    if (key === 'Escape' && !isComposing) endRename();
  };
  return html`<form @submit=${submit} @keydown=${leave}>
    <label for="nickname">${texts.nickname}</label>
    <input id="nickname" name="nickname" .value=${nickname ?? ''} placeholder=${provider ?? texts.unknownProvider} maxlength="100" autocomplete="off" />
    <div class="actions">
      <button aria-disabled=${isBusy}>${texts.save}</button>
      <button class="quiet" type="button" aria-disabled=${isBusy} @click=${endRename}>${texts.cancel}</button>
    </div>
  </form>`;
}
