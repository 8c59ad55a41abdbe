import { trimAscii } from './text.js';
import type { Engine } from './engine.js';

/** Reads a color: `text` as it was given, `color` in lower case and without comments. Answers `#rrggbbaa`. */
export type ReadColor = (text: string, color: string, engine: Engine) => string | undefined;

/** No colour is longer; a text beyond that is not looked into. */
const longest = 256;

let readWord: ReadColor | undefined;

/**
 * Provides what reads the names of colors and functions like `rgb()`. They are an eighth of a page that processes
 * manifests, and load on demand there.
 */
export function provideColorWords(reader: ReadColor | undefined): void {
  readWord = reader;
}

/**
 * The color as `#rrggbbaa`; undefined if the engine does not accept it. Accepts hexadecimal digits, and words once
 * {@link provideColorWords} was called.
 */
export function readColor(text: string, engine: Engine = 'spec'): string | undefined {
  if (text.length > longest) return undefined;
  const color = trimAscii(text.replace(/\/\*[^]*?(?:\*\/|$)/g, ' ')).toLowerCase();
  const digits = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.exec(color)?.[1];
  return digits === undefined ? readWord?.(text, color, engine) : expandDigits(digits);
}

/** Writes three to eight hexadecimal digits as `#rrggbbaa`. */
export function expandDigits(digits: string): string {
  return `#${(digits.length < 5 ? digits.replace(/./g, '$&$&') : digits).padEnd(8, 'f')}`;
}
