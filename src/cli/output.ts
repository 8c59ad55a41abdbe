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
