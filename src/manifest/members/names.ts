import type { JsonNode } from '../json-node.js';
import type { Reading } from '../reading.js';
import type { TextDirection } from '../types.js';

const directions: readonly TextDirection[] = ['ltr', 'rtl', 'auto'];

/** `name` and `short_name`. */
export function readName(reading: Reading, node: JsonNode): string | undefined {
  const name = reading.text(node);
  if (name === undefined || !/[\r\n\t]/.test(name)) return name;
  const oneLine = name.replace(/[\r\n\t]/g, '');
  if (reading.rules !== 'chromium') return name;
  reading.report('line-break-removed', node, `Chromium removes line breaks and tabs from ${reading.label(node)} without leaving a space; others keep them.`, {
    fix: JSON.stringify(name.replace(/[\r\n\t]+/g, ' ')),
    engines: ['chromium'],
  });
  return oneLine || undefined;
}

/** `dir`, and the direction of one localized text. */
export function readDirection(reading: Reading, node: JsonNode | undefined): TextDirection | undefined {
  return reading.keyword(node, directions, { consequence: 'the text decides for itself, as with auto' });
}

/** `lang`, in its canonical form. */
export function readLanguage(reading: Reading, node: JsonNode | undefined): string | undefined {
  const tag = reading.text(node);
  if (tag === undefined) return undefined;
  const canonical = canonicalize(tag);
  if (canonical === undefined) reading.report('invalid-language-tag', node!, `${JSON.stringify(tag)} is not a language tag; it is ignored.`, { fix: 'a BCP 47 tag, such as "en" or "pt-BR"' });
  return canonical;
}

/** The canonical form of a language tag; undefined if it is none. */
export function canonicalize(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}
