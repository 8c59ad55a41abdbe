import { codesPerAccount, codesPerClient, unusedCodesPerAccount } from '../config/limits.js';
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
   * Counts a message to an account; with null, takes the same time without an account. Returns false at the sixth in an
   * hour, or the 21st in a week whose code was not used, which must not be sent. A browser that has signed in to the account before has a separate limit of five, so
   * that strangers cannot use up the owner's.
   */
  mayReceive(userId: string | null, address: string, browser: string | undefined): Promise<boolean>;
  /** Takes a counted message back: its code was used. */
  forgive(userId: string): Promise<void>;
}

/** Creates the limits, or ones that never refuse where failures are not limited either. */
export function createCodeRequestLimits({
  config,
  now,
  secrets,
  store,
}: Pick<Services, 'config' | 'now' | 'secrets' | 'store'>): CodeRequestLimits {
  if (!config.limitFailures)
    return { countRequest: async () => {}, mayReceive: async () => true, forgive: async () => {} };
  const { sign: hashAddress } = signaturesFor(secrets, 'latchkey addressee v1');

  const perClient = { ...codesPerClient, most: config.codesPerClient ?? codesPerClient.most };

  /** When the window ends, if this is one too many in it. */
  const count = async (subject: string, { most, window } = codesPerAccount): Promise<number | undefined> => {
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
    async mayReceive(userId, address, browser) {
      if (browser !== undefined) return (await count(`code-account:${userId} browser:${browser}`)) === undefined;
      const whose = userId ?? hashAddress(address);
      const isOften = (await count(`code-account:${whose}`)) !== undefined;
      const isUnused = (await count(`unused-codes:${whose}`, unusedCodesPerAccount)) !== undefined;
      return !isOften && !isUnused;
    },

    forgive: (userId) => store.forgiveFailure(`unused-codes:${userId}`),
  };
}
