import { countUnsent, type Unsent } from '../sign-out/local-data.js';
import { LatchError } from '../base/client/errors.js';
import { listPasskeys } from '../passkey/list.js';
import { wipeVaults } from './index.js';
import { askUntil, findPerson, unlessDeclined } from './with-passkey.js';
import type { Vault, VaultLock } from './lock-controller.js';

/** What the controller needs from its view, and reports to it. */
export interface VaultKeepingHost {
  /**
   * The person is asked twice: for a passkey that opens the vault, and for the new one. Resolves with whether they go
   * on.
   */
  explainAdding(): Promise<boolean>;
  /** The one that opens it was used; now for the new one. Resolves with whether they go on. */
  explainNewPasskey(): Promise<boolean>;
  /** Resolves with whether a recovery code is to be made. */
  explainCode(): Promise<boolean>;
  /** Shows the recovery code, this once. Resolves with whether the person has kept it. */
  showCode(code: string): Promise<boolean>;
  /**
   * Asks for the recovery code, to unlock or to add a passkey, and hands what is typed to `attempt`, until that
   * resolves with undefined or the person gives up.
   */
  askCode(purpose: 'unlock' | 'add', attempt: (code: string) => Promise<LatchError | undefined>): Promise<boolean>;
  /**
   * Everything that is sealed is to be deleted, with the writes that the server has not got. Resolves with whether the
   * person agrees.
   */
  confirmWipe(lost: Unsent): Promise<boolean>;
  /** Another passkey opens the vault (`added`), a recovery code does (`coded`), or the vault was deleted (`wiped`). */
  vaultChanged(change: 'added' | 'coded' | 'wiped'): void;
  /** The account has no passkey that does not open the vault already. */
  noOtherPasskey(): void;
}

/**
 * The less frequent operations of a vault: adding passkeys, the recovery code, deleting it. None of them rejects: the
 * host of the lock gets the result.
 */
export class VaultKeeping {
  readonly #host: VaultKeepingHost;
  readonly #lock: VaultLock;

  constructor(host: VaultKeepingHost, lock: VaultLock) {
    this.#host = host;
    this.#lock = lock;
  }

  /** Lets another passkey of the account open the vault. The recovery code will do where it was unlocked by that. */
  addPasskey(vault: Vault, signal: AbortSignal): Promise<void> {
    return this.#lock.run(signal, async (client) => {
      const until = AbortSignal.any([signal, vault.locked]);
      const known = new Set((await vault.keys()).map(({ credentialId }) => credentialId));
      const others = (await listPasskeys({ client, signal })).credentials.filter(({ id }) => !known.has(id));
      if (others.length === 0) return this.#host.noOtherPasskey();
      const ask = askUntil(until);
      if (this.#lock.isByCode) {
        const attempt = (code: string) =>
          vault.addPasskey(others, ask, { code }).then(
            () => undefined,
            (error: LatchError) => error,
          );
        await unlessDeclined(this.#host.askCode('add', attempt));
      } else {
        await unlessDeclined(this.#host.explainAdding());
        let isSecond = false;
        await vault.addPasskey(others, async (request) => {
          if (isSecond) await unlessDeclined(this.#host.explainNewPasskey());
          isSecond = true;
          return ask(request);
        });
      }
      this.#host.vaultChanged('added');
      await this.#lock.count(true);
    });
  }

  /** Makes a recovery code, in place of an earlier one. One that the person has not kept opens nothing. */
  makeCode(vault: Vault, signal: AbortSignal): Promise<void> {
    return this.#lock.run(signal, async () => {
      await unlessDeclined(this.#host.explainCode());
      const code = await vault.createRecoveryCode(askUntil(AbortSignal.any([signal, vault.locked])));
      const isKept = await this.#host.showCode(code);
      if (isKept) this.#host.vaultChanged('coded');
      // If it is locked by now, the code stays valid although the user never saw it.
      else if (!vault.locked.aborted)
        for (const { kind, credentialId } of await vault.keys())
          if (kind === 'code') await vault.removeKey(credentialId);
      await this.#lock.count();
      if (!isKept) await unlessDeclined(Promise.resolve(false));
    });
  }

  /** Unlocks the vault by the recovery code. */
  enterCode(signal: AbortSignal): Promise<void> {
    return this.#lock.run(
      signal,
      async () => void (await this.#host.askCode('unlock', (code) => this.#lock.unlockByCode(code, signal))),
    );
  }

  /** Deletes what the person has sealed on this device, once they have heard what that loses. */
  startAnew(signal: AbortSignal): Promise<void> {
    return this.#lock.run(signal, async (client) => {
      const { person, status } = await findPerson(client);
      // A backend of version 0.1 sends no user id: its page is assumed to have one user only.
      if (person === undefined && status !== 'signed-in')
        throw new LatchError(
          status === 'unknown' ? 'network' : 'unauthenticated',
          'The owner of the vault is unknown.',
        );
      await unlessDeclined(this.#host.confirmWipe(await countUnsent(client, person)));
      await wipeVaults(person);
      await this.#lock.look(signal);
      this.#host.vaultChanged('wiped');
    });
  }
}
