import type { Client } from '../base/client/client.js';
import { requestWalletProof } from '../base/contract/digital-credentials.js';
import type { IdentityRequest } from '../base/contract/types.js';
import { LatchError } from '../base/client/errors.js';
import { prefetch, type Prefetched } from '../base/client/prefetch.js';
import { allowedProtocols } from './shapes.js';

/** The protocols that a backend may know, the preferred one first. */
export const knownProtocols: readonly string[] = ['openid4vp-v1-unsigned', 'org-iso-mdoc'];

/**
 * Prefetched requests for wallets, one for each protocol that browser and backend both support. A click is valid for a
 * moment only, so it must not wait for the network. Fetching them rejects with `unsupported` if there is no such
 * protocol, and with `rejected` if only the backend supports none.
 */
export function requestsOf(
  client: Client,
  protocols: readonly string[] = knownProtocols,
): Prefetched<readonly IdentityRequest[]> {
  return prefetch({ fetch: () => fetchRequests(client, protocols) });
}

async function fetchRequests(client: Client, protocols: readonly string[]): Promise<IdentityRequest[]> {
  const allowed = allowedProtocols(protocols);
  const requests: IdentityRequest[] = [];
  let refusal: unknown;
  for (const protocol of allowed) {
    try {
      const query = `?protocol=${encodeURIComponent(protocol)}`;
      const request = await client.call(requestWalletProof, { query });
      if (request.protocol !== protocol) throw new LatchError('bad_response', `The request is not by ${protocol}.`);
      requests.push(request);
    } catch (error) {
      // A backend need not know all protocols, nor be able to ask by each for what it wants to know.
      if ((error as LatchError).code !== 'rejected') throw error;
      refusal = error;
    }
  }
  if (requests.length === 0) throw refusal;
  return requests;
}
