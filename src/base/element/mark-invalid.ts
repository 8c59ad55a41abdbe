import { setMark } from './light-dom.js';

/**
 * Marks `field` of the page as invalid and describes it with `sentence`; without one it takes both back. The status line
 * in the shadow root cannot be referenced from outside. What the page has written itself stays while nothing is invalid.
 */
export function markInvalid(field: Element | null | undefined, sentence: unknown): void {
  if (!field || (!sentence && !field.ariaInvalid)) return;
  setMark(field, 'aria-invalid', sentence ? 'true' : null);
  setMark(field, 'aria-description', (sentence as string) || null);
}
