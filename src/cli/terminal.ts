import process from 'node:process';
import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Colors `text` if standard output is a terminal, unless `NO_COLOR` is set, and always if `FORCE_COLOR` is. */
export function paint(format: Format, text: string): string {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const isColored = FORCE_COLOR
    ? !['0', 'false'].includes(FORCE_COLOR)
    : process.stdout.isTTY && !NO_COLOR && process.env['TERM'] !== 'dumb';
  return isColored && text !== '' ? styleText(format, text, { validateStream: false }) : text;
}

/** What joins emoji, and letters of scripts that write them together, takes no room either, but is seen there. */
const joins = String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})|(?<=[\p{M}\p{Script=Arabic}])[\u200c\u200d](?=\p{L})|(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]|(?<=[0-9#*])\ufe0f(?=\u20e3)`;
/** What moves the cursor, rings, turns the writing around, takes no room, or is half a character. */
const unfit = new RegExp(
  String.raw`(?!${joins})[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]`,
  'gu',
);

/** Makes text from elsewhere fit for a terminal and for reports: what would not be seen there is shown as an escape. */
export function printable(text: string): string {
  return text.replaceAll('\t', ' ').replace(unfit, escape);
}

/** The same for a text of several lines, which stay lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** A value as JSON that is as fit for a terminal, and means the same. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(unfit, (character) =>
    character === '\n' ? character : escape(character),
  );
}

function escape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** The width in columns; infinite without a terminal. */
export function terminalWidth(): number {
  return (process.stdout.isTTY && process.stdout.columns) || Infinity;
}

/** Writes `text` after `first`, broken between words where the terminal ends; further lines begin with `indent`. */
export function wrap(text: string, first: string, indent = first, width = terminalWidth()): string {
  const lines = [''];
  for (const word of text.split(' ')) {
    const [prefix, line] = [lines.length > 1 ? indent : first, lines.at(-1)!];
    if (line !== '' && prefix.length + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return first + lines.join(`\n${indent}`);
}

/**
 * A table whose columns are as wide as what is in them; the first row is the heading. Where the terminal is narrower,
 * the columns that do not fit follow below, beside the first again.
 */
export function formatTable(rows: string[][], indent: string, width = terminalWidth()): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const parts: number[][] = [];
  let room = 0;
  for (let column = 1; column < widths.length; column++) {
    room -= widths[column]! + 2;
    if (room < 0 || parts.length === 0) {
      parts.push([0]);
      room = width - indent.length - widths[0]! - widths[column]! - 2;
    }
    parts.at(-1)!.push(column);
  }
  return parts
    .map((columns) => {
      const [heading, ...lines] = rows.map(
        (row) =>
          `${indent}${columns
            .map((column) => row[column]!.padEnd(widths[column]!))
            .join('  ')
            .trimEnd()}\n`,
      );
      return paint('dim', heading!) + lines.join('');
    })
    .join('\n');
}
