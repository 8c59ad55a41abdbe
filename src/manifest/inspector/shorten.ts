/** Longer texts are shortened; browsers take seconds to lay out a megabyte. */
const longest = 1000;

/** Cuts a text that is too long to be shown. */
export function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/**
 * A piece of a line that is too long to be shown, around the place `column`, from 1, that there is something to say
 * about.
 */
export function shortenAround(line: string, column: number): string {
  if (line.length <= longest) return line;
  const from = Math.max(0, Math.min(column - longest / 10, line.length - longest));
  return `${from > 0 ? '…' : ''}${line.slice(from, from + longest)}${from + longest < line.length ? '…' : ''}`;
}
