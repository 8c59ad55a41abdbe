import { makeField } from '../base/element/light-dom.js';

/** The inputs that can hold the code: not those of the form for the address. */
export const codeInputs = 'input:not([slot=address] *)';

/** Makes the input for the code. Its slot is above the boxes. */
export function makeCodeInput(text: string): readonly HTMLElement[] {
  const [label, input] = makeField(text);
  // Digits run from left to right in every language, and so do the boxes.
  input.dir = 'ltr';
  input.slot = 'code';
  return [label, input];
}

/**
 * Browsers fill in codes by `autocomplete`. The `maxlength` of the page's own input is removed: it would cut off a code
 * that is pasted with spaces.
 */
export function readyForCodes(input: HTMLInputElement): void {
  if (!/\bone-time-code\b/i.test(input.getAttribute('autocomplete') ?? ''))
    input.setAttribute('autocomplete', 'one-time-code');
  input.inputMode ||= 'numeric';
  input.removeAttribute('maxlength');
}

/** The input of `host`, once there is one. */
export function inputOf(host: HTMLElement): HTMLInputElement | null {
  return host.querySelector(codeInputs);
}
