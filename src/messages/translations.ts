import { atMost } from '../base/browser/retry.js';
import { translationTimeout } from './retry-later.js';
import type { Section, Texts } from './section.js';
import { shipped } from './shipped.js';

/** Translations that have arrived; an empty one could not be fetched. */
const loaded = new Map<string, Readonly<Record<string, Texts>>>();
const loading = new Map<string, Promise<void>>();
/** Those that no element waits for any more: it is English until they arrive. */
const late = new Set<string>();
/** What {@link fetchTexts} was last called with. */
let renewAll: () => void = () => {};
let retryWhenUseful: (retry: () => void) => void = () => {};
/** What the page has set, by language and section. */
const given: Record<string, Record<string, Texts>> = {};

/** The language of the sentences shown of a section where `wanted` is spoken; undefined if they are English there. */
export function arrivedLanguage(wanted: string | undefined, section: Section): string | undefined {
  const language = choose(wanted, section);
  const hasArrived = loaded.get(language!)?.[section.name!] ?? given[language!]?.[section.name!];
  return language === 'en' || hasArrived ? language : undefined;
}

/** The best language for readers of `wanted` that there is of a section, whether its sentences are here or not. */
function choose(wanted = 'en', { name }: Section): string | undefined {
  return tagsFor(wanted).find((tag) => tag === 'en' || (name && (shipped[tag] || given[tag]?.[name])));
}

/** The tags under which sentences for readers of `wanted` may be found, the best first. */
function tagsFor(wanted: string): string[] {
  const { language, script } = new Intl.Locale(wanted).maximize();
  return [wanted, `${language}-${script}`, language];
}

/** Fetches all sentences in the language of readers of `wanted`. Resolves once they have arrived. */
export async function fetchLanguage(wanted: string): Promise<void> {
  const languages = tagsFor(wanted).filter((tag) => shipped[tag]);
  for (const language of languages) fetchOnce(language);
  await Promise.all(languages.flatMap((language) => loading.get(language) ?? []));
}

/**
 * The sentences of a section where `wanted` is spoken; English ones while those have not arrived. They are fetched if
 * nothing has fetched them yet.
 */
export function textsIn<T extends Texts>(wanted: string | undefined, section: Section<T>): T {
  const { name, english } = section;
  const language = choose(wanted, section);
  const own = given[language!]?.[name!];
  if (shipped[language!]) fetchOnce(language!);
  const arrived = loaded.get(language!)?.[name!];
  return arrived || own ? { ...english, ...arrived, ...own } : english;
}

/**
 * Fetches the sentences of sections where `wanted` is spoken.
 *
 * @param renew Called when some have arrived.
 * @param retryLater Calls its argument once another try is worth while.
 * @returns What resolves once they have, or take too long; undefined if there is nothing to wait for.
 */
export function fetchTexts(
  wanted: string | undefined,
  sections: readonly Section[],
  renew: () => void,
  retryLater: (retry: () => void) => void,
): Promise<unknown> | undefined {
  renewAll = renew;
  retryWhenUseful = retryLater;
  const awaited = new Set<string>();
  for (const section of sections) {
    const language = choose(wanted, section);
    if (!language || !shipped[language] || loaded.has(language)) continue;
    fetchOnce(language);
    if (!late.has(language)) awaited.add(language);
  }
  if (awaited.size === 0) return undefined;
  const arrived = Promise.all([...awaited].map((language) => loading.get(language)!));
  return atMost(translationTimeout, arrived, () => {
    for (const language of awaited) late.add(language);
  });
}

/** Adds what a page sets for a language. */
export function addTexts(tag: string, sections: Readonly<Record<string, Texts>>): void {
  const all = (given[tag] ??= {});
  for (const [name, texts] of Object.entries(sections)) all[name] = { ...all[name], ...texts };
}

function fetchOnce(language: string): void {
  if (!loaded.has(language) && !loading.has(language)) loading.set(language, fetchSentences(language));
}

async function fetchSentences(language: string): Promise<void> {
  try {
    loaded.set(language, (await shipped[language]!()).default);
  } catch {
    loaded.set(language, {});
    retryWhenUseful(() => {
      loaded.delete(language);
      renewAll();
    });
  }
  loading.delete(language);
  renewAll();
}
