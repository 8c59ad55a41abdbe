import { isMediaType } from '../media-type.js';
import { findWord, listOf, memberOf, record, string, text, url, type Rule } from '../rules.js';
import { quote, splitTokens, trim, trimAscii } from '../text.js';
import type { Engine } from '../engine.js';
import type { IconPurpose, ImageResource } from '../types.js';

const purposes: readonly IconPurpose[] = ['any', 'maskable', 'monochrome'];
const plainSize = /^(?:any|[1-9]\d*x[1-9]\d*)$/;
const sizePattern = new RegExp(plainSize, 'i');
/** Gecko looks for "any" anywhere in a token, and is content with one side. */
const sizePatternOfGecko = /any|^(?:[1-9]\d*x(?:[1-9]\d*)?|x[1-9]\d*)$/i;

const source: Rule<string> = (reading, node, lost) => {
  const { rules } = reading;
  if (node.value === '') {
    reading.report('empty-url', node, {
      detail: 'Gecko drops the image, others take that for the URL of the manifest',
    });
    if (rules === 'gecko') return undefined;
  }
  const src = url(reading, node, lost);
  if (!src || /^(?:https?|data):/.test(src.href)) return src?.href;
  reading.report('invalid-url', node, {
    detail: 'an http, https or data URL',
    engines: ['chromium'],
    ...(rules === 'chromium' && { lost }),
  });
  return rules === 'chromium' ? undefined : src.href;
};

const quoted = /"(?:[^"\\]|\\[^]?)*(?:"|$)/g;

/**
 * Gecko asks only for a slash in what stands before the first space or semicolon. Behind it there may be parameters, but
 * no comma outside quotation marks, and no semicolon behind the last one.
 *
 * @see {@link https://searchfox.org/mozilla-central/source/netwerk/base/nsURLHelper.cpp net_ParseRequestContentType}
 */
function readTypeAsGecko(given: string): string | undefined {
  const [, type, parameters = ''] = /^([^\0\t ;/]*\/[^\0\t ;]*)(?:$|(?=[\0\t ;])[^;]*;([^]*))/.exec(given) ?? [];
  const isSound = !given.replace(quoted, '').includes(',') && !parameters.replace(quoted, '').endsWith(';');
  return isSound ? type?.toLowerCase() : undefined;
}

/** Gecko and the specification keep a type in small letters and without its parameters, others as it is. */
const mediaType: Rule<string> = (reading, node, lost) => {
  const given = text(reading, node, lost);
  if (given === undefined) return undefined;
  const { rules } = reading;
  const essence = rules === 'spec' ? given.split(';')[0]!.trim().toLowerCase() : given;
  const type =
    rules === 'gecko' ? readTypeAsGecko(given) : rules === 'spec' && !isMediaType(essence) ? undefined : essence;
  if (!isMediaType(given))
    reading.report('invalid-media-type', node, {
      lost: type ? undefined : rules === 'spec' ? node.parent : node,
    });
  return type;
};

const sizes: Rule<string[]> = (reading, node, lost) => {
  const given = string(reading, node, lost);
  if (given === undefined) return given;
  if (plainSize.test(given)) return [given];
  const tokens =
    reading.rules === 'webkit' ? splitAtSpaces(trim(given, reading.rules)) : splitAtAny(given, reading.rules);
  if (tokens.length === 0) reading.report('empty-text', node, { lost });
  const odd = tokens.filter((token) => !plainSize.test(token));
  const wrong = odd.find((token) => !sizePattern.test(token));
  if (wrong !== undefined) reading.report('invalid-sizes', node, { detail: quote(wrong) });
  const capital = odd.find((token) => sizePattern.test(token));
  if (capital !== undefined)
    reading.report('not-lower-case', node, {
      detail: quote(capital),
      fix: quote(given.toLowerCase()),
    });
  const kept = keepSizes(tokens, reading.rules);
  return kept.length > 0 ? kept : undefined;
};

function keepSizes(tokens: string[], rules: Engine): string[] {
  if (rules === 'webkit') return tokens;
  if (rules === 'gecko') return [...new Set(tokens.filter((token) => sizePatternOfGecko.test(token)))];
  const kept = tokens.filter((token) => sizePattern.test(token)).map((token) => token.toLowerCase());
  return rules === 'chromium' ? kept : [...new Set(kept)];
}

/**
 * Chromium and Gecko take an empty purpose for any, and so do we where the specification would drop the image, as
 * WebKit does.
 */
const purpose: Rule<IconPurpose[]> = (reading, node, lost) => {
  const given = string(reading, node, node);
  const tokens = given === undefined ? ['any'] : splitPurpose(given, reading.rules);
  if (tokens.length === 0 && reading.rules !== 'webkit') {
    reading.report('empty-text', node, { instead: 'any', fix: '"any"' });
    return ['any'];
  }
  const found = new Set<IconPurpose>();
  for (const token of tokens) {
    const word = findWord(purposes, token, reading.rules === 'spec');
    if (!word) reading.report('unknown-value', node, { detail: quote(token), fix: purposes.join(', ') });
    else if (word !== token) reading.report('not-lower-case', node, { detail: quote(token), fix: quote(word) });
    if (word) found.add(word);
  }
  if (found.size === 0) return reading.report('unusable-purpose', node, { lost });
  return [...found];
};

/** Chromium divides at spaces only, and trims what it gets, of which nothing may be left. */
function splitPurpose(given: string, rules: Engine): string[] {
  if (rules === 'webkit') return splitAtSpaces(trimAscii(given));
  return rules === 'chromium' ? splitAtSpaces(given).map((part) => trim(part, rules)) : splitAtAny(given, rules);
}

function splitAtSpaces(given: string): string[] {
  return given.split(' ').filter(Boolean);
}

/** Divides at any white space, which for Gecko is that of all of Unicode. */
function splitAtAny(given: string, rules: Engine): string[] {
  return rules === 'gecko' ? given.split(/\s+/).filter(Boolean) : splitTokens(given);
}

/**
 * An image, of which `src` is needed, and a purpose unless it has none at all.
 *
 * @see {@link https://www.w3.org/TR/appmanifest/#processing-image-resources Web Application Manifest, Processing image
 *   resources}
 */
export const image = record<ImageResource>(
  { src: source },
  { type: mediaType, sizes, label: text },
  {
    besides: ['purpose', 'form_factor', 'platform'],
    check(result, reading, node, lost) {
      const { value: type } = memberOf(node, 'type');
      if (reading.rules === 'spec' && !result.type && type && typeof type === 'string') return undefined;
      const given = memberOf(node, 'purpose');
      const found: IconPurpose[] | undefined = given.value === undefined ? ['any'] : purpose(reading, given, lost);
      if (!found) return undefined;
      result.purpose = found;
      return result;
    },
  },
);

/** `icons` of the app itself, which had better have sizes. */
export const icons = listOf<ImageResource>((reading, node, lost) => {
  const icon = image(reading, node, lost);
  if (icon && memberOf(node, 'sizes').value === undefined && memberOf(node, 'size').value === undefined)
    reading.report('missing-sizes', memberOf(node, 'sizes'));
  return icon;
});
