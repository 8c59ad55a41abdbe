import type { Client } from '../../core/client.js';
import { fedCmNonce } from '../../core/contract/fedcm.js';
import type { FedCmNonceAnswer } from '../../core/contract-types.js';
import { unlessAborted } from '../../core/errors.js';

/**
 * A nonce that is there before it is needed: a browser shows its dialog only soon after a click. Each is handed out
 * once.
 */
export interface ReadyNonces {
  /**
   * The nonce at hand if it is young enough, else a fresh one from the backend, with the providers that the backend
   * names.
   *
   * @throws {LatchError} what the backend's call throws; `aborted` when `signal` aborts first.
   */
  take(signal?: AbortSignal): Promise<FedCmNonceAnswer>;
  /**
   * Fetches a nonce if there is none that is young enough. Never rejects: the error, if it lasts, is met again by
   * `take`.
   */
  prepare(): Promise<void>;
  /** Forgets the nonce at hand: somebody has signed in or out, and the session that it belonged to is over. */
  drop(): void;
}

/** Nonces live 5 minutes on the server; after 4 one is not begun with any more. */
const longestUse = 4 * 60_000;

/** Nonces of this backend, kept at hand. Nothing is fetched before somebody asks. */
export function noncesOf(client: Client): ReadyNonces {
  let kept: { answer: FedCmNonceAnswer; until: number } | undefined;
  let pending: Promise<void> | undefined;
  let drops = 0;

  const call = () => client.call(fedCmNonce);
  const fetch = async () => {
    const [since, before] = [Date.now(), drops];
    // The answer to a new visitor brings the cookie of a session. Of two that overlap the later one stays, and the
    // nonce of the other is lost.
    const answer = await (navigator.locks?.request('latchkey', call) ?? call());
    if (before === drops) kept = { answer, until: since + longestUse };
  };
  const load = () => (pending ??= fetch().finally(() => (pending = undefined)));
  const isFresh = () => kept !== undefined && Date.now() < kept.until;

  return {
    async take(signal) {
      while (!isFresh()) await unlessAborted(signal, load);
      const { answer } = kept!;
      kept = undefined;
      return answer;
    },
    async prepare() {
      if (!isFresh()) await load().catch(() => {});
    },
    drop() {
      kept = undefined;
      drops++;
    },
  };
}
