import { toBase64Url } from '../base/bytes.js';
import { LatchError } from '../base/client/errors.js';
import { damaged, type Generation } from './envelope.js';
import { joinParts } from './parts.js';
import { deriveKey, deriveMacKey, importMaster, randomBytes, sign, verify, type Bytes } from './secrets.js';
import { mostTransports, type Slot, type VaultScope } from './slots.js';

/**
 * The next generation's key, encrypted with that of the previous one, for passkeys that were not used when the key was
 * changed.
 */
export interface Bridge {
  from: number;
  salt: Bytes;
  iv: Bytes;
  /** The key of generation `from + 1`, sealed with a key that is derived from that of `from`. */
  sealed: Bytes;
}

/** Everything that leads to a vault's keys; the one row that must never be lost. */
export interface KeyRecord extends VaultScope {
  /** 2 for a private vault: names are sealed, and lengths padded. */
  v: 1 | 2;
  /** Grows with each change of the record; the ledger knows it too. */
  revision: number;
  /** Which generation the records are sealed with. */
  generation: number;
  slots: Slot[];
  bridges: Bridge[];
  /** By a key that is derived from that of `generation`. Without it, slots cannot be added, removed or changed. */
  mac: Bytes;
}

/** How many slots a record may have. */
export const mostSlots = 64;
/** How many bridges: so many times may the key be replaced while some passkey is not used. */
export const mostBridges = 256;

const macPurpose = new TextEncoder().encode('wcv/hdr/v1');

/** Signs a record whose members were changed. */
export async function signKeyRecord(record: Omit<KeyRecord, 'mac'>, { master }: Generation): Promise<KeyRecord> {
  return { ...record, mac: await sign(await deriveMacKey(master, macPurpose), writeKeyRecord(record)) };
}

/** @throws {LatchError} `vault_damaged` if anything but the vault has changed the record. */
export async function verifyKeyRecord(record: KeyRecord, { master }: Generation): Promise<void> {
  if (!(await verify(await deriveMacKey(master, macPurpose), record.mac, writeKeyRecord(record))))
    throw damaged('The list of keys was changed');
}

/** All of the record but its MAC, in one order, so that two records that differ never come to the same bytes. */
export function writeKeyRecord({
  v,
  revision,
  vaultId,
  rpId,
  userHandleHash,
  generation,
  slots,
  bridges,
}: Omit<KeyRecord, 'mac'>): Bytes {
  const writeSlot = (slot: Slot) =>
    joinParts(
      slot.kind,
      slot.credentialId,
      joinParts(...slot.transports),
      slot.generation,
      slot.prfSalt1,
      slot.prfSalt2,
      slot.hkdfSalt,
      slot.iv,
      slot.wrapped,
      slot.commitment,
      slot.createdAt,
      Number(slot.backedUp),
    );
  const writeBridge = ({ from, salt, iv, sealed }: Bridge) => joinParts(from, salt, iv, sealed);
  return joinParts(
    'wcv/keys/v1',
    v,
    revision,
    vaultId,
    rpId,
    userHandleHash,
    generation,
    joinParts(...slots.map(writeSlot)),
    joinParts(...bridges.map(writeBridge)),
  );
}

/**
 * Checks what was read from the disk, where anybody may have written.
 *
 * @throws {LatchError} `vault_unsupported` for an unknown version, `vault_damaged` for anything other than a record.
 */
export function checkKeyRecord(value: unknown): KeyRecord {
  const record = value as KeyRecord;
  if (typeof value !== 'object' || value === null || !isCount(record.v))
    throw damaged('The list of keys cannot be read');
  if (record.v !== 1 && record.v !== 2)
    throw new LatchError(
      'vault_unsupported',
      `Vault version ${String((record as { v: unknown }).v)} is not supported.`,
    );
  const { revision, vaultId, rpId, userHandleHash, generation, slots, bridges, mac } = record;
  const isSound =
    isBytes(vaultId, 16) &&
    typeof rpId === 'string' &&
    isBytes(userHandleHash, 32) &&
    isCount(revision) &&
    isCount(generation) &&
    isBytes(mac, 32) &&
    isList(slots, mostSlots, isSlot) &&
    isList(bridges, mostBridges, isBridge);
  if (!isSound) throw damaged('The list of keys cannot be read');
  return record;
}

/**
 * The valid records among the rows under the names of vaults, and the errors of the others: an unreadable record must
 * not block the rest.
 */
export function sortOut(
  names: readonly string[],
  rows: readonly unknown[],
): { records: KeyRecord[]; errors: LatchError[] } {
  const records: KeyRecord[] = [];
  const errors: LatchError[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      const record = checkKeyRecord(row);
      if (nameOf(record) !== names[index]) throw damaged('The list of keys is that of another vault');
      records.push(record);
    } catch (error) {
      errors.push(error as LatchError);
    }
  }
  return { records, errors };
}

function isSlot(slot: Slot): boolean {
  return (
    (slot.kind === 'passkey' || slot.kind === 'code') &&
    typeof slot.credentialId === 'string' &&
    /^[\w-]+$/.test(slot.credentialId) &&
    slot.credentialId.length % 4 !== 1 &&
    isList(slot.transports, mostTransports, (transport) => typeof transport === 'string') &&
    isCount(slot.generation) &&
    isCount(slot.createdAt) &&
    typeof slot.backedUp === 'boolean' &&
    [slot.prfSalt1, slot.prfSalt2, slot.hkdfSalt, slot.commitment].every((bytes) => isBytes(bytes, 32)) &&
    isBytes(slot.iv, 12) &&
    isBytes(slot.wrapped, 48)
  );
}

const isBridge = ({ from, salt, iv, sealed }: Bridge): boolean =>
  isCount(from) && isBytes(salt, 32) && isBytes(iv, 12) && isBytes(sealed, 48);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isBytes = (value: unknown, length: number): boolean => value instanceof Uint8Array && value.byteLength === length;

function isList<Item>(value: Item[], most: number, isItem: (item: Item) => boolean): boolean {
  return (
    Array.isArray(value) &&
    value.length <= most &&
    value.every((item) => (typeof item === 'object' ? item !== null : item !== undefined) && isItem(item))
  );
}

/** The name that everything of a vault is stored under. */
export function nameOf({ vaultId }: VaultScope): string {
  return toBase64Url(vaultId);
}

/** Builds the bridge from one generation to the next, whose key is given in bytes. */
export async function buildBridge(
  { vaultId }: VaultScope,
  { number, master }: Generation,
  next: Bytes,
): Promise<Bridge> {
  const salt = randomBytes(32);
  const iv = randomBytes(12);
  const additionalData = joinParts('wcv/bridge/v1', vaultId, number);
  const { key } = await deriveKey(master, salt, additionalData, 'encrypt');
  return {
    from: number,
    salt,
    iv,
    sealed: new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, next)),
  };
}

/**
 * Goes from a generation to the present one.
 *
 * @returns Undefined if there is none: the key was changed because one of the passkeys could no longer be trusted.
 * @throws {LatchError} `vault_damaged` if a bridge was changed.
 */
export async function crossBridges(record: KeyRecord, start: Generation): Promise<Generation | undefined> {
  let { number, master } = start;
  while (number < record.generation) {
    const bridge = record.bridges.find(({ from }) => from === number);
    if (!bridge) return undefined;
    const { algorithm, key } = await approach(record, bridge, master, 'unwrapKey');
    try {
      master = await crypto.subtle.unwrapKey('raw', bridge.sealed, key, algorithm, 'HKDF', false, [
        'deriveBits',
        'deriveKey',
      ]);
    } catch (cause) {
      throw damaged('The way to the present key was changed', cause);
    }
    number += 1;
  }
  return number === record.generation ? { number, master } : undefined;
}

/**
 * The same, but returns the bytes of the current key, to be wrapped again. The caller overwrites them. `key` holds
 * those of generation `number`, and is overwritten.
 */
export async function readAcrossBridges(record: KeyRecord, number: number, key: Bytes): Promise<Bytes | undefined> {
  let present = key;
  for (let from = number; from < record.generation; from++) {
    const bridge = record.bridges.find((one) => one.from === from);
    const master = await importMaster(present);
    if (!bridge) return undefined;
    const { algorithm, key: opening } = await approach(record, bridge, master, 'decrypt');
    present = new Uint8Array(
      await crypto.subtle.decrypt(algorithm, opening, bridge.sealed).catch((cause: unknown) => {
        throw damaged('The way to the present key was changed', cause);
      }),
    );
  }
  return present;
}

async function approach(
  { vaultId }: VaultScope,
  { from, salt, iv }: Bridge,
  master: CryptoKey,
  usage: KeyUsage,
): Promise<{ algorithm: AesGcmParams; key: CryptoKey }> {
  const additionalData = joinParts('wcv/bridge/v1', vaultId, from);
  return {
    algorithm: { name: 'AES-GCM', iv, additionalData },
    key: (await deriveKey(master, salt, additionalData, usage)).key,
  };
}
