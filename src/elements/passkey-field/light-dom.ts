/** The inputs that can hold a username. */
const fit = 'input:is(:not([type]),[type=text],[type=email],[type=tel])';

/**
 * Finds the page's own input in `field`, or makes one with a label in the field's light DOM, and readies it for
 * passkeys.
 * While the page is still being parsed, it waits for what is to come.
 */
export async function adoptInput(field: HTMLElement, label: string): Promise<void> {
  if (!field.querySelector(fit)) await parsed();
  ready(field.querySelector(fit) ?? makeInput(field, label));
}

/** Takes back the input that was made when the page has put in its own after all, and readies that one. */
export function preferOwnInput(field: HTMLElement): void {
  const own = field.querySelector(`${fit}:not([data-latch])`);
  if (!own) return;
  for (const made of field.querySelectorAll(':scope > [data-latch]')) made.remove();
  ready(own);
}

/**
 * Browsers offer passkeys in inputs whose `autocomplete` ends in `webauthn`. The property drops tokens that a browser
 * does not know, so the attribute is read and written.
 */
function ready(input: Element): void {
  const tokens = (input.getAttribute('autocomplete') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((token) => !['', 'on', 'off', 'webauthn'].includes(token));
  input.setAttribute('autocomplete', `${tokens.join(' ') || 'username'} webauthn`);
}

function parsed(): Promise<unknown> {
  return new Promise((resolve) =>
    document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', resolve) : resolve(0),
  );
}

function makeInput(field: HTMLElement, text: string): HTMLInputElement {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.id = label.htmlFor = `latch-${Math.random()}`;
  input.name = 'username';
  input.autocapitalize = 'none';
  label.textContent = text;
  label.dataset.latch = input.dataset.latch = '';
  field.append(label, input);
  return input;
}
