import { type TemplateResult } from 'lit';
import { html } from './html.js';
import { languageOf } from './language.js';
import { languageFor } from '../../messages/localize.js';
import type { Section } from '../../messages/section.js';

/** The last moment that a date can stand for, in epoch milliseconds. */
const latest = 8.64e15;

/** How many days they have, the longest first. */
const units = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const;

/** Dates in the language of an element. */
export interface Dates {
  /** Writes the date of epoch milliseconds. */
  write(milliseconds: number): string;
  /** Puts how many days ago epoch milliseconds were where `{when}` stands in a sentence, such as "yesterday". */
  fill(sentence: string, milliseconds: number): TemplateResult;
}

/**
 * Writes dates in the language of `element`, as the nearest `lang` around it says, shadow roots included; what stands in
 * a sentence of `section` in the language of that sentence.
 *
 * @param timeStyle How much of the time of day goes along. Defaults to nothing.
 */
export function datesFor(element: Element, section: Section, timeStyle?: 'short'): Dates {
  const language = languageOf(element);
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle });
  return {
    write: (milliseconds) => format.format(Math.min(milliseconds, latest)),
    fill(sentence, milliseconds) {
      const [before, after] = sentence.split('{when}');
      const date = new Date(Math.min(milliseconds, latest));
      const when = writeAgo(date, languageFor(element, section) ? language : 'en');
      return html`${before}<time datetime=${date.toISOString()}>${when}</time>${after}`;
    },
  };
}

/** Such as "today", "yesterday" or "3 weeks ago". A date to come, by a clock that differs, is today. */
function writeAgo(date: Date, language: string | undefined): string {
  const days = Math.max(0, Math.round((startOfDay(Date.now()) - startOfDay(+date)) / 86_400_000));
  const [unit, length] = units.find((candidate) => days >= candidate[1]) ?? units[3];
  // Else 8 days would be "last week", which may be the one before.
  const numeric = length > 1 ? 'always' : 'auto';
  return new Intl.RelativeTimeFormat(language, { numeric }).format(-Math.floor(days / length), unit);
}

/** Days end at midnight, wherever the user is. */
function startOfDay(milliseconds: number): number {
  return new Date(milliseconds).setHours(0, 0, 0, 0);
}
