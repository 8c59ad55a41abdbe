/** An element that may make parts of its own in its light DOM. */
export interface Host extends HTMLElement {
  readonly isUpgraded: boolean;
}

/**
 * Finds in `host` what fits the selector `fits`, or else puts in what `make` makes: in the light DOM, where password
 * managers, labels and forms find it. What is made carries `data-latch`. Resolves with undefined if the element has left
 * the page meanwhile.
 *
 * A page that a server has written is parsed first, and hydrated by its framework, which takes children that it does not
 * know for a mistake. Frameworks hydrate in their scripts or right after those; then the page is idle.
 */
export async function adopt<Part extends HTMLElement>(
  host: Host,
  fits: string,
  make: () => readonly HTMLElement[],
): Promise<Part | null> {
  const find = () => host.querySelector<Part>(fits);
  if (!find() && (host.isUpgraded || document.readyState === 'loading')) {
    if (document.readyState !== 'complete') await new Promise((resolve) => addEventListener('load', resolve));
    // WebKit has no idle callbacks.
    await new Promise<unknown>((resolve) => (self.requestIdleCallback ?? setTimeout)(resolve));
  }
  if (!find() && host.isConnected) host.append(...make());
  return find();
}

/** Removes what was made in `host` when the page has put in its own after all, and gives that. */
export function preferOwn<Part extends HTMLElement>(host: HTMLElement, fits: string): Part | null {
  const own = host.querySelector<Part>(`${fits}:not([data-latch])`);
  if (own) for (const made of host.querySelectorAll(':scope > [data-latch]')) made.remove();
  return own;
}

/** The words that parts have got: the browser may have translated what stands in them. */
const given = new WeakMap<Element, unknown>();

/** Gives the labels and buttons that were made in `host` their words, in order: its language may have changed. */
export function relabel(host: HTMLElement, words: readonly unknown[]): void {
  for (const [index, part] of host.querySelectorAll('label[data-latch], form[data-latch] button').entries()) {
    const word = words[index];
    if ((given.get(part) ?? part.textContent) !== word) part.textContent = word as string;
    given.set(part, word);
  }
}

let made = 0;

/** Makes an input with its label. */
export function makeField(text: string, name = ''): [HTMLLabelElement, HTMLInputElement] {
  const label = document.createElement('label');
  const input = document.createElement('input');
  // Another copy of the package counts too.
  do input.id = label.htmlFor = `latch-input-${(made += 1)}`;
  while (document.getElementById(input.id));
  input.name = name;
  input.autocapitalize = 'none';
  label.textContent = text;
  given.set(label, text);
  label.dataset.latch = input.dataset.latch = '';
  return [label, input];
}

const setValue = Object.getOwnPropertyDescriptor((globalThis.HTMLInputElement ?? class {}).prototype, 'value')?.set;

/**
 * Empties an input, and notifies the page's framework as if the user had done it. React would not notice a value that
 * is written through the property with which it has covered that of the platform.
 */
export function emptyField(input: HTMLInputElement | null | undefined): void {
  if (!input?.value) return;
  setValue?.call(input, '');
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
