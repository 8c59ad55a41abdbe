import process from 'node:process';
import { printable } from './terminal.js';

/** Where a command prints: the streams of the process, or those of a program that runs the command inside itself. */
export interface Output {
  stdout: Printer;
  stderr: Printer;
}

/** A stream that text is printed on; on a terminal the command uses its columns. */
export interface Printer {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** A progress line on a terminal, which is removed before other output. */
export interface Progress {
  show(sentence: string): void;
  clear(): void;
}

const clearLine = '\r\x1b[K';

/** Shows progress on `stream` if that is a terminal that can take back what it shows; else nothing is ever written. */
export function createProgress(stream: Printer): Progress {
  if (!stream.isTTY || process.env['TERM'] === 'dumb') return { show: () => undefined, clear: () => undefined };
  return {
    show: (sentence) => void stream.write(clearLine + printable(sentence).slice(0, (stream.columns ?? 80) - 1)),
    clear: () => void stream.write(clearLine),
  };
}
