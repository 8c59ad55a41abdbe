import { adoptStyles } from '../base/element/adopted-styles.js';
import { codeRequestLengths } from '../base/contract/lengths.js';
import type { ReactiveElement, TemplateResult } from 'lit';
import { html, renderAnew, render } from '../base/element/html.js';
import { loadModule } from '../base/element/load-module.js';
import { wordsOf } from '../base/element/attributes.js';
import { formOfCard, inputsOf, makeCardForm } from './account-form.js';
import { markMade } from '../base/element/light-dom.js';
import { signUpMethods } from '../base/element/known-words.js';
import { LatchOtpInput } from '../one-time-code/latch-otp-input.js';
import { LatchPasskeyCreate } from '../passkey/latch-passkey-create.js';
import { aboutPasskeys } from '../messages/en.js';
import { loadTexts } from '../messages/localize.js';
import type { Texts } from '../messages/section.js';
import { aboutPasskeysStyles } from '../passkey/about-passkeys.js';
import { LatchOtherDevice } from '../another-device/latch-other-device.js';

export { NextStepView } from './next-step-view.js';
export { renderAboutPasskeys } from '../passkey/about-passkeys.js';

/** What the card puts in its light DOM when it is needed, by slot. The sign-up is loaded for it. */
const parts = {
  code: ['latch-otp-input', LatchOtpInput],
  device: ['latch-other-device', LatchOtherDevice],
  'sign-up': ['latch-sign-up', undefined],
  offer: ['latch-passkey-create', LatchPasskeyCreate],
} as const;

/** The card, as far as its parts need it. */
interface Card extends ReactiveElement {
  methods: string | readonly string[];
  termsUrl: string;
  privacyUrl: string;
}

/** What the card hands on to what it puts in. */
interface Attributes {
  baseUrl: string;
  allowEmbedded: boolean;
}

/**
 * Puts the element for `slot` into `host`, unless it or the page's own is there, and returns it.
 *
 * @throws {LatchError} `network` if its module cannot be loaded.
 */
export async function putIn(host: Card, slot: keyof typeof parts, attributes: Attributes): Promise<HTMLElement> {
  const [tag] = parts[slot];
  await define(slot);
  const element = host.querySelector<HTMLElement>(`:scope > ${tag}`) ?? create(host, tag, slot, attributes);
  if (slot === 'sign-up') void handOnName(host, element);
  if (slot === 'code' && element instanceof LatchOtpInput) element.sentToChanged = () => host.requestUpdate();
  if (slot === 'offer') await prepareOffer(host);
  return element;
}

/** Loads what the offer says beside its button. */
async function prepareOffer(host: Card): Promise<void> {
  adoptStyles(host.renderRoot as ShadowRoot, aboutPasskeysStyles);
  await loadTexts(host, aboutPasskeys);
}

/** The address that a code was requested for in the card; empty before. */
export function sentTo(host: Element): string {
  const code = host.querySelector(':scope > latch-otp-input');
  return code instanceof LatchOtpInput ? code.sentTo : '';
}

/** Registers the element for `slot`, unless the page has. */
async function define(slot: keyof typeof parts): Promise<void> {
  const [tag, Part] = parts[slot];
  if (customElements.get(tag)) return;
  const Class = Part ?? (await loadModule(() => import('./latch-sign-up.js'))).LatchSignUp;
  // The page may have defined it meanwhile.
  if (!customElements.get(tag)) customElements.define(tag, Class);
}

/** Removes what was put into a card, except the buttons of providers. */
export function removeParts(host: Card): void {
  for (const part of host.querySelectorAll(':scope > [data-latch-part]:not([slot=providers])')) part.remove();
}

function create(host: Card, tag: string, slot: string, attributes: Attributes): HTMLElement {
  const element = markMade(document.createElement(tag));
  element.dataset['latchPart'] = '';
  element.slot = slot;
  Object.assign(element, attributes);
  if (slot === 'code') {
    const form = makeCardForm('');
    form.slot = 'address';
    element.append(form);
  }
  if (slot === 'sign-up') {
    const { termsUrl, privacyUrl } = host;
    const shared = wordsOf(host.methods).filter((method) => (signUpMethods as readonly string[]).includes(method));
    Object.assign(element, { termsUrl, privacyUrl, ...(shared.length > 0 && { methods: shared }) });
  }
  host.append(element);
  return element;
}

/** Writes the name that was typed into the form of the sign-up, and puts the cursor there, once the form is there. */
async function handOnName(host: Card, signUp: HTMLElement): Promise<void> {
  const typed = nameIn(host)?.value ?? '';
  const field = await new Promise<HTMLInputElement>((resolve) => {
    const look = (): void => {
      const found = nameIn(signUp);
      if (!found) return;
      observer.disconnect();
      resolve(found);
    };
    const observer = new MutationObserver(look);
    observer.observe(signUp, { childList: true, subtree: true });
    look();
  });
  field.value ||= typed;
  signUp.focus();
}

const nameIn = (card: HTMLElement): HTMLInputElement | undefined => {
  const form = card.querySelector<HTMLFormElement>(formOfCard);
  return form ? inputsOf(form).username : undefined;
};

/** Writes the form that asks where the code is to be sent. */
export function renderAddressForm(code: HTMLElement, texts: Texts, address: string): void {
  const form = code.querySelector<HTMLFormElement>(':scope > form[data-latch-card]');
  if (!form) return;
  // Other cards of the page have such a form too.
  for (let count = 1; !form.id; count += 1)
    if (!(code.getRootNode() as Document | ShadowRoot).getElementById(`latch-address-${count}`))
      form.id = `latch-address-${count}`;
  renderAnew(form, () => render(addressFields(form.id, texts, address), form));
}

const addressFields = (id: string, texts: Texts, address: string): TemplateResult =>
  html`<div><label for="${id}-to">${texts['address']}</label><input id="${id}-to" name="to" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="${codeRequestLengths.to}" dir="ltr" value=${address} required aria-describedby="${id}-problem" /><p class="latch-problem" id="${id}-problem" role="alert" dir="auto"></p></div><button part="submit">${texts['send']}</button>`;
