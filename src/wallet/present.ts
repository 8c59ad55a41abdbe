import { run } from '../base/browser/ceremony.js';
import type { Client } from '../base/client/client.js';
import { verifyWalletProof } from '../base/contract/digital-credentials.js';
import type { IdentityAnswer, IdentityRequest } from '../base/contract/types.js';
import { LatchError } from '../base/client/errors.js';
import type { Prefetched } from '../base/client/prefetch.js';
import { renewOnce } from '../base/client/renew-once.js';
import { watched } from '../base/browser/watch-ceremonies.js';
import { requestsOf } from './requests.js';
import { askWallet } from './shapes.js';

/** The backend has verified what a wallet presented. */
export interface PresentedIdentity {
  /** How the wallet was asked. */
  readonly protocol: string;
  /**
   * What the backend asked for and found to be true, by the id of the credential in its query. Personal data: Latchkey
   * keeps none of it, and puts none into events, errors or storage.
   */
  readonly claims: IdentityAnswer['claims'];
}

/** Who verifies it, and how wallets are asked. */
export interface PresentOptions {
  client: Client;
  /** The protocols to offer, the preferred one first. Defaults to all that a backend may know. */
  protocols?: readonly string[] | undefined;
  /** Prefetched requests, instead of new ones by `protocols`. */
  requests?: Prefetched<readonly IdentityRequest[]>;
  signal?: AbortSignal | undefined;
  onPhase?: ((phase: 'preparing' | 'asking' | 'verifying') => void) | undefined;
}

/**
 * Requests a proof from one of the user's wallets, for example of their age, and has the backend verify it. The backend
 * decides what to request. Does not sign the user in. Needs a user gesture, which may expire unless `requests` are
 * ready or arrive quickly. The response is encrypted for the backend: no script in the page can read it.
 *
 * @throws {LatchError} `cancelled` if the user declined, has no such credential or has no wallet, `unsupported` if the
 *   browser or the backend does not support it, `rejected` if the response does not verify or is not what was
 *   requested, `challenge_expired`, `timed_out` also if the gesture expired before the requests arrived,
 *   `insecure_context`, `superseded`, `aborted`, and the other errors of {@link Client.call}.
 * @throws {TypeError} if there was no gesture at all.
 * @see {@link https://www.w3.org/TR/digital-credentials/ Digital Credentials}
 */
export function presentDigitalCredential(options: PresentOptions): Promise<PresentedIdentity> {
  return watched(
    renewOnce(() => requestAndVerify(options), hasGesture),
    'digital-credential',
  );
}

async function requestAndVerify({
  client,
  protocols,
  requests = requestsOf(client, protocols),
  signal,
  onPhase,
}: PresentOptions): Promise<PresentedIdentity> {
  const hadGesture = hasGesture();
  onPhase?.('preparing');
  const ceremony = async (turn: AbortSignal, commit: () => void): Promise<PresentedIdentity> => {
    const offered = await requests.take(turn);
    if (!hadGesture) throw new TypeError('"presentDigitalCredential" needs a user gesture');
    if (!hasGesture())
      throw new LatchError('timed_out', 'The user gesture expired before the requests arrived.', { retryable: true });
    onPhase?.('asking');
    const body = await askWallet(offered, turn);
    requests.discard();
    commit();
    onPhase?.('verifying');
    const { claims } = await client.call(verifyWalletProof, { body, signal: turn });
    return { protocol: body.protocol, claims };
  };
  return run(ceremony, { mode: 'modal', kind: 'digital', signal });
}

/**
 * Whether the browser still takes what the page does for the answer to a click or a key; true where it does not say.
 */
function hasGesture(): boolean {
  return navigator.userActivation?.isActive ?? true;
}
