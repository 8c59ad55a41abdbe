import type { Engine } from './engine.js';

/** A value of a manifest as JSON has it, for the text of a finding. */
export const quote = (value: unknown): string => JSON.stringify(value);

const asciiSpace = /[\t\n\f\r ]/;
/**
 * ASCII and the characters of the bidirectional class WS: what `StripWhiteSpace` of Blink and its elder in WebKit
 * remove. A no-break space is not among them.
 */
const bidiSpace = /[\t-\r \u1680\u2000-\u200a\u2028\u205f\u3000]/;

/**
 * Removes the white space around `text` that the engine removes. Takes linear time, which a regular expression for
 * all of it would not.
 */
export function trim(text: string, engine: Engine): string {
  if (engine === 'gecko') return text.trim();
  return trimCharacters(text, engine === 'spec' ? asciiSpace : bidiSpace);
}

/** Removes ASCII white space around `text`, which is all that HTML and CSS call white space. */
export function trimAscii(text: string): string {
  return trimCharacters(text, asciiSpace);
}

/** The tokens between ASCII white space, in order. */
export function splitTokens(text: string): string[] {
  return text.split(/[\t\n\f\r ]+/).filter(Boolean);
}

function trimCharacters(text: string, character: RegExp): string {
  let start = 0;
  let end = text.length;
  if (isPlain(text.charCodeAt(0)) && isPlain(text.charCodeAt(end - 1))) return text;
  while (start < end && character.test(text[start]!)) start += 1;
  while (end > start && character.test(text[end - 1]!)) end -= 1;
  return text.slice(start, end);
}

/** Whether a character is of ASCII and can be seen, as most are at the ends of a text. */
function isPlain(code: number): boolean {
  return code > 32 && code < 127;
}

/** The line and column of the character at `index`, both from 1. */
export function placeOf(text: string, index: number): { line: number; column: number } {
  const lines = text.slice(0, index).split(/\r\n?|\n/);
  return { line: lines.length, column: lines.at(-1)!.length + 1 };
}
