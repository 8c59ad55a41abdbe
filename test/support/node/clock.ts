/** A clock that stands still until a test moves it. Times are epoch milliseconds, spans milliseconds. */
export interface Clock {
  now(): number;
  advance(milliseconds: number): void;
}

export const seconds = 1_000;
export const minutes = 60 * seconds;
export const days = 24 * 60 * minutes;

export function createClock(start = Date.UTC(2030, 0, 1)): Clock {
  let time = start;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

/** A clock that runs, for servers that compare their time with that of another program; `ahead` ms before real time. */
export function createRunningClock(ahead = 0): Clock {
  let offset = ahead;
  return {
    now: () => Date.now() + offset,
    advance(milliseconds) {
      offset += milliseconds;
    },
  };
}
