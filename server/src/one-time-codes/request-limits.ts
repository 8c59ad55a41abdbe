import {
  codesPerAccount,
  codesPerClient,
  guessedCodesPerAccount,
  strangersCodesPerAccount,
  type Limit,
} from '../config/limits.js';
import type { AttemptSource } from '../accounts/attempts.js';
import { signaturesFor } from '../crypto/derived-keys.js';
import { Refusal } from '../http/refusal.js';
import type { Services } from '../services.js';

/** Counts the requests for codes and the sent codes in the store, so that all processes share the limits. */
export interface CodeRequestLimits {
  /**
   * Counts a request for the client and then for the address, whether an account has it or not, so that a refusal
   * reveals nothing. The address itself is not stored.
   *
   * @throws {Refusal} 429 at the client's sixth for one address in an hour, or when it has asked too often.
   */
  countRequest(address: string, client: string): Promise<void>;
  /**
   * Counts a message to an account; without an account, takes the same time. Returns false at the 31st in an hour, or if
   * 20 codes were guessed at wrongly within a week: then it must not be sent. A browser that the account knows has a
   * separate limit of five, so that strangers cannot use up the owner's.
   */
  mayReceive(address: string, source: AttemptSource): Promise<boolean>;
  /**
   * Counts a code at whose first guess this is, before it is compared. Returns false if too many were guessed at wrongly
   * within a week: then no guess is right.
   */
  mayGuess(source: AttemptSource): Promise<boolean>;
  /** Takes a counted code back: the guess was right. */
  forgive(source: AttemptSource): Promise<void>;
}

/** Creates the limits, or ones that never refuse where failures are not limited either. */
export function createCodeRequestLimits({
  config,
  now,
  secrets,
  store,
}: Pick<Services, 'config' | 'now' | 'secrets' | 'store'>): CodeRequestLimits {
  if (!config.limitFailures)
    return {
      countRequest: async () => {},
      mayReceive: async () => true,
      mayGuess: async () => true,
      forgive: async () => {},
    };
  const { sign: hashAddress } = signaturesFor(secrets, 'latchkey addressee v1');

  const perClient = { ...codesPerClient, most: config.codesPerClient ?? codesPerClient.most };

  /** What counts the guessed codes of an account: for strangers, or for the browsers that it knows. */
  const guessedOf = (whose: string, { browser }: AttemptSource): string =>
    `guessed-codes:${whose}${browser === undefined ? '' : ` known:${browser.epoch}`}`;

  /** When the window ends, if this is one too many in it. */
  const count = async (subject: string, { most, window }: Limit = codesPerAccount): Promise<number | undefined> => {
    const time = now();
    const { failed, windowEnds } = await store.countFailure(subject, time, time + window);
    return failed > most ? windowEnds : undefined;
  };

  return {
    async countRequest(address, client) {
      // One that is refused for its client does not use the address up, of which its owner could then get no code.
      const windowEnds =
        (await count(`code-client:${client}`, perClient)) ??
        (await count(`code-address:${hashAddress(address)} client:${client}`));
      if (windowEnds !== undefined) {
        throw new Refusal(429, 'rate_limited', {
          headers: { 'Retry-After': String(Math.max(1, Math.ceil((windowEnds - now()) / 1000))) },
        });
      }
    },

    async mayReceive(address, source) {
      const { browser, userId } = source;
      const guessed = guessedOf(userId ?? hashAddress(address), source);
      const time = now();
      const { failed, windowEnds } = await store.readFailures(guessed, time);
      const wasAhead = windowEnds > time + 2 * guessedCodesPerAccount.window;
      const isOften =
        browser === undefined
          ? await count(`code-account:${userId ?? hashAddress(address)}`, strangersCodesPerAccount)
          : await count(`code-account:${userId} browser:${browser.hash}`);
      return (failed < guessedCodesPerAccount.most || wasAhead) && isOften === undefined;
    },

    mayGuess: async (source) =>
      (await count(guessedOf(source.userId ?? 'nobody', source), guessedCodesPerAccount)) === undefined,
    forgive: (source) => store.forgiveFailure(guessedOf(source.userId!, source)),
  };
}
