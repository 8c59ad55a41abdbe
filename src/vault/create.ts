import { LatchError } from '../base/client/errors.js';
import { seal } from './envelope.js';
import { emptyLedger } from './ledger.js';
import { askFor, checkAsk, type AskPasskey } from './keys.js';
import { nameOf, signKeyRecord, sortOut } from './key-record.js';
import { rememberVault } from './marker.js';
import { areEqual } from './parts.js';
import { adopt, recordContext } from './opened.js';
import { namesPlace, PrivateNames } from './private-names.js';
import { importMaster, randomBytes } from './secrets.js';
import { beginSlots, fillSlot, hashHandle, type VaultPasskey, type VaultScope } from './slots.js';
import { createVaultDatabase, deleteVault, readKeyRows, together } from './storage.js';
import { Vault } from './vault.js';

/** A user and their passkeys: the response of `GET /webauthn/credentials`, which `listPasskeys` returns. */
export interface PasskeyList {
  rpId: string;
  /** The user handle, base64url. */
  userId: string;
  credentials: readonly VaultPasskey[];
}

/** The owner of the vault, and the passkeys that may open it. */
export interface CreateVaultOptions {
  /**
   * What `listPasskeys` of `latchkey/passkey` returns; or the user's passkeys, and then `rpId` and `userHandle` are needed.
   * One of the passkeys is requested.
   */
  passkeys: PasskeyList | readonly VaultPasskey[];
  /** Defaults to that of the list. */
  rpId?: string | undefined;
  /**
   * The user's `user.id` of `GET /session`, base64url. The vault stores only a hash of it. Defaults to the user handle of the
   * list, which is the same at most backends. Where it is not, a vault without this locks as if another user were signed in.
   */
  userHandle?: string | undefined;
  ask: AskPasskey;
  /**
   * Whether the vault encrypts the names of stores and records too, and pads the lengths of values. Defaults to false.
   */
  private?: boolean;
}

/**
 * Creates a vault on this device that opens with a passkey, and asks the browser not to delete it when space is short.
 * Needs a user gesture in WebKit.
 *
 * @throws {LatchError} `no_prf` if the passkey returns no PRF result, `constraint` if the user already has a vault
 *   here, `storage_full`, `storage_lost`, `timed_out`; the errors of `ask`. Nothing is written then.
 * @throws {TypeError} naming the option that is wrong.
 * @see {@link https://www.w3.org/TR/webauthn-3/#prf-extension WebAuthn, Pseudo-random function extension}
 */
export async function createVault({ ask, private: isPrivate = false, ...owner }: CreateVaultOptions): Promise<Vault> {
  const { rpId, userHandle, passkeys } = readOwner(owner);
  if (typeof rpId !== 'string' || rpId === '') throw new TypeError('"rpId" must be a domain');
  const slots = beginSlots(passkeys);
  checkAsk(ask);
  const userHandleHash = await hashHandle(userHandle);
  const scope: VaultScope = { vaultId: randomBytes(16), rpId, userHandleHash };
  const name = nameOf(scope);
  const { slot, secret } = await askFor(rpId, slots, ask);
  const key = randomBytes(32);
  const filled = await fillSlot(scope, slot, 1, secret, key, Date.now()).catch((error: unknown) => {
    key.fill(0);
    throw error;
  });
  const generation = { number: 1, master: await importMaster(key) };
  const record = await signKeyRecord(
    { ...scope, v: isPrivate ? 2 : 1, revision: 1, generation: 1, slots: [filled], bridges: [] },
    generation,
  );
  const opened = await adopt(record, generation);
  const [store, id] = namesPlace;
  const { ledger, cover, pages } = await opened.codec.enter(
    emptyLedger,
    isPrivate ? [{ store, id, isDeleted: false }] : [],
    record.revision,
  );
  const nameKey = randomBytes(32);
  const sealed = await seal(generation, recordContext(scope, store, id, ledger.change, 1), nameKey);
  const names = await PrivateNames.of(nameKey);
  const database = createVaultDatabase();
  const storing = database.transact({ mode: 'readwrite', durability: 'strict' }, async (transaction) => {
    const { records } = sortOut(...(await readKeyRows(transaction)));
    const isTaken = records.some(
      (other) => nameOf(other) !== name && areEqual(other.userHandleHash, userHandleHash) && other.rpId === rpId,
    );
    if (isTaken) throw new LatchError('constraint', 'This user already has a vault.');
    await together<unknown[]>(
      () => transaction.objectStore('keys').put(record, name),
      () => transaction.objectStore('covers').put(cover, [name, 1]),
      ...[...pages].map(
        ([page, row]) =>
          () =>
            transaction.objectStore('pages').put(row, [name, 1, page]),
      ),
      ...(isPrivate
        ? [() => transaction.objectStore('records').put({ version: ledger.change, sealed }, [name, 1, store, id])]
        : []),
    );
  });
  await storing.catch(async (error: unknown) => {
    // The browser may have stored it without a word.
    await deleteVault(database, name).catch(() => {});
    database.close();
    throw error;
  });
  await rememberVault(name);
  // The user has just said that it matters to them.
  void navigator.storage?.persist?.().catch(() => {});
  return new Vault(database, scope, { ...opened, ledger }, isPrivate ? names : undefined);
}

/** The same members for both forms of the options. Their values are checked later. */
export function readOwner({
  passkeys,
  rpId,
  userHandle,
}: Pick<CreateVaultOptions, 'passkeys' | 'rpId' | 'userHandle'>): {
  rpId: string;
  userHandle: string;
  passkeys: readonly VaultPasskey[];
} {
  const list = passkeys as Partial<PasskeyList> | undefined;
  return Array.isArray(list?.credentials)
    ? { rpId: rpId ?? list.rpId!, userHandle: userHandle ?? list.userId!, passkeys: list.credentials }
    : { rpId: rpId!, userHandle: userHandle!, passkeys: passkeys as readonly VaultPasskey[] };
}
