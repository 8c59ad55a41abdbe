import { settled } from './clock.js';

/** The buttons "⋯" of an element, one for each row. */
export const menuButtons = (element: Element) => [
  ...element.shadowRoot!.querySelectorAll<HTMLButtonElement>('[part=item-actions]'),
];

/** What the open menu of an element offers. */
export const choicesOf = (element: Element) => [
  ...element.shadowRoot!.querySelectorAll<HTMLButtonElement>('[role=menuitem]'),
];

/** Opens the menu of the row `index`. What draws it is loaded for the first one. */
export async function openMenu(element: Element, index = 0): Promise<HTMLButtonElement[]> {
  const button = menuButtons(element)[index]!;
  button.focus();
  button.click();
  do await settled();
  while (choicesOf(element).length === 0);
  return choicesOf(element);
}

/** Opens the menu of the row `index`, chooses what has these words, and waits until nothing goes on any more. */
export async function choose(element: Element, words: string, index = 0): Promise<void> {
  const choices = await openMenu(element, index);
  choices.find(({ textContent }) => textContent === words)!.click();
  await settled();
}
