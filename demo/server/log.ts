/** One entry for the operator. Never contains cookies, passwords, keys or bodies. */
export interface LogEntry {
  level: 'warn' | 'error';
  event: string;
  [detail: string]: unknown;
}

export type Log = (entry: LogEntry) => void;

/** Writes entries as one JSON line each to stderr, so that a value from outside cannot start a new line. */
export const logToConsole: Log = (entry) => console.error(JSON.stringify({ time: new Date().toISOString(), ...entry }));
