import { setMark } from '../base/element/light-dom.js';

/** The inputs that can hold a username. */
export const usernameInputs = 'input:is(:not([type]),[type=text],[type=email],[type=tel])';

/**
 * Browsers offer passkeys in inputs whose `autocomplete` ends in `webauthn`. The property drops tokens that a browser
 * does not know, so the attribute is read and written.
 */
export function offerPasskeysIn(input: HTMLElement): void {
  const tokens = (input.getAttribute('autocomplete') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => !['', 'on', 'off', 'webauthn'].includes(token));
  setMark(input, 'autocomplete', `${tokens.join(' ') || 'username'} webauthn`);
}
