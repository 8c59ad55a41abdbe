import type { Client } from '../../core/client.js';
import { identityRequest } from '../../core/contract/digital-credentials.js';
import type { IdentityRequest } from '../../core/contract-types.js';
import { unlessAborted, type LatchError } from '../../core/errors.js';
import { allowedProtocols } from './shapes.js';

/**
 * Requests for wallets that are there before the click, so that the click, which browsers take for the person's
 * agreement only for a moment, need not wait for the network.
 */
export interface ReadyRequests {
  /**
   * The present ones if they are young enough, else fresh ones from the backend: one for each protocol that browser and
   * backend both know.
   *
   * @throws {LatchError} `unsupported` where there is no such protocol, `rejected` where only the backend knows none,
   *   what the backend's call throws; `aborted` when `signal` aborts first.
   */
  take(signal?: AbortSignal): Promise<readonly IdentityRequest[]>;
  /**
   * Fetches them if there are none that are young enough. Never rejects: the error, if it lasts, is met again by
   * `take`.
   */
  prepare(): Promise<void>;
  /** Tells that they are of no use any more: one was answered, or the session they belong to is over. */
  spend(): void;
}

/** Requests live 5 minutes on the server; after 4 they are not begun with any more. */
const longestUse = 4 * 60_000;

/** The protocols that a backend may know, the preferred one first. */
export const knownProtocols: readonly string[] = ['openid4vp-v1-unsigned', 'org-iso-mdoc'];

/** Keeps requests at hand. Nothing is fetched before somebody asks. */
export function readyRequests(client: Client, protocols: readonly string[] = knownProtocols): ReadyRequests {
  let present: { requests: readonly IdentityRequest[]; until: number } | undefined;
  let pending: Promise<readonly IdentityRequest[]> | undefined;

  const load = async () => {
    const until = Date.now() + longestUse;
    const own = (pending ??= fetchRequests(client, protocols));
    try {
      const requests = await own;
      if (pending === own) present = { requests, until };
      return requests;
    } finally {
      if (pending === own) pending = undefined;
    }
  };
  const take = async (signal?: AbortSignal) =>
    present && Date.now() < present.until ? present.requests : unlessAborted(signal, load);

  return {
    take,
    prepare: async () => void (await take().catch(() => {})),
    spend: () => (present = pending = undefined),
  };
}

async function fetchRequests(client: Client, protocols: readonly string[]): Promise<IdentityRequest[]> {
  const allowed = allowedProtocols(protocols);
  const fetchAll = async () => {
    const requests: IdentityRequest[] = [];
    let refusal: unknown;
    for (const protocol of allowed) {
      try {
        requests.push(
          await client.call(identityRequest(protocol), { query: `?protocol=${encodeURIComponent(protocol)}` }),
        );
      } catch (error) {
        // A backend need not know all protocols, nor be able to ask by each for what it wants to know.
        if ((error as LatchError).code !== 'rejected') throw error;
        refusal = error;
      }
    }
    if (requests.length === 0) throw refusal;
    return requests;
  };
  // The answer to a new visitor brings the cookie of a session. Of two that overlap, from two elements or two tabs, the
  // later cookie stays and the request of the other is lost.
  return navigator.locks?.request('latchkey', fetchAll) ?? fetchAll();
}
