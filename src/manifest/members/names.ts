import { keyword, text, textOrEmpty, textOrEmptyFor, type Rule } from '../rules.js';
import type { Engine } from '../engine.js';
import type { TextDirection } from '../types.js';
import { quote } from '../text.js';

/** `name` and `short_name`. */
export const appName: Rule<string> = (reading, node, lost) => {
  const name = textOrEmpty(reading, node, lost);
  if (!name || reading.rules !== 'chromium' || !/[\r\n\t]/.test(name)) return name;
  reading.report('line-break-removed', node, { fix: quote(name.replace(/[\r\n\t]+/g, ' ')) });
  return name.replace(/[\r\n\t]/g, '');
};

/** `description`, of which all that read it accept an empty one. */
export const description = textOrEmptyFor(/./);

const directions: readonly TextDirection[] = ['ltr', 'rtl', 'auto'];

/** `dir`. */
export const direction = keyword(directions);

/** `dir` of a localized text, about whose case the specification is exact. */
export const directionOfText = keyword(directions, false, true);

/** `lang`, in its canonical form. */
export const language: Rule<string> = (reading, node, lost) => {
  const tag = text(reading, node, lost);
  return (
    tag &&
    (canonicalize(tag, reading.rules) ?? reading.report('invalid-language-tag', node, { lost, detail: quote(tag) }))
  );
};

/**
 * The canonical form of a language tag; undefined if it is invalid. Chromium accepts some that `Intl` does not: those
 * that are, or that stand for, a private use part alone, and the irregular ones that were registered before there were
 * rules, with what may follow a language.
 *
 * @see {@link https://www.rfc-editor.org/rfc/rfc5646#section-2.2.8 RFC 5646, grandfathered and redundant registrations}
 */
export function canonicalize(tag: string, engine: Engine): string | undefined {
  const known = canonicalizeStrictly(tag);
  if (known || engine !== 'chromium') return known;
  if (privateTag.test(tag)) return /^x/i.test(tag) ? tag.toLowerCase() : tag;
  const loose = tag.replace(looseStart, 'en');
  return loose !== tag && canonicalizeStrictly(loose) ? tag : undefined;
}

const privateTag = /^(?:x(?=-)|en-gb-oed(?=$|-x-)|i-(?:default|enochian|mingo))(?:-[a-z\d]{1,8})*$/i;
/** Languages of four letters, those with up to three others behind them, and irregular tags. */
const looseStart =
  /^(?:[a-z]{4}|(?:sgn-(?:be-(?:fr|nl)|ch-de)|[a-z]{2,3}|i-(?:ami|bnn|hak|klingon|lux|navajo|pwn|t(?:a[oy]|su)))(?:-[a-z]{3}){0,3})\b/i;

function canonicalizeStrictly(tag: string): string | undefined {
  // Most invalid texts are recognized by a pattern, because an exception is slow.
  if (!/^(?:[a-z]{2,3}|[a-z]{5,8})(?:-[a-z\d]{1,8})*$/i.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
