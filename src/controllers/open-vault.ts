import type { Client } from '../core/client.js';
import { within } from '../core/deadline.js';
import { LatchError } from '../core/errors.js';
import { lastSession } from '../core/known-session.js';
import { readSession } from '../core/session.js';
import { createPasskey } from '../features/passkey/create.js';
import { listPasskeys } from '../features/passkey/list.js';
import { evaluatePrf } from '../features/passkey/prf.js';
import { requirePasskeys } from '../features/passkey/webauthn.js';
import {
  createVault,
  forgetLostVaults,
  listVaults,
  unlockVault,
  type AskPasskey,
  type LockedVault,
  type Vault,
} from '../features/vault/index.js';

export { lockWhenLeft, unlockVault, vaultsBelongToPerson } from '../features/vault/index.js';

/** What a person is asked before a browser asks them: each click is the gesture that the next request needs. */
export interface OpeningHost {
  /** The account has no passkey yet. Resolves with whether one is to be created. */
  offerPasskey(): Promise<boolean>;
  /**
   * The new passkey must be used once more: some browsers return its secret only then. Resolves with whether the user
   * continues.
   */
  explainSecondRequest(): Promise<boolean>;
}

/** What a vault is opened with. */
interface OpenVaultOptions {
  client: Client;
  host: OpeningHost;
  signal: AbortSignal;
  /** Whether vaults that the browser has deleted are given up for a new one. */
  forgetLost: boolean;
}

/**
 * Unlocks the person's vault on this device, or creates one where they have none; that needs a session and the
 * network.
 */
export async function openVault({ client, host, signal, forgetLost }: OpenVaultOptions): Promise<Vault> {
  const ask = askUntil(signal);
  if (forgetLost) await forgetLostVaults();
  const isSealed = (await listVaults()).length > 0;
  if (isSealed) {
    const { person, status } = await findPerson(client);
    // Only the backend decides; without its response, the passkey identifies the user.
    const userHandle = status === 'signed-in' ? person : undefined;
    if ((await listVaults(person)).length > 0) return unlockVault({ ask, userHandle });
  }
  let list;
  try {
    list = await listPasskeys({ client, signal });
  } catch (error) {
    // Without a connection, or a session, nothing can be created: the vault of another person may be what is meant.
    if (isSealed && !signal.aborted) return unlockVault({ ask });
    throw error;
  }
  if (list.credentials.length === 0) {
    requirePasskeys();
    await unlessDeclined(host.offerPasskey());
    await createPasskey({ client, signal });
    list = await listPasskeys({ client, signal });
    await unlessDeclined(host.explainSecondRequest());
  }
  return createVault({ rpId: list.rpId, userHandle: list.userId, passkeys: list.credentials, ask });
}

/** Whose vaults count. */
interface Presence {
  /** By the backend's word; `unknown` if it gives none. */
  readonly status: 'signed-in' | 'signed-out' | 'unknown';
  /** The `user.id` of who is signed in, or, while that is unknown, was last. */
  readonly person?: string | undefined;
}

/** How long the backend may take to return the session, in ms. */
const patience = 1000;

/** Finds out who is signed in. Never rejects. */
export function findPerson(client: Client): Promise<Presence> {
  return within(patience, () => readSession(client)).then(
    (state) => ({ status: state.status, person: state.status === 'signed-in' ? state.user?.id : undefined }),
    () => ({ status: 'unknown', person: lastSession(client)?.person }),
  );
}

/**
 * The vaults of the person who is signed in, or, where the backend cannot say, was signed in last; all of them while
 * the person is signed out.
 *
 * @throws {LatchError} what {@link listVaults} throws.
 */
export async function listOwnVaults(client: Client): Promise<LockedVault[]> {
  return listVaults((await findPerson(client)).person);
}

/** Asks for passkeys until `signal` aborts. */
export function askUntil(signal: AbortSignal): AskPasskey {
  return (request) => evaluatePrf({ ...request, signal });
}

/** @throws {LatchError} `cancelled` if the person says no. */
export async function unlessDeclined(answer: Promise<boolean>): Promise<void> {
  if (!(await answer)) throw new LatchError('cancelled', 'The user declined.', { retryable: true });
}
