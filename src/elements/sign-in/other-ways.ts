import { html, render, type TemplateResult } from 'lit';
import { makeCardForm } from '../account-form.js';
import { LatchFedCmButton } from '../fedcm-button/fedcm-button.js';
import { LatchOidcButton } from '../oidc-button/oidc-button.js';
import { LatchOtpInput } from '../otp-input/otp-input.js';
import { LatchPasskeyCreate } from '../passkey-create/passkey-create.js';
import type { Texts } from '../messages/section.js';
import { LatchOtherDevice } from './other-device.js';

export { NextStepView } from './next-step.js';

/** What the card puts in its light DOM when it is needed, by slot. */
const parts = {
  fedcm: ['latch-fedcm-button', LatchFedCmButton],
  oidc: ['latch-oidc-button', LatchOidcButton],
  code: ['latch-otp-input', LatchOtpInput],
  device: ['latch-other-device', LatchOtherDevice],
  offer: ['latch-passkey-create', LatchPasskeyCreate],
} as const;

/** What the card hands on to what it puts in. */
interface Attributes {
  baseUrl: string;
  allowEmbedded: boolean;
  returnTo?: string;
  mode?: string;
}

/** Puts the element for `slot` into `host`, unless it or the page's own is there, and returns it. */
export function putIn(host: HTMLElement, slot: keyof typeof parts, attributes: Attributes): HTMLElement {
  const [tag, Class] = parts[slot];
  if (!customElements.get(tag)) customElements.define(tag, Class);
  const present = host.querySelector<HTMLElement>(`:scope > ${tag}`);
  if (present) return present;
  const element = document.createElement(tag);
  element.slot = slot === 'fedcm' || slot === 'oidc' ? 'providers' : slot;
  Object.assign(element, attributes);
  if (slot === 'code') {
    const form = makeCardForm(host, '');
    form.slot = 'address';
    element.append(form);
  }
  host.append(element);
  return element;
}

/** Writes the form that asks where the code is to be sent. */
export function renderAddressForm(code: HTMLElement, texts: Texts, address: string): void {
  const form = code.querySelector<HTMLFormElement>(':scope > form[data-latch-card]');
  if (form) render(addressFields(texts, address), form);
}

const addressFields = (texts: Texts, address: string): TemplateResult =>
  html`<div><label for="latch-address">${texts['address']}</label><input id="latch-address" name="to" autocomplete="email" autocapitalize="none" spellcheck="false" maxlength="254" dir="ltr" value=${address} required /></div><button>${texts['send']}</button>`;
