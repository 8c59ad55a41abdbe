import process from 'node:process';
import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Colours `text` if whoever reads standard output can see colours: on a terminal, unless `NO_COLOR` is set, or wherever `FORCE_COLOR` is. */
export function paint(format: Format, text: string): string {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const isColored = FORCE_COLOR ? FORCE_COLOR !== '0' : process.stdout.isTTY && !NO_COLOR;
  return isColored && text !== '' ? styleText(format, text, { validateStream: false }) : text;
}

/** Makes text from elsewhere fit for a terminal: what would move the cursor, ring or turn the writing around is shown as an escape. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, (character) => (character === '\t' ? ' ' : `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`));
}

/** A table whose columns are as wide as what is in them; the first row is the heading. */
export function formatTable([heading = [], ...rows]: string[][], indent: string): string {
  const widths = heading.map((_, column) => Math.max(...[heading, ...rows].map((row) => (row[column] ?? '').length)));
  const write = (row: string[]): string => `${indent}${row.map((cell, column) => cell.padEnd(widths[column]!)).join('  ').trimEnd()}\n`;
  return paint('dim', write(heading)) + rows.map(write).join('');
}
