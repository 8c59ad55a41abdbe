import type { LitElement } from 'lit';
import type { LatchVaultUnlock } from '../../../src/elements.js';

/**
 * Resolves once `look` finds something, looking again whenever the element has rendered; the test fails by its time
 * limit if it never does.
 */
export async function shown<Found>(element: LitElement, look: () => Found): Promise<NonNullable<Found>> {
  for (;;) {
    const found = look();
    if (found) return found;
    await new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(element.renderRoot, { subtree: true, childList: true, characterData: true, attributes: true });
    });
  }
}

/** The button that unlocks, creates or locks. */
export const mainButton = (lock: LatchVaultUnlock) =>
  lock.renderRoot.querySelector<HTMLButtonElement>('[part=button]')!;

/** What its buttons say, without the slot for the label, which says the same. */
export const buttonsOf = (lock: LatchVaultUnlock) => [
  ...lock.renderRoot.querySelectorAll<HTMLButtonElement>(':is(.actions, .bar) button'),
];

/** The advice below the content. */
export const adviceOf = (lock: LatchVaultUnlock) => lock.renderRoot.querySelector('.content + p')?.textContent;

/** The button with these words. */
export const buttonNamed = (lock: LatchVaultUnlock, words: string) =>
  [...lock.renderRoot.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === words);

/** What is said above the button. */
export const aboutOf = (lock: LatchVaultUnlock) =>
  lock.unlocked ? undefined : lock.renderRoot.querySelector('[part=item-detail]')?.textContent;

/** The title of the dialog that is open. */
export const dialogTitle = (lock: LatchVaultUnlock) => lock.renderRoot.querySelector('dialog[open] h2')?.textContent;

/** Whether its content can be seen, or reached by keyboard. */
export const isThere = (content: HTMLElement) => {
  content.focus();
  return { seen: content.checkVisibility(), reached: document.activeElement === content };
};

/** Waits for the dialog of this title, and presses the button of these words in it. */
export async function answerDialog(lock: LatchVaultUnlock, title: string, words: string): Promise<void> {
  await shown(lock, () => dialogTitle(lock) === title);
  [...lock.renderRoot.querySelectorAll<HTMLButtonElement>('dialog button')]
    .find(({ textContent }) => textContent === words)!
    .click();
}
