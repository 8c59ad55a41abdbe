import { AsyncLocalStorage } from 'node:async_hooks';

/** From the least to the most important. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One entry for the operator. Never contains cookies, passwords, codes, challenges, keys or bodies. */
export interface LogEntry {
  level: LogLevel;
  event: string;
  [detail: string]: unknown;
}

export type Log = (entry: LogEntry) => void;

const requests = new AsyncLocalStorage<string>();

/** Runs the work for a request, so that the entries of it, and of what it starts, have the request's id. */
export function inRequest<Result>(id: string, work: () => Result): Result {
  return requests.run(id, work);
}

/**
 * Creates a log that writes entries of at least this level as one JSON line each, so that a value from outside cannot
 * start a new line.
 */
export function createLog(lowest: LogLevel, write: (line: string) => void = console.error): Log {
  const rank = logLevels.indexOf(lowest);
  return ({ level, event, ...details }) => {
    if (logLevels.indexOf(level) < rank) return;
    const request = requests.getStore();
    const time = new Date().toISOString();
    write(JSON.stringify({ time, level, event, ...(request !== undefined && { request }), ...details }));
  };
}

/** Writes to stderr. */
export const logToConsole: Log = createLog('info');
