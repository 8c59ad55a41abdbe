import type { JsonNode } from '../json-node.js';
import { memberOf, type Reading } from '../reading.js';
import { splitTokens, trim, trimAscii } from '../text.js';
import type { Engine, IconPurpose, ImageResource } from '../types.js';

const purposes: readonly IconPurpose[] = ['any', 'maskable', 'monochrome'];
const sizePattern = /^(?:any|[1-9]\d*x[1-9]\d*)$/i;
/** Gecko looks for "any" anywhere in a token, and is content with one side. */
const sizePatternOfGecko = /any|^(?:[1-9]\d*x(?:[1-9]\d*)?|x[1-9]\d*)$/i;

/**
 * A list of images, such as `icons`. What has no usable `src` or `purpose` is dropped.
 *
 * @see {@link https://www.w3.org/TR/appmanifest/#processing-image-resources Web Application Manifest, Processing image resources}
 */
export function readImages(reading: Reading, node: JsonNode | undefined): ImageResource[] {
  return reading.objects(node).flatMap((item) => readImage(reading, item) ?? []);
}

/** `icons` of the app itself, which had better have sizes. */
export function readIcons(reading: Reading, node: JsonNode): ImageResource[] {
  return reading.objects(node).flatMap((item) => {
    const image = readImage(reading, item);
    if (image && !memberOf(item, 'sizes')) {
      reading.report('missing-sizes', item, `${reading.label(item)} has no "sizes", so that it cannot count as the icon that makes the app installable.`, { fix: '"sizes": "512x512", or "any" for SVG' });
    }
    return image ?? [];
  });
}

/** One image; undefined if it is dropped. */
export function readImage(reading: Reading, node: JsonNode): ImageResource | undefined {
  const src = readSource(reading, node);
  if (src === undefined) return undefined;
  const type = readType(reading, memberOf(node, 'type'));
  const sizes = readSizes(reading, memberOf(node, 'sizes'));
  const purpose = readPurpose(reading, memberOf(node, 'purpose'));
  if (!purpose) return undefined;
  const label = reading.text(memberOf(node, 'label'));
  return { src, ...(sizes && { sizes }), ...(type && { type }), purpose, ...(label && { label }) };
}

function readSource(reading: Reading, node: JsonNode): string | undefined {
  const source = memberOf(node, 'src');
  if (!source) reading.reportMissing(node, 'src', 'the image is dropped');
  if (source?.value === '') {
    const isDropped = reading.rules === 'gecko';
    reading.report('empty-url', source, `${reading.label(source)} is empty. ${isDropped ? 'Gecko drops the image' : "It is taken for the manifest's own URL"}.`, { engines: isDropped ? ['gecko'] : ['spec', 'chromium', 'webkit'] });
    if (isDropped) return undefined;
  }
  const url = reading.url(source, 'the image is dropped');
  if (!url || /^(?:https?|data):$/.test(url.protocol)) return url?.href;
  const isDropped = reading.rules === 'chromium';
  reading.report('invalid-url', source!, `${reading.label(source!)} is a URL that begins with ${url.protocol}, from which Chromium takes no images${isDropped ? '; the image is dropped' : ''}.`, { engines: ['chromium'] });
  return isDropped ? undefined : url.href;
}

function readType(reading: Reading, node: JsonNode | undefined): string | undefined {
  const type = reading.text(node);
  if (type === undefined) return undefined;
  const kept = reading.rules === 'gecko' ? keepAsGecko(type) : type;
  if (isMediaType(type)) return kept;
  reading.report('invalid-media-type', node!, `${reading.label(node!)} is ${JSON.stringify(type)}, which is not a media type on its own.`, { fix: 'such as "image/png"' });
  return kept;
}

/** Gecko keeps a type in small letters and without its parameters. */
function keepAsGecko(type: string): string | undefined {
  const bare = type.split(';')[0]!.trim().toLowerCase();
  return isMediaType(bare) ? bare : undefined;
}

function readSizes(reading: Reading, node: JsonNode | undefined): string[] | undefined {
  const text = reading.string(node);
  if (text === undefined) return undefined;
  const tokens = splitSizes(text, reading.rules);
  if (tokens.length === 0) reading.report('empty-text', node!, `${reading.label(node!)} is empty, so that the image has no size.`, { fix: '"512x512", or "any" for SVG' });
  const wrong = tokens.filter((token) => !sizePattern.test(token));
  if (wrong.length > 0) {
    reading.report('invalid-sizes', node!, `${reading.label(node!)} holds ${JSON.stringify(wrong[0])}, which is not a size; ${reading.rules === 'webkit' ? 'WebKit keeps it as it is' : 'it is passed over'}.`, {
      fix: 'sizes like "192x192", divided by spaces, or "any"',
    });
  }
  const capital = tokens.find((token) => sizePattern.test(token) && token !== token.toLowerCase());
  if (capital) {
    reading.report('not-lower-case', node!, `${reading.label(node!)} holds ${JSON.stringify(capital)}. Browsers understand it, but write it in small letters.`, { fix: JSON.stringify(text.toLowerCase()) });
  }
  const sizes = keepSizes(tokens, reading.rules);
  return sizes.length > 0 ? sizes : undefined;
}

function splitSizes(text: string, rules: Engine): string[] {
  if (rules === 'webkit') return trim(text, rules).split(' ').filter((token) => token !== '');
  return rules === 'gecko' ? text.split(/\s+/).filter((token) => token !== '') : splitTokens(text);
}

function keepSizes(tokens: string[], rules: Engine): string[] {
  if (rules === 'webkit') return tokens;
  if (rules === 'gecko') return [...new Set(tokens.filter((token) => sizePatternOfGecko.test(token)))];
  const sizes = tokens.filter((token) => sizePattern.test(token)).map((token) => token.toLowerCase());
  return rules === 'chromium' ? sizes : [...new Set(sizes)];
}

function readPurpose(reading: Reading, node: JsonNode | undefined): IconPurpose[] | undefined {
  const text = reading.string(node, 'it counts as any');
  if (text === undefined) return ['any'];
  const keywords = splitPurpose(text, reading.rules);
  if (keywords.length === 0) {
    reading.report('empty-text', node!, `${reading.label(node!)} is empty. Browsers take it for any; the specification drops the image.`, { fix: '"any"' });
    return ['any'];
  }
  const known = keywords.filter((keyword) => purposes.includes((reading.rules === 'spec' ? keyword : keyword.toLowerCase()) as IconPurpose));
  const unknown = keywords.filter((keyword) => !known.includes(keyword));
  if (known.length === 0) {
    reading.report('unusable-purpose', node!, `${reading.label(node!)} is ${JSON.stringify(text)}, of which nothing is known; the image is dropped.`, { fix: 'any, maskable or monochrome' });
    return undefined;
  }
  if (unknown.length > 0) reading.report('unknown-value', node!, `${reading.label(node!)} holds ${JSON.stringify(unknown[0])}, which is not a purpose; it is passed over.`, { fix: 'any, maskable or monochrome' });
  const result = [...new Set(known.map((keyword) => keyword.toLowerCase() as IconPurpose))];
  if (known.some((keyword) => keyword !== keyword.toLowerCase())) {
    reading.report('not-lower-case', node!, `${reading.label(node!)} is ${JSON.stringify(text)}. Write it in small letters.`, { fix: JSON.stringify(result.join(' ')) });
  }
  if (result.includes('any') && result.includes('maskable')) {
    reading.report('combined-purposes', node!, `${reading.label(node!)} is both any and maskable. The margin that a mask needs makes the icon look small where there is none.`, { fix: 'two images, one of each purpose' });
  }
  return result;
}

function splitPurpose(text: string, rules: Engine): string[] {
  const trimmed = rules === 'gecko' ? text.trim() : rules === 'webkit' ? trimAscii(text) : text;
  if (rules === 'spec') return splitTokens(trimmed);
  const parts = rules === 'gecko' ? trimmed.split(/\s+/) : trimmed.split(' ');
  return parts.map((part) => (rules === 'chromium' ? trim(part, rules) : part)).filter((part) => part !== '');
}

/** Whether the text is a type and a subtype, without parameters, as Chromium reads it. */
export function isMediaType(text: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+\/[!#$%&'*+.^_`|~\w-]+$/.test(text);
}
