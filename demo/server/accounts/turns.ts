import { Refusal } from '../http/refusal.js';

/** Runs work when its turn has come. @throws {Refusal} 429 when too much work waits already. */
export type TakeTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * Lets at most `atOnce` pieces of work run at once, in the order in which they come, while at most `waitingAtMost`
 * others wait.
 */
export function createTurns(atOnce: number, waitingAtMost: number): TakeTurn {
  let running = 0;
  const waiting: (() => void)[] = [];

  const waitForTurn = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingAtMost) throw new Refusal(429, 'rate_limited', { headers: { 'Retry-After': '5' } });
    await new Promise<void>((resume) => waiting.push(resume));
  };
  /** Hands the turn to the next in line, without a moment in which somebody else could take it. */
  const passTurn = (): void => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };

  return async (work) => {
    await waitForTurn();
    try {
      return await work();
    } finally {
      passTurn();
    }
  };
}
