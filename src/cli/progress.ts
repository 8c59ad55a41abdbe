import type { WriteStream } from 'node:tty';

/** A line on a terminal that says what is going on, and is gone when there is something to read. */
export interface Progress {
  show(sentence: string): void;
  clear(): void;
}

const clearLine = '\r\x1b[K';

/** Shows progress on `stream` if that is a terminal; else nothing is ever written. */
export function createProgress(stream: WriteStream): Progress {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show: (sentence) => void stream.write(clearLine + sentence),
    clear: () => void stream.write(clearLine),
  };
}
