import type { Client } from '../base/client/client.js';
import { LatchError } from '../base/client/errors.js';
import { createPasskey } from '../passkey/create.js';
import { listPasskeys } from '../passkey/list.js';
import { evaluatePrf } from '../passkey/prf.js';
import { requirePasskeys } from '../passkey/webauthn.js';
import { findUser, openVault } from './open.js';
import { listVaults, unlockVault, type AskPasskey, type LockedVault, type Vault } from './index.js';

export { findUser } from './open.js';
export { lockWhenLeft, registerVaults } from './index.js';

/** What a user is asked before a browser asks them: each click is the gesture that the next request needs. */
export interface OpeningQuestions {
  /** The account has no passkey yet. Resolves with whether one is to be created. */
  offerPasskey(this: void): Promise<boolean>;
  /**
   * The new passkey must be used once more: some browsers return its secret only then. Resolves with whether the user
   * continues.
   */
  explainSecondRequest(this: void): Promise<boolean>;
}

/** What a vault is opened with. */
interface OpenForOptions extends OpeningQuestions {
  client: Client;
  signal: AbortSignal;
  /** Whether vaults that the browser has deleted are given up for a new one. */
  forgetLost: boolean;
}

/**
 * Unlocks the user's vault on this device, or creates one where they have none; that needs a session and the
 * network. The caller locks it.
 */
export function openFor({
  client,
  signal,
  forgetLost,
  offerPasskey,
  explainSecondRequest,
}: OpenForOptions): Promise<Vault> {
  const passkeys = async () => {
    const list = await listPasskeys({ client, signal });
    if (list.credentials.length > 0) return list;
    requirePasskeys();
    await unlessDeclined(offerPasskey());
    const { prf } = await createPasskey({ client, signal });
    if (prf === false) throw new LatchError('no_prf', 'The new passkey derives no secrets.');
    const created = await listPasskeys({ client, signal });
    await unlessDeclined(explainSecondRequest());
    return created;
  };
  return openVault({ client, passkeys, ask: askUntil(signal), forgetLost, autoLock: false });
}

/** Unlocks a vault by its recovery code: only their own for a user who is signed in. */
export async function unlockByCode(client: Client, code: string): Promise<Vault> {
  const { userId, status } = await findUser(client);
  return unlockVault({ code, userHandle: status === 'signed-in' ? userId : undefined });
}

/**
 * The vaults of the user who is signed in, or, where the backend cannot say, was signed in last; all of them while
 * the user is signed out.
 *
 * @throws {LatchError} what {@link listVaults} throws.
 */
export async function listOwnVaults(client: Client): Promise<LockedVault[]> {
  return listVaults((await findUser(client)).userId);
}

/** Asks for passkeys until `signal` aborts. */
export function askUntil(signal: AbortSignal): AskPasskey {
  return (request) => evaluatePrf({ ...request, signal });
}

/** @throws {LatchError} `cancelled` if the user says no. */
export async function unlessDeclined(answer: Promise<boolean>): Promise<void> {
  if (!(await answer)) throw new LatchError('cancelled', 'The user declined.', { retryable: true });
}
