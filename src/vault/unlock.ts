import { toBase64Url } from '../base/bytes.js';
import { LatchError } from '../base/client/errors.js';
import { withFreeLock } from '../base/storage/locks/lock.js';
import { damaged } from './envelope.js';
import { crossBridges, type KeyRecord, nameOf, readAcrossBridges, sortOut } from './key-record.js';
import { askFor, type AskPasskey } from './keys.js';
import type { Ledger } from './ledger.js';
import { keyLock, streamLock } from './locks.js';
import { forgetVaults, rememberedVaults, rememberVault } from './marker.js';
import { adopt } from './opened.js';
import { ownerHash } from './own-vaults.js';
import { areEqual } from './parts.js';
import { namesPlace, PrivateNames } from './private-names.js';
import { secretOfCode } from './recovery-code.js';
import { neededBridges } from './rotate.js';
import { SealedRecords } from './sealed-records.js';
import { fillSlot, openSlot, readSlot, type Slot } from './slots.js';
import { createVaultDatabase, deleteOtherGenerations, readKeyRows, under, type VaultDatabase } from './storage.js';
import { readHeader } from './streams.js';
import { Vault, type VaultPin } from './vault.js';

/** How a vault is unlocked: by a passkey, or by the recovery code. */
export interface UnlockVaultOptions {
  /** Asks the user for one of the passkeys that open a vault here. Whose it is decides which vault it is. */
  ask?: AskPasskey;
  /** The recovery code, as the user has typed it. */
  code?: string;
  /** Base64url; only the vaults of this user. Defaults to those of all people on the device. */
  userHandle?: string | undefined;
  /**
   * How far the vault had come when a server heard of it last; one that is not that far was put back. Where several
   * vaults may open, a list of one for each: a vault that has none in it does not open.
   */
  pin?: VaultPin | readonly VaultPin[] | undefined;
}

/** A vault on this device, as it can be seen without a key. */
export interface LockedVault {
  /** Base64url. */
  id: string;
  rpId: string;
  passkeys: number;
  hasRecoveryCode: boolean;
}

/**
 * The vaults on this device.
 *
 * @param userHandle Base64url; only the vaults of this user.
 * @throws {LatchError} `storage_lost` if the browser has deleted one; {@link forgetLostVaults} acknowledges that.
 *   Unreadable vaults are omitted, unless there is no other: that is `vault_unsupported` or `vault_damaged`.
 */
export async function listVaults(userHandle?: string): Promise<LockedVault[]> {
  const database = createVaultDatabase();
  const records = await readRecords(database, userHandle).finally(() => database.close());
  return records.map(({ vaultId, rpId, slots }) => ({
    id: toBase64Url(vaultId),
    rpId,
    passkeys: slots.filter(({ kind }) => kind === 'passkey').length,
    hasRecoveryCode: slots.some(({ kind }) => kind === 'code'),
  }));
}

/**
 * Unlocks a vault, without the network. This does not sign the user in: nothing is sent to the server.
 *
 * @throws {LatchError} `vault_empty` if there is no such vault on this device, `storage_lost` if there was one and the
 *   browser has deleted it, `no_prf`, `vault_wrong_key`, `vault_damaged`, `vault_unsupported`, `storage_lost`,
 *   `timed_out`, a retryable `vault_locked` if another tab has replaced the key meanwhile; the errors of `ask`.
 */
export async function unlockVault(options: UnlockVaultOptions): Promise<Vault> {
  const database = createVaultDatabase();
  try {
    return await unlockIn(database, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

async function unlockIn(database: VaultDatabase, options: UnlockVaultOptions): Promise<Vault> {
  const { pin, userHandle } = options;
  checkWay(options);
  const records = await readRecords(database, userHandle);
  if (records.length === 0) throw new LatchError('vault_empty', 'There is no vault on this device.');
  const { record, slot, secret } = await chooseWay(records, options);
  const generation = await crossBridges(record, await openSlot(record, slot, secret));
  if (!generation) throw damaged('There is no way to the present key');
  const sealed = new SealedRecords(database, record, await adopt(record, generation), () => {});
  const { opened, ledger } = await sealed.readKeys();
  checkPin(pin, record, ledger);
  await rememberVault(nameOf(record));
  void removeLeftovers(database, record, sealed);
  if (slot.generation < record.generation) await renewSlot(record, slot, secret, sealed);
  return new Vault(database, record, opened, await readNames(record, sealed));
}

/** @throws {TypeError} if there is neither a passkey to ask for nor a code. */
export function checkWay({ ask, code }: UnlockVaultOptions): void {
  if (!ask && code === undefined) throw new TypeError('"ask" must be a function, unless there is a "code"');
}

/** @throws {LatchError} `vault_damaged` if the vault has not come as far as a server knows, or is another one. */
export function checkPin(pin: UnlockVaultOptions['pin'], record: KeyRecord, ledger: Ledger): void {
  const name = nameOf(record);
  if (pin && ![pin].flat().some((one) => one.vaultId === name)) throw damaged('Another vault was put back');
  for (const { vaultId, generation: least, change } of pin ? [pin].flat() : []) {
    const isOlder = least > record.generation || (least === record.generation && change > ledger.change);
    if (vaultId === name && isOlder) throw damaged('An older vault was put back');
  }
}

async function readRecords(database: VaultDatabase, userHandle: string | undefined): Promise<KeyRecord[]> {
  const owner = await ownerHash(userHandle);
  const look = async () => {
    const [names, rows] = await database.transact({ mode: 'readonly' }, readKeyRows);
    return { names, rows, isLost: (await rememberedVaults()).some((name) => !names.includes(name)) };
  };
  let { names, rows, isLost } = await look();
  // Another tab may have created or deleted a vault between the two questions.
  if (isLost) ({ names, rows, isLost } = await look());
  if (isLost) throw new LatchError('storage_lost', 'The browser has deleted the vault.');
  const { records, errors } = sortOut(names, rows);
  // What a newer version has written is not lost, so that counts for more.
  const error = errors.find(({ code }) => code === 'vault_unsupported') ?? errors[0];
  if (error && records.length === 0) throw error;
  return owner ? records.filter((record) => areEqual(record.userHandleHash, owner)) : records;
}

/** The names of a private vault; undefined for another. */
export async function readNames({ v }: KeyRecord, records: SealedRecords): Promise<PrivateNames | undefined> {
  if (v !== 2) return undefined;
  const content = await records.read(...namesPlace);
  if (content?.plaintext.byteLength !== 32) throw damaged('The key of the names is missing');
  return PrivateNames.of(content.plaintext);
}

/** Acknowledges that the browser has deleted vaults, so that they are no longer reported as lost. */
export async function forgetLostVaults(): Promise<void> {
  await forgetVaults(await rememberedVaults());
}

interface ChosenKey {
  record: KeyRecord;
  slot: Slot;
  secret: CryptoKey;
}

/** Asks for a passkey that opens one of the vaults, or finds the one that the code opens. */
export function chooseWay(
  records: readonly KeyRecord[],
  { ask, code }: Pick<UnlockVaultOptions, 'ask' | 'code'>,
): Promise<ChosenKey> {
  return code === undefined ? chooseByPasskey(records, ask!) : chooseByCode(records, code);
}

async function chooseByPasskey(records: readonly KeyRecord[], ask: AskPasskey): Promise<ChosenKey> {
  const { rpId } = records[0]!;
  const slots = records
    .filter((record) => record.rpId === rpId)
    .flatMap((record) => record.slots.map((slot) => ({ ...slot, record })));
  const { slot, secret } = await askFor(rpId, slots, ask);
  return { record: slot.record, slot, secret };
}

async function chooseByCode(records: readonly KeyRecord[], code: string): Promise<ChosenKey> {
  const secret = await secretOfCode(code);
  for (const record of records) {
    for (const slot of record.slots.filter(({ kind }) => kind === 'code')) {
      try {
        await openSlot(record, slot, secret);
        return { record, slot, secret };
      } catch (error) {
        if (!(error instanceof LatchError && error.code === 'vault_wrong_key')) throw error;
      }
    }
  }
  throw new LatchError('vault_wrong_key', 'This code does not open the vault.');
}

/**
 * Wraps the present key for a passkey that has come by way of an earlier one. Should the browser not store that, the
 * way stays open.
 */
async function renewSlot(record: KeyRecord, slot: Slot, secret: CryptoKey, sealed: SealedRecords): Promise<void> {
  const key = await readAcrossBridges(record, slot.generation, await readSlot(record, slot, secret));
  if (!key) return;
  try {
    await sealed.changeKeys(async (present) => {
      if (present.generation !== record.generation) return present;
      const renewed = await fillSlot(record, slot, record.generation, secret, key, slot.createdAt);
      const slots = present.slots.map((one) => (one.credentialId === slot.credentialId ? renewed : one));
      return { slots, bridges: neededBridges(present.bridges, slots) };
    });
  } catch (error) {
    if (!(error instanceof LatchError && /^(storage|timed)_/.test(error.code))) throw error;
  } finally {
    key.fill(0);
  }
}

/**
 * Deletes what interrupted rotations and streams have left behind, unless another tab is at one. Should it fail, the
 * next unlocking tries again.
 */
async function removeLeftovers(database: VaultDatabase, record: KeyRecord, records: SealedRecords): Promise<void> {
  try {
    await withFreeLock(keyLock(nameOf(record)), async () => {
      await deleteOtherGenerations(database, nameOf(record));
      await withFreeLock(streamLock(nameOf(record)), () => deleteLostPieces(database, record, records));
    });
  } catch (error) {
    if (!(error instanceof LatchError || error instanceof DOMException)) throw error;
  }
}

async function deleteLostPieces(database: VaultDatabase, record: KeyRecord, records: SealedRecords): Promise<void> {
  const keys = await database.transact({ mode: 'readonly' }, (transaction) =>
    transaction.objectStore('pieces').getAllKeys(under(nameOf(record), record.generation)),
  );
  const streams = new Map(
    keys.map(([vault, generation, store, id, stream]) => [stream, [vault, generation, store, id, stream] as const]),
  );
  for (const key of streams.values()) {
    const [, , store, id, stream] = key;
    const content = await records.read(store, id);
    if (content?.format === 'stream' && readHeader(content.plaintext).name === stream) continue;
    await database.transact({ mode: 'readwrite' }, (transaction) =>
      transaction.objectStore('pieces').delete(under(...key)),
    );
  }
}
