import type { ReactiveElement } from 'lit';
import { languageOf } from '../base/element/language.js';
import { atMost } from '../base/browser/retry.js';
import { retryLater, translationTimeout } from './retry-later.js';
import { errors } from './en.js';
import type { Plural, Section, Texts } from './section.js';
import type * as Translations from './translations.js';

/** What knows other languages than English; elements load it when one of them is in such a page. */
let translations: typeof Translations | undefined;
let arriving: Promise<void> | undefined;
/** Whether it could not be loaded, or not in time: elements are English for the moment. */
let isLate = false;

const hosts = new Set<ReactiveElement>();
const followed = new WeakSet<Node>();

/** Makes all elements render their messages again. */
export function renewAll(): void {
  for (const host of hosts) host.requestUpdate();
}

/** Updates `host` when the nearest `lang` around it changes, or sentences arrive, until {@link unfollow}. */
export function follow(host: ReactiveElement): void {
  hosts.add(host);
  for (let place: Element | undefined = host; place;) {
    const root = place.getRootNode();
    if (!followed.has(root)) {
      followed.add(root);
      new MutationObserver(renewAll).observe(root, { subtree: true, attributeFilter: ['lang'] });
    }
    place = (root as ShadowRoot).host;
  }
}

/** Ends {@link follow}. */
export function unfollow(host: ReactiveElement): void {
  hosts.delete(host);
}

/** Sets what knows other languages. */
export function setTranslations(module: typeof Translations): void {
  translations = module;
}

/** The sentences of a section in the language of `host`; English ones while those have not arrived. */
export function textsFor<T extends Texts>(host: Element, section: Section<T>): T {
  return translations?.textsIn(languageOf(host), section) ?? section.english;
}

/** The language of the sentences that `host` shows of a section; undefined if they are English in a foreign page. */
export function languageFor(host: Element, section: Section): string | undefined {
  const wanted = languageOf(host);
  if (translations) return translations.arrivedLanguage(wanted, section);
  return /^en\b/.test(wanted ?? 'en') ? 'en' : undefined;
}

/** Resolves once the sentences of sections have arrived, or take too long; undefined if there is nothing to wait for. */
export function awaitTexts(host: Element, ...sections: Section[]): Promise<unknown> | undefined {
  if (translations) return translations.fetchTexts(languageOf(host), sections, renewAll, retryLater);
  if (isLate || languageFor(host, sections[0]!)) return undefined;
  arriving ??= import('./translations.js').then(
    (module) => {
      setTranslations(module);
      if (isLate) renewAll();
    },
    () => {
      isLate = true;
      arriving = undefined;
      retryLater(() => {
        isLate = false;
        renewAll();
      });
    },
  );
  const arrived = arriving.then(() => awaitTexts(host, ...sections));
  return atMost(translationTimeout, arrived, () => (isLate = true));
}

/** The sentences of a section, once they have arrived. */
export async function loadTexts<T extends Texts>(host: Element, section: Section<T>): Promise<T> {
  await awaitTexts(host, section);
  return textsFor(host, section);
}

/** The form of a sentence that fits `count`, with the number instead of `{name}`. */
export function inNumber(host: Element, section: Section, forms: Plural, name: string, count: number): string {
  const language = languageFor(host, section) ?? 'en';
  const form = forms[new Intl.PluralRules(language).select(count)] ?? forms.other;
  return form.replace(`{${name}}`, count.toLocaleString(language));
}

/**
 * The sentences about errors.
 *
 * @param retryAfter How long the backend asks to wait, in ms: `rate_limited` then says it.
 */
export function errorTexts(host: Element, retryAfter = 0): Texts {
  const texts = textsFor(host, errors);
  if (!retryAfter) return texts;
  const when = sayWhen(languageFor(host, errors) ?? 'en', retryAfter / 1000);
  return { ...texts, rate_limited: texts.retryWhen.replace('{when}', when) };
}

/** Units of time: above how many seconds they are used, so that there is more than one, their length, and their name. */
const units = [
  [90 * 60, 3600, 'hour'],
  [60, 60, 'minute'],
  [0, 1, 'second'],
] as const;

/** When that is in so many seconds, rounded up: "in 45 seconds", "in 2 minutes", "in 24 hours". */
function sayWhen(language: string, seconds: number): string {
  const [, length, unit] = units.find(([above]) => seconds > above)!;
  return new Intl.RelativeTimeFormat(language).format(Math.ceil(seconds / length), unit);
}
