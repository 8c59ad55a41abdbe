import { makeField } from '../light-dom.js';

/** Makes the input that a code is entered in, or filled in by a browser. */
export function makeCodeInput(text: string): readonly HTMLElement[] {
  const [label, input] = makeField(text);
  // Digits go from left to right in every language, and so do the boxes around them.
  input.dir = 'ltr';
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
  return host.querySelector('input');
}
