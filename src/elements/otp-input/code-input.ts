import { makeField } from '../light-dom.js';

/** The inputs that can hold the code: those in a form for the address are for something else. */
export const codeInputs = 'input:not(:scope > [slot=address] *)';

/** Makes the input that a code is entered in, or filled in by a browser. Its slot lies above the boxes. */
export function makeCodeInput(text: string): readonly HTMLElement[] {
  const [label, input] = makeField(text);
  // Digits go from left to right in every language, and so do the boxes around them.
  input.dir = 'ltr';
  input.slot = 'code';
  return [label, input];
}

/**
 * Browsers fill codes into inputs that say what they are for. The `maxlength` of an own input goes: it would cut off a
 * code that is pasted with spaces.
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
