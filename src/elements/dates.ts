import { html, type TemplateResult } from 'lit';
import { languageOf } from './language.js';

/** The last moment that a date can stand for, in epoch milliseconds. */
const latest = 8.64e15;

/**
 * Writes dates in the language of `element`, as the nearest `lang` around it says, shadow roots included.
 *
 * @param timeStyle How much of the time of day goes along. Defaults to nothing.
 * @returns A function from epoch milliseconds to a `<time>`.
 */
export function datesFor(element: Element, timeStyle?: 'short'): (milliseconds: number) => TemplateResult {
  const format = new Intl.DateTimeFormat(languageOf(element), { dateStyle: 'medium', timeStyle });
  return (milliseconds) => {
    const date = new Date(Math.min(milliseconds, latest));
    return html`<time dir="auto" datetime=${date.toISOString()}>${format.format(date)}</time>`;
  };
}
