import { sessionChanges } from '../storage/channel.js';
import { unlessAborted } from './errors.js';
import { cookieLock, withOptionalLock } from '../storage/locks/optional-lock.js';

/**
 * An answer of the backend that is fetched before it is needed, because browsers open a dialog only soon after a click.
 * It belongs to the session that the page has: a sign-in or sign-out discards it.
 */
export interface Prefetched<Value> {
  /**
   * The present answer if it is young enough, else a fresh one.
   *
   * @throws {LatchError} what the backend's call throws; `aborted` when `signal` aborts first.
   */
  take(signal?: AbortSignal): Promise<Value>;
  /** Fetches an answer unless there is one that is young enough. Never rejects: `take` meets an error that lasts. */
  prepare(): Promise<void>;
  /** Discards the response, also one in flight: it was used, or is outdated. */
  discard(): void;
  /** How long the current response may still be used, in ms; 0 if there is none. */
  remaining(): number;
}

/** Where the answers come from, and how long they may be used. */
export interface PrefetchOptions<Value> {
  /** Asks the backend. No other tab asks for something of the kind at the same time. */
  fetch(): Promise<Value>;
  /** An answer that came with the page, as old as the page. */
  inlined?: Value | undefined;
  /** Whether {@link Prefetched.take} gives each answer to one caller only. */
  isSingleUse?: boolean;
}

/**
 * Challenges, nonces and requests live 5 minutes on the server; after 4 they are not begun with any more. Options that
 * name a shorter `timeout` are used for 80 % of that.
 */
export const longestUse = 4 * 60_000;

/** Fetches answers ahead. Nothing is fetched before the first call. */
export function prefetch<Value>({ fetch, inlined, isSingleUse }: PrefetchOptions<Value>): Prefetched<Value> {
  let present: { value: Value; until: number; session: number } | undefined;
  let pending: Promise<void> | undefined;
  let discards = 0;

  /** Changes whenever an answer from before is of no use any more. */
  const session = () => discards + sessionChanges();
  const remaining = () => (present?.session === session() ? Math.max(0, present.until - Date.now()) : 0);
  const keep = (value: Value, since: number, asked: number) => {
    const lifetime = Math.min(longestUse, 0.8 * ((value as { timeout?: number }).timeout || Infinity));
    present = { value, until: since + lifetime, session: asked };
  };
  const load = () => {
    const [since, asked] = [Date.now(), session()];
    return (pending ??= withOptionalLock(cookieLock, {}, fetch)
      .then((value) => keep(value, since, asked))
      .finally(() => (pending = undefined)));
  };

  if (inlined) keep(inlined, performance.timeOrigin, session());
  return {
    async take(signal) {
      do {
        if (remaining() === 0) await unlessAborted(signal, load);
        // Another caller may have taken it, or a user may have signed in or out meanwhile.
      } while (present?.session !== session());
      const { value } = present;
      if (isSingleUse) present = undefined;
      return value;
    },
    async prepare() {
      if (remaining() === 0) await load().catch(() => {});
    },
    discard: () => void discards++,
    remaining,
  };
}
