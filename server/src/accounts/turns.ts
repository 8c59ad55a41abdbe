import { Refusal } from '../http/refusal.js';

/**
 * Runs work when its turn has come. Work is queued for a client: clients take turns, so that one with much work does
 * not hold up the others.
 *
 * @throws {Refusal} 429 when too much work waits already, or too much of this client's.
 */
export interface TakeTurn {
  <Result>(client: string, work: () => Promise<Result>): Promise<Result>;
  /** How much work waits. */
  waiting(): number;
}

/** How much work runs at once, how much may wait, and how much of one client may run and wait together. */
export interface Queue {
  atOnce: number;
  waiting: number;
  perClient: number;
}

/** Creates a queue. */
export function createTurns({ atOnce, waiting: waitingAtMost, perClient }: Queue): TakeTurn {
  let running = 0;
  let waiting = 0;
  /** The work that waits, by client; the client whose turn is next comes first. */
  const lines = new Map<string, (() => void)[]>();
  const held = new Map<string, number>();

  const waitForTurn = async (client: string): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    waiting += 1;
    await new Promise<void>((resume) => {
      const line = lines.get(client);
      if (line) line.push(resume);
      else lines.set(client, [resume]);
    });
  };
  /** Hands the turn to the next in line, without a moment in which other work could take it. */
  const passTurn = (): void => {
    const [next] = lines;
    if (!next) {
      running -= 1;
      return;
    }
    const [client, line] = next;
    lines.delete(client);
    const resume = line.shift()!;
    if (line.length > 0) lines.set(client, line);
    waiting -= 1;
    resume();
  };

  const takeTurn = async <Result>(client: string, work: () => Promise<Result>): Promise<Result> => {
    const own = held.get(client) ?? 0;
    if (own >= perClient || (running >= atOnce && waiting >= waitingAtMost))
      throw new Refusal(429, 'rate_limited', { headers: { 'Retry-After': '5' } });
    held.set(client, own + 1);
    try {
      await waitForTurn(client);
      try {
        return await work();
      } finally {
        passTurn();
      }
    } finally {
      const left = held.get(client)! - 1;
      if (left === 0) held.delete(client);
      else held.set(client, left);
    }
  };
  return Object.assign(takeTurn, { waiting: () => waiting });
}
