import { requestEmailNonce, verifyEmailToken } from '../base/contract/email-tokens.js';
import { changeAccount } from '../base/contract/account.js';
import { addressToSend } from '../base/text/address.js';
import type { Endpoint } from '../base/client/endpoint.js';
import { longestUse } from '../base/client/prefetch.js';
import type { CodeAnswer } from '../base/contract/types.js';
import type { LatchError } from '../base/client/errors.js';

/** Calls an endpoint of the backend that may set a cookie. Rejects with a LatchError. */
export type Ask = <Body, Answer>(endpoint: Endpoint<Body, Answer>, body?: Body) => Promise<Answer>;

const selector = 'input[type=hidden][autocomplete~=email-verification-token]';

/** When the nonce of an input was requested, epoch ms; Infinity where the backend takes no tokens. */
const requestedAt = new WeakMap<HTMLInputElement, number>();

/** The hidden input of the form, which is made if the page has none. Undefined for the page's own. */
function inputIn(form: HTMLFormElement): HTMLInputElement | undefined {
  let input = form.querySelector<HTMLInputElement>(selector);
  if (!input) {
    input = Object.assign(document.createElement('input'), { type: 'hidden' });
    input.setAttribute('autocomplete', 'email-verification-token');
    input.dataset['latchToken'] = '';
    form.append(input);
  }
  return input.dataset['latchToken'] === '' ? input : undefined;
}

/** What the backend has refused. An aborted request and all other errors are thrown again. */
function asRefusal(error: unknown): LatchError {
  const { code } = error as Partial<LatchError>;
  if (!code || code === 'aborted') throw error;
  return error as LatchError;
}

const emailSelector = 'input[type=email]';

/**
 * Puts a hidden input with a fresh nonce into the form of an `<input type="email">`, which the browser fills with a token
 * when the form is submitted. Does nothing for another element, while there is a nonce, or with an input of the page's
 * own.
 *
 * @throws {LatchError} `aborted`. After any other refusal there will be no token.
 */
export async function prepareEmailToken(ask: Ask, target: Element): Promise<void> {
  const { form } = target as HTMLInputElement;
  const input = form && target.matches(emailSelector) && inputIn(form);
  if (!input || Date.now() - (requestedAt.get(input) ?? 0) < longestUse) return;
  requestedAt.set(input, Date.now());
  try {
    const { nonce } = await ask(requestEmailNonce);
    // Set after the input is in the document: a content security policy empties the attribute at its insertion.
    input.setAttribute('nonce', nonce);
  } catch (error) {
    requestedAt.delete(input);
    if (asRefusal(error).code === 'unsupported') requestedAt.set(input, Infinity);
  }
}

/**
 * Sends the token that the browser has put into the form. Resolves with undefined if
 * there is no token, or the backend refuses it.
 *
 * @throws {LatchError} `aborted`.
 */
export async function useEmailToken(ask: Ask, form: HTMLFormElement, to: string): Promise<CodeAnswer | undefined> {
  const input = form.querySelector<HTMLInputElement>(`${selector}[data-latch-token]`);
  const { value: token = '', nonce } = input ?? {};
  if (!input || !token || !nonce) return undefined;
  input.value = input.nonce = '';
  input.removeAttribute('nonce');
  requestedAt.delete(input);
  try {
    return await ask(verifyEmailToken, { to, token, nonce });
  } catch (error) {
    asRefusal(error);
    return undefined;
  }
}

/**
 * Gives the account of the signed-in user the address in the form, if it asks for one, and verifies it with the token in
 * the form, if there is one. Resolves with whether the address is verified.
 *
 * @throws {LatchError} `aborted`.
 */
export async function giveEmail(ask: Ask, form: HTMLFormElement): Promise<boolean> {
  const typed = form.querySelector<HTMLInputElement>(emailSelector)?.value.trim();
  if (!typed) return false;
  const email = addressToSend(typed);
  try {
    await ask(changeAccount, { email });
  } catch (error) {
    asRefusal(error);
    return false;
  }
  return (await useEmailToken(ask, form, email)) !== undefined;
}
