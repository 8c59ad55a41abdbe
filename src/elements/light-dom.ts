/**
 * Finds in `host` what fits the selector `fits`, or else puts in what `make` makes: in the light DOM, where password
 * managers, labels and forms find it. What is made carries `data-latch`. While the page is still being parsed, it waits
 * for what is to come. Resolves with undefined if the element has left the page meanwhile.
 */
export async function adopt<Part extends HTMLElement>(
  host: HTMLElement,
  fits: string,
  make: () => readonly HTMLElement[],
): Promise<Part | null> {
  const find = () => host.querySelector<Part>(fits);
  if (!find() && document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  if (!find() && host.isConnected) host.append(...make());
  return find();
}

/** Removes what was made in `host` when the page has put in its own after all, and gives that. */
export function preferOwn<Part extends HTMLElement>(host: HTMLElement, fits: string): Part | null {
  const own = host.querySelector<Part>(`${fits}:not([data-latch])`);
  if (own) for (const made of host.querySelectorAll(':scope > [data-latch]')) made.remove();
  return own;
}

/** Gives the labels and buttons that were made in `host` their words, in order: its language may have changed. */
export function relabel(host: HTMLElement, words: readonly unknown[]): void {
  for (const [index, part] of host.querySelectorAll('label[data-latch], form[data-latch] button').entries())
    if (part.textContent !== words[index]) part.textContent = words[index] as string;
}

/** Makes an input with its label. */
export function makeField(text: string, name = ''): [HTMLLabelElement, HTMLInputElement] {
  const label = document.createElement('label');
  const input = document.createElement('input');
  input.id = label.htmlFor = `latch-${Math.random()}`;
  input.name = name;
  input.autocapitalize = 'none';
  label.textContent = text;
  label.dataset.latch = input.dataset.latch = '';
  return [label, input];
}
