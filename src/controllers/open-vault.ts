import type { Client } from '../core/client.js';
import { LatchError } from '../core/errors.js';
import { createPasskey } from '../features/passkey/create.js';
import { listPasskeys } from '../features/passkey/list.js';
import { evaluatePrf } from '../features/passkey/prf.js';
import {
  createVault,
  forgetLostVaults,
  listVaults,
  unlockVault,
  type AskPasskey,
  type Vault,
} from '../features/vault/index.js';

export { listVaults, lockWhenLeft, unlockVault, vaultsBelongToPerson } from '../features/vault/index.js';

/** What a person is asked before a browser asks them: each click is the gesture that the next request needs. */
export interface OpeningHost {
  /** The account has no passkey yet. Resolves with whether one is to be created. */
  offerPasskey(): Promise<boolean>;
  /**
   * The new passkey has to be used once more: some browsers give its secret only then. Resolves with whether the person
   * goes on.
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
 * Unlocks the vault of this device, or creates one where there is none; that needs somebody who is signed in, and the
 * network.
 */
export async function openVault({ client, host, signal, forgetLost }: OpenVaultOptions): Promise<Vault> {
  const ask = askUntil(signal);
  if (forgetLost) forgetLostVaults();
  if ((await listVaults()).length > 0) return unlockVault({ ask });
  let list = await listPasskeys({ client, signal });
  if (list.credentials.length === 0) {
    await unlessDeclined(host.offerPasskey());
    await createPasskey({ client, signal });
    list = await listPasskeys({ client, signal });
    await unlessDeclined(host.explainSecondRequest());
  }
  return createVault({ rpId: list.rpId, userHandle: list.userId, passkeys: list.credentials, ask });
}

/** Asks for passkeys until `signal` aborts. */
export function askUntil(signal: AbortSignal): AskPasskey {
  return (request) => evaluatePrf({ ...request, signal });
}

/** @throws {LatchError} `cancelled` if the person says no. */
export async function unlessDeclined(answer: Promise<boolean>): Promise<void> {
  if (!(await answer)) throw new LatchError('cancelled', 'The person would rather not.', { retryable: true });
}
