/**
 * Finds the page's own input in `host`, or makes one with a label in its light DOM, where browsers and password
 * managers fill codes in. While the page is still being parsed, it waits for what is to come.
 */
export async function adoptInput(host: HTMLElement, label: string): Promise<void> {
  if (!inputOf(host)) await parsed();
  ready(inputOf(host) ?? makeInput(host, label));
}

/**
 * Takes back the input that was made when the page has put in its own after all, and readies that one. Tells whether
 * there is one.
 */
export function preferOwnInput(host: HTMLElement): boolean {
  const own = host.querySelector<HTMLInputElement>('input:not([data-latch])');
  if (!own) return false;
  for (const made of host.querySelectorAll(':scope > [data-latch]')) made.remove();
  ready(own);
  return true;
}

/** The input that the code is entered in, once there is one. */
export function inputOf(host: HTMLElement): HTMLInputElement | null {
  return host.querySelector('input');
}

/**
 * Browsers fill codes into inputs that say what they are for. The `maxlength` of an own input goes: it would cut off a
 * code that is pasted with spaces.
 */
function ready(input: HTMLInputElement): void {
  if (!/\bone-time-code\b/i.test(input.getAttribute('autocomplete') ?? ''))
    input.setAttribute('autocomplete', 'one-time-code');
  input.inputMode ||= 'numeric';
  input.removeAttribute('maxlength');
}

function parsed(): Promise<unknown> {
  return new Promise((resolve) =>
    document.readyState === 'loading' ? document.addEventListener('DOMContentLoaded', resolve) : resolve(0),
  );
}

function makeInput(host: HTMLElement, text: string): HTMLInputElement {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.id = label.htmlFor = `latch-${Math.random()}`;
  // Digits go from left to right in every language, and so do the boxes around them.
  input.dir = 'ltr';
  label.textContent = text;
  label.dataset.latch = input.dataset.latch = '';
  host.append(label, input);
  return input;
}
