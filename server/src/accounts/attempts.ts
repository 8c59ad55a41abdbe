import {
  failuresPerAccount,
  failuresPerClient,
  flowsPerClient,
  guessesBeforeSlowDown,
  guessesPerClient,
  handOffsPerClient,
  namesPerClient,
  signUpsPerClient,
  slowGuesses,
  visitorSessionsPerClient,
  type Limit,
} from '../config/limits.js';
import type { Background } from '../background.js';
import { Refusal } from '../http/refusal.js';
import type { KnownBrowser } from '../store/known-browsers.js';
import type { Failures } from '../store/records.js';
import type { Store } from '../store/store.js';
import { createTurns, type TakeTurn } from './turns.js';

/** Who tries to sign in to an account. */
export interface AttemptSource {
  /** The network that the request comes from. */
  client: string;
  /** The browser, if it is known to have signed in to that account before. */
  browser: KnownBrowser | undefined;
  /** The account, if there is one. */
  userId?: string | undefined;
}

/** What a client without an account can have the server store, or say: whether a name is taken. */
export type StrangersRow = 'flow' | 'hand-off' | 'name' | 'sign-up' | 'visitor-session';

/**
 * Counts what clients fail at and what they have the server store, in the store, so that all processes count together.
 * Failures at an account count for the one who tries, so that a stranger cannot lock its owner out.
 */
export interface RateLimits {
  /** @throws {Refusal} 429 when the client has failed too often. */
  checkClient(client: string): Promise<void>;
  countFailureOfClient(client: string): Promise<void>;
  /** Counts a row that the client is about to cause. @throws {Refusal} 429 when it has caused too many. */
  countRow(row: StrangersRow, client: string): Promise<void>;
  /** @throws {Refusal} 429 when the source has failed too often at the account. */
  checkAccount(account: string, source: AttemptSource): Promise<void>;
  countFailureAt(account: string, source: AttemptSource): Promise<void>;
  /**
   * Runs an attempt to guess the secret of an account, which counts before it runs, so that a burst of guesses has no
   * more tries than a sequence of them. After many wrong guesses from browsers that never signed in to the account,
   * attempts from those run one at a time, a second apart; a right one still succeeds. With `all`, only so many wrong
   * guesses of all those browsers run at all. The same holds for the browsers that the account knows, together.
   *
   * @returns whether the attempt says that the secret is right.
   * @throws {Refusal} 429 when the source has failed too often at the account, or too many slowed attempts wait.
   */
  guess(account: string, source: AttemptSource, attempt: () => Promise<boolean>, all?: Limit): Promise<boolean>;
}

/** Resolves after so many milliseconds. */
export type Wait = (milliseconds: number) => Promise<void>;

const unlimited: RateLimits = {
  checkClient: async () => {},
  countFailureOfClient: async () => {},
  countRow: async () => {},
  checkAccount: async () => {},
  countFailureAt: async () => {},
  guess: (_account, _source, attempt) => attempt(),
};

const rows: Record<StrangersRow, Limit> = {
  flow: flowsPerClient,
  'hand-off': handOffsPerClient,
  name: namesPerClient,
  'sign-up': signUpsPerClient,
  'visitor-session': visitorSessionsPerClient,
};

/** How the limits may differ from those of `config/limits.ts`. */
export interface RateLimitOptions {
  /** False for limits that never refuse. */
  enabled: boolean;
  signUpsPerClient?: number | undefined;
  wait: Wait;
  background: Background;
  /** Notes that attempts at an account are refused or slowed down. It must not make the request wait. */
  noteLockOut?: (userId: string) => void;
}

/** The key of a counter. Encoded as JSON, because a user name may contain any separator. */
const keyOf = (...parts: readonly (number | string)[]): string => JSON.stringify(parts);

/** Creates the limits over a store. */
export function createRateLimits(store: Store, now: () => number, options: RateLimitOptions): RateLimits {
  if (!options.enabled) return unlimited;

  const refuse = (windowEnds: number): never => {
    const seconds = Math.max(1, Math.ceil((windowEnds - now()) / 1000));
    throw new Refusal(429, 'rate_limited', { headers: { 'Retry-After': String(seconds) } });
  };
  const noteLockOut = ({ userId }: AttemptSource): void => {
    if (userId !== undefined) options.noteLockOut?.(userId);
  };
  /** What was failed in a window that is not over, nor began when the clock was ahead. */
  const read = async (subject: string, { window }: Limit): Promise<Failures> => {
    const time = now();
    const failures = await store.readFailures(subject, time);
    return failures.windowEnds > time + 2 * window ? { ...failures, failed: 0 } : failures;
  };
  const check = async (subject: string, limit: Limit, refused = () => {}): Promise<void> => {
    const { failed, windowEnds } = await read(subject, limit);
    if (failed < limit.most) return;
    refused();
    refuse(windowEnds);
  };
  const count = (subject: string, { window }: Limit): ReturnType<Store['countFailure']> => {
    const time = now();
    return store.countFailure(subject, time, time + window);
  };
  const signUps = options.signUpsPerClient ?? signUpsPerClient.most;
  const limitOf = (row: StrangersRow): Limit => {
    if (row === 'sign-up') return { ...rows[row], most: signUps };
    // Where many may sign up, many may try names.
    return row === 'name' ? { ...rows[row], most: Math.max(rows[row].most, 3 * signUps) } : rows[row];
  };
  const subjectOf = (account: string, { client, browser }: AttemptSource): string =>
    browser === undefined ? keyOf('client', account, client) : keyOf('browser', account, browser.hash);
  /** All who count together with the source: strangers, or the browsers that the account knows. */
  const groupOf = (account: string, { browser }: AttemptSource): readonly (number | string)[] =>
    browser === undefined ? [account] : [account, browser.epoch];

  /** The groups whose guesses are slowed at the moment. */
  const slowed = new Map<string, { takeTurn: TakeTurn; attempts: number }>();
  const slowDown = async (group: string, client: string, attempt: () => Promise<boolean>): Promise<boolean> => {
    const line = slowed.get(group) ?? { takeTurn: createTurns(slowGuesses), attempts: 0 };
    slowed.set(group, line);
    line.attempts += 1;
    try {
      return await line.takeTurn(client, async () => {
        await options.wait(slowGuesses.pause);
        return attempt();
      });
    } finally {
      line.attempts -= 1;
      if (line.attempts === 0) slowed.delete(group);
    }
  };

  return {
    checkClient: (client) => check(`address:${client}`, failuresPerClient),
    countFailureOfClient: async (client) => void (await count(`address:${client}`, failuresPerClient)),

    async countRow(row, client) {
      const limit = limitOf(row);
      const { failed, windowEnds } = await count(`${row}:${client}`, limit);
      if (failed > limit.most) refuse(windowEnds);
    },

    checkAccount: (account, source) => check(subjectOf(account, source), failuresPerAccount, () => noteLockOut(source)),
    countFailureAt: async (account, source) => void (await count(subjectOf(account, source), failuresPerAccount)),

    async guess(account, source, attempt, all) {
      const subject = subjectOf(account, source);
      const { failed, windowEnds } = await count(subject, failuresPerAccount);
      const group = groupOf(account, source);
      const together = keyOf('all', ...group);
      const counted = all ? await count(together, all) : undefined;
      const ofClient = `guesses:${source.client}`;
      const sprayed = source.browser === undefined ? await count(ofClient, guessesPerClient) : undefined;
      let isWrong = false;
      try {
        if (sprayed && sprayed.failed > guessesPerClient.most) refuse(sprayed.windowEnds);
        if (counted && counted.failed > all!.most) {
          noteLockOut(source);
          refuse(counted.windowEnds);
        }
        if (failed > failuresPerAccount.most) noteLockOut(source);
        if (failed > failuresPerAccount.most) refuse(windowEnds);
        const everyone = keyOf('group', ...group);
        const isSlowed = (await read(everyone, guessesBeforeSlowDown)).failed >= guessesBeforeSlowDown.most;
        if (isSlowed) noteLockOut(source);
        isWrong = !(await (isSlowed ? slowDown(everyone, source.client, attempt) : attempt()));
        if (isWrong) await count(everyone, guessesBeforeSlowDown);
        return !isWrong;
      } finally {
        if (!isWrong)
          for (const forgiven of [subject, ...(sprayed ? [ofClient] : []), ...(counted ? [together] : [])])
            options.background.begin('forgive', () => store.forgiveFailure(forgiven));
      }
    },
  };
}
