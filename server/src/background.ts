import type { Log } from './log.js';

/**
 * Work that requests leave behind: nothing is awaited between the commit of a change and its answer, so that what is
 * done is never answered as if it was not.
 */
export interface Background {
  /** Begins the work now. What goes wrong is logged, with what it was for. */
  begin(what: string, work: () => Promise<unknown>): void;
  /** Resolves when no work is pending. */
  settled(): Promise<void>;
}

/** Creates the background of an app. */
export function createBackground(log: Log): Background {
  const underWay = new Set<Promise<void>>();
  return {
    begin(what, work) {
      const run = work()
        .then(
          () => {},
          (error: unknown) => log({ level: 'warn', event: 'background-failed', what, reason: String(error) }),
        )
        .finally(() => underWay.delete(run));
      underWay.add(run);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
