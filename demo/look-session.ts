import { registerVaults } from 'latchkey/vault';
import { watchWhileShown } from './watch-while-shown.js';

/**
 * Shows what a page has for people who are signed in, or for all others, and names the user. The page keeps both in
 * the document, marked with `data-signed-in` and `data-signed-out`.
 */
export function showBySession(): void {
  const show = (name: string | undefined): void => {
    for (const part of document.querySelectorAll<HTMLElement>('[data-signed-in]')) part.hidden = name === undefined;
    for (const part of document.querySelectorAll<HTMLElement>('[data-signed-out]')) part.hidden = name !== undefined;
    for (const part of document.querySelectorAll('[data-name]')) part.textContent = name ?? '';
  };
  watchWhileShown({
    onChange: (state) => show(state.status === 'signed-in' ? (state.user?.displayName ?? '') : undefined),
    onError: () => show(undefined),
    onLeave: () => show(undefined),
  });
  registerVaults();
}
