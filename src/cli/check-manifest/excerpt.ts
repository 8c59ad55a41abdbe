import { paint, printable, terminalWidth } from '../terminal.js';

/** The longest piece of a line that is shown, and the shortest. */
const [widest, narrowest] = [100, 40];

/** The lines of a text, by line ends of any kind. */
export function splitLines(text: string): string[] {
  return text.split(/\r\n?|\n/);
}

/**
 * The line that a finding is about, with its number and a mark under what stands there; empty beyond the end of the
 * text.
 */
export function writeExcerpt(
  lines: readonly string[],
  { line, column }: { line: number; column: number },
  indent: string,
): string {
  const text = lines[line - 1];
  if (text === undefined) return '';
  // The number, the mark of the margin and two ellipses take ten columns.
  const width = Math.max(narrowest, Math.min(widest, terminalWidth() - indent.length - 10));
  const token = /^(?:"(?:[^"\\]|\\.)*"?|<[^>]*>?|[\w.+-]+|.)?/u.exec(text.slice(column - 1, column - 1 + width))![0];
  const from = text.length <= width ? 0 : Math.max(0, column - 1 - Math.floor(width / 4));
  const shown = text.slice(from, from + width);
  const [before, after] = [from > 0 ? '…' : '', from + width < text.length ? '…' : ''];
  const number = `${line}`.padStart(5);
  // Both lines are made printable piece by piece, so that the mark stays below what it marks.
  const left = before + printable(shown.slice(0, column - 1 - from));
  const marked = printable(shown.slice(column - 1 - from).slice(0, token.length));
  const right = printable(shown.slice(column - 1 - from + token.length)) + after;
  return `${indent}${paint('dim', `${number} │`)} ${left}${marked}${right}\n${indent}${' '.repeat(5)} ${paint('dim', '│')} ${' '.repeat(left.length)}${paint('yellow', '^'.repeat(Math.max(1, marked.length)))}\n`;
}
