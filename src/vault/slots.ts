import { byteLengthOf, fromBase64Url, toBase64Url } from '../base/bytes.js';
import { readBytes } from '../base/read-bytes.js';
import { LatchError } from '../base/client/errors.js';
import { damaged, type Generation } from './envelope.js';
import { areEqual, concatenate, joinParts } from './parts.js';
import { deriveKey, importMaster, randomBytes, type Bytes } from './secrets.js';

/** One way to open the vault: the key of one generation, wrapped for one passkey or for the recovery code. */
export interface Slot {
  kind: 'passkey' | 'code';
  /** Base64url. For the recovery code a random name. */
  credentialId: string;
  transports: string[];
  /** Which generation's key it holds. */
  generation: number;
  prfSalt1: Bytes;
  prfSalt2: Bytes;
  hkdfSalt: Bytes;
  iv: Bytes;
  wrapped: Bytes;
  commitment: Bytes;
  /** Epoch milliseconds. */
  createdAt: number;
  /** Whether the passkey is synced. */
  backedUp: boolean;
}

/** Whose vault it is; everything in it is bound to this. */
export interface VaultScope {
  /** 16 random bytes. */
  vaultId: Bytes;
  rpId: string;
  /** SHA-256 of the user handle. */
  userHandleHash: Bytes;
}

/**
 * What a vault keeps of the user handle, base64url, of its user.
 *
 * @throws {TypeError} if it is not base64url.
 */
export async function hashHandle(userHandle: string): Promise<Bytes> {
  if (byteLengthOf(userHandle) < 1) throw new TypeError('"userHandle" must be base64url');
  return new Uint8Array(await crypto.subtle.digest('SHA-256', fromBase64Url(userHandle)));
}

/** A passkey that may open a vault, as the backend lists it. */
export interface VaultPasskey {
  /** Base64url. */
  id: string;
  transports?: readonly string[];
  backedUp?: boolean;
  /** False if the browser reported at its creation that it derives no secrets: then it is not asked. */
  prf?: boolean;
}

/** What two inputs of the PRF extension gave, with the credential that was used. */
export interface PrfResult {
  /** Base64url. */
  credentialId: string;
  first: BufferSource | undefined;
  second: BufferSource | undefined;
}

/** What is to be asked of whichever of these passkeys the user chooses. */
export interface PrfRequest {
  rpId: string;
  credentials: ReadonlyArray<{ id: string; transports: readonly string[]; first: Bytes; second: Bytes }>;
}

/** How many transports of a passkey are kept. */
export const mostTransports = 64;

/** How long each salt of a slot is, in bytes. */
export const saltLength = 32;

/** A slot that is not filled yet. */
export type EmptySlot = Pick<Slot, 'kind' | 'credentialId' | 'transports' | 'prfSalt1' | 'prfSalt2' | 'backedUp'>;

/**
 * Begins a slot for a passkey, with its own random salts: an attacker who holds the authenticator for a moment cannot
 * predict the inputs.
 */
export function beginSlot(
  { id, transports = [], backedUp = false }: VaultPasskey,
  kind: Slot['kind'] = 'passkey',
): EmptySlot {
  return {
    kind,
    credentialId: id,
    transports: [...transports],
    prfSalt1: randomBytes(saltLength),
    prfSalt2: randomBytes(saltLength),
    backedUp,
  };
}

/**
 * Begins a slot for each of these passkeys that may derive secrets.
 *
 * @throws {LatchError} `no_prf` if none of them does.
 * @throws {TypeError} if there is none, or if one of them could not be read again.
 */
export function beginSlots(passkeys: readonly VaultPasskey[]): EmptySlot[] {
  if (!Array.isArray(passkeys) || passkeys.length === 0)
    throw new TypeError('"passkeys" must name at least one passkey');
  const usable = (passkeys as readonly VaultPasskey[]).filter(({ prf }) => prf !== false);
  if (usable.length === 0) throw new LatchError('no_prf', 'None of the passkeys derives secrets.');
  return usable.map(({ id, transports, backedUp = false }) => {
    if (byteLengthOf(id) < 1) throw new TypeError('"passkeys" must have an "id" each, in base64url');
    const known = (transports ?? []).filter((transport) => typeof transport === 'string').slice(0, mostTransports);
    return beginSlot({ id: toBase64Url(fromBase64Url(id)), transports: known, backedUp: !!backedUp });
  });
}

const label = new TextEncoder().encode('wcv/prf/v1');

/** What to ask of the passkeys of these slots. */
export function requestFor(rpId: string, slots: readonly EmptySlot[]): PrfRequest {
  const inputOf = (number: number, salt: Bytes) => concatenate(label, Uint8Array.of(number), salt);
  return {
    rpId,
    credentials: slots
      .filter(({ kind }) => kind === 'passkey')
      .map(({ credentialId, transports, prfSalt1, prfSalt2 }) => ({
        id: credentialId,
        transports,
        first: inputOf(1, prfSalt1),
        second: inputOf(2, prfSalt2),
      })),
  };
}

/**
 * Makes one secret of both results, which are overwritten.
 *
 * @throws {LatchError} `no_prf` if a result is missing, has another length, is all zeros, or both are the same: all of
 *   that was seen where the extension is only half there.
 */
export async function secretOf({ first, second }: PrfResult): Promise<CryptoKey> {
  const results = [first, second].map(readBytes);
  const [one, two] = results;
  try {
    const areUsable =
      results.every((result) => result?.byteLength === 32 && result.some(Boolean)) && !areEqual(one!, two!);
    if (!areUsable) throw new LatchError('no_prf', 'The PRF result is not two values of 32 bytes.');
    return await importMaster(concatenate(one!, two!));
  } finally {
    for (const result of results) result?.fill(0);
  }
}

/** Fills a slot: wraps the bytes of a generation's key with what the passkey gave. */
export async function fillSlot(
  scope: VaultScope,
  slot: EmptySlot,
  generation: number,
  secret: CryptoKey,
  key: Bytes,
  now: number,
): Promise<Slot> {
  const hkdfSalt = randomBytes(32);
  const iv = randomBytes(12);
  const bound = boundOf(scope, slot, generation);
  const { key: wrapping, commitment } = await deriveKey(secret, hkdfSalt, bound, 'encrypt');
  const wrapped = new Uint8Array(
    await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound }, wrapping, key),
  );
  return { ...slot, generation, hkdfSalt, iv, wrapped, commitment: commitment.slice(), createdAt: now };
}

/**
 * Opens a slot. The key goes from one to the other inside the browser; script does not see it.
 *
 * @throws {LatchError} `vault_wrong_key` if the secret is not this slot's; `vault_damaged` if the slot was changed.
 */
export async function openSlot(scope: VaultScope, slot: Slot, secret: CryptoKey): Promise<Generation> {
  const { wrapping, algorithm } = await unlockSlot(scope, slot, secret, 'unwrapKey');
  try {
    const master = await crypto.subtle.unwrapKey('raw', slot.wrapped, wrapping, algorithm, 'HKDF', false, [
      'deriveBits',
      'deriveKey',
    ]);
    return { number: slot.generation, master };
  } catch (cause) {
    throw damaged('The wrapped key was changed', cause);
  }
}

/** The same, but returns the bytes of the key, to be wrapped again. The caller overwrites them. */
export async function readSlot(scope: VaultScope, slot: Slot, secret: CryptoKey): Promise<Bytes> {
  const { wrapping, algorithm } = await unlockSlot(scope, slot, secret, 'decrypt');
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, wrapping, slot.wrapped));
  } catch (cause) {
    throw damaged('The wrapped key was changed', cause);
  }
}

async function unlockSlot(
  scope: VaultScope,
  slot: Slot,
  secret: CryptoKey,
  usage: KeyUsage,
): Promise<{ wrapping: CryptoKey; algorithm: AesGcmParams }> {
  const bound = boundOf(scope, slot, slot.generation);
  const { key: wrapping, commitment } = await deriveKey(secret, slot.hkdfSalt, bound, usage);
  if (!areEqual(commitment, slot.commitment))
    throw new LatchError('vault_wrong_key', 'The key does not open the vault.');
  return { wrapping, algorithm: { name: 'AES-GCM', iv: slot.iv, additionalData: bound } };
}

function boundOf(
  { vaultId, rpId, userHandleHash }: VaultScope,
  { kind, credentialId }: EmptySlot,
  generation: number,
): Bytes {
  return joinParts('wcv/slot/v1', kind, rpId, userHandleHash, fromBase64Url(credentialId), vaultId, generation);
}
