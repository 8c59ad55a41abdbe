import { failuresPerAccount, failuresPerClient } from '../config/limits.js';
import { Refusal } from '../http/refusal.js';
import type { Store } from '../store/store.js';

function refuse(windowEnds: number, now: number): never {
  const seconds = Math.max(1, Math.ceil((windowEnds - now) / 1000));
  throw new Refusal(429, 'rate_limited', { headers: { 'Retry-After': String(seconds) } });
}

/** Counts failed requests by address and by account, in the store, so that all processes count together. */
export interface FailureLimits {
  /** @throws {Refusal} 429 when the address has failed too often. */
  checkAddress(address: string): Promise<void>;
  countAddress(address: string): Promise<void>;
  /** @throws {Refusal} 429 when the account has failed too often. */
  checkAccount(account: string): Promise<void>;
  countAccount(account: string): Promise<void>;
  /**
   * Counts a failure before the attempt, so that a burst of guesses has no more tries than a row of them.
   *
   * @returns what takes it back after a success.
   * @throws {Refusal} 429 when the account has failed too often.
   */
  reserveAccount(account: string): Promise<() => Promise<void>>;
}

const unlimited: FailureLimits = {
  checkAddress: async () => {},
  countAddress: async () => {},
  checkAccount: async () => {},
  countAccount: async () => {},
  reserveAccount: async () => async () => {},
};

/** Creates the limits, or ones that never refuse when `enabled` is false. */
export function createFailureLimits(store: Store, now: () => number, enabled: boolean): FailureLimits {
  if (!enabled) return unlimited;

  const check = async (subject: string, limit: number): Promise<void> => {
    const time = now();
    const { failed, windowEnds } = await store.readFailures(subject, time);
    if (failed >= limit) refuse(windowEnds, time);
  };
  const count = async (subject: string, window: number): Promise<void> => {
    const time = now();
    await store.countFailure(subject, time, time + window);
  };

  return {
    checkAddress: (address) => check(`address:${address}`, failuresPerClient.most),
    countAddress: (address) => count(`address:${address}`, failuresPerClient.window),
    checkAccount: (account) => check(`account:${account}`, failuresPerAccount.most),
    countAccount: (account) => count(`account:${account}`, failuresPerAccount.window),
    async reserveAccount(account) {
      const time = now();
      const subject = `account:${account}`;
      const { failed, windowEnds } = await store.countFailure(subject, time, time + failuresPerAccount.window);
      if (failed > failuresPerAccount.most) {
        await store.forgiveFailure(subject);
        refuse(windowEnds, time);
      }
      return () => store.forgiveFailure(subject);
    },
  };
}
