import { LatchError } from '../base/client/errors.js';
import { readOwner, type CreateVaultOptions } from './create.js';
import { exportVault } from './export.js';
import { expectNoVault, importVault } from './import.js';
import { checkAsk, type AskPasskey } from './keys.js';
import { areEqual, type Part } from './parts.js';
import { checkChannel, refused, SecureChannel, type TransferChannel, type Parts } from './secure-channel.js';
import type { Bytes } from './secrets.js';
import {
  beginSlots,
  hashHandle,
  requestFor,
  saltLength,
  type EmptySlot,
  type PrfRequest,
  type PrfResult,
  type VaultPasskey,
} from './slots.js';
import type { Vault } from './vault.js';

/** What both devices of a transfer need. */
export interface TransferOptions {
  channel: TransferChannel;
  /**
   * Shows the user six digits, which both devices show. Resolves with whether they are the same: ask on both devices, with
   * a button for yes and one for no.
   */
  compare: (digits: string) => boolean | Promise<boolean>;
  /** Requests a passkey of this device; `evaluatePrf` of `latchkey/passkey` does. */
  ask: AskPasskey;
  signal?: AbortSignal;
  /** Gets how many bytes of how many are sent or received. */
  onProgress?: (done: number, all: number) => void;
}

/** What the device needs that gets a vault: also its user, and the passkeys of which one is to open the vault here. */
export type ReceiveVaultOptions = TransferOptions & Pick<CreateVaultOptions, 'passkeys' | 'rpId' | 'userHandle'>;

/** How many bytes of the vault are in one message. */
const pieceLength = 262_144;
/** How many bytes a vault may have that is handed over: 4 GiB. */
const maxFileBytes = 4_294_967_296;

/**
 * Gives an unlocked vault to another device of the same user, which calls {@link receiveVault}. Requests a passkey that
 * opens the vault here. The passkey of the other device opens the vault afterwards, on both.
 *
 * @throws {LatchError} `rejected` if the digits differ, or a message does not come from the other device; `wrong_account`
 *   if another user is there; `cancelled`, `constraint`, `no_prf`, also of the other device; `aborted`; `vault_locked` and
 *   the other errors of the vault; the errors of `ask` and of the channel. The other device's passkey does not open the
 *   vault then.
 * @throws {TypeError} naming the option that is wrong.
 */
export async function handOverVault(vault: Vault, options: TransferOptions): Promise<void> {
  checkOptions(options);
  const { channel, compare, ask, onProgress } = options;
  const signal = options.signal ? AbortSignal.any([options.signal, vault.locked]) : vault.locked;
  const secure = await SecureChannel.open(channel, 'giver', compare, signal);
  await endOnFailure(secure, async () => {
    const [site, user, ...parts] = await secure.receive('hello');
    const [rpId, userHandle] = [site, user].map((part) => part && readText(part));
    if (!(await isOwner(vault, userHandle)))
      throw new LatchError('wrong_account', 'The other device has another user.');
    const before = (await vault.keys()).map(({ credentialId }) => credentialId);
    let added: string | undefined;
    let isProven = false;
    const askBoth: AskPasskey = async (request) => {
      if (!isProven) {
        isProven = true;
        return ask(request);
      }
      if (request.rpId !== rpId) throw new LatchError('wrong_account', 'The other device belongs to another site.');
      const result = await askThere(secure);
      added = result.credentialId;
      return result;
    };
    await vault.addBegun(readSlots(parts), askBoth);
    try {
      await sendFile(secure, await exportVault(vault.id), onProgress);
      await secure.receive('done');
    } catch (error) {
      if (added !== undefined && !before.includes(added)) await vault.removeKey(added).catch(() => {});
      throw error;
    }
  });
}

/**
 * Gets the vault of this user from another device, which calls {@link handOverVault}, and unlocks it. Requests a passkey of
 * this device, which opens the vault from then on.
 *
 * @throws {LatchError} `rejected` if the digits differ, or a message does not come from the other device; `wrong_account`
 *   if the other device has another user; `constraint` if the user has a vault here already, before the passkey is requested; `cancelled`, `no_prf`, also of
 *   the other device; `aborted`; the other errors of {@link importVault}, of `ask` and of the channel. Nothing is kept then.
 * @throws {TypeError} naming the option that is wrong.
 */
export async function receiveVault(options: ReceiveVaultOptions): Promise<Vault> {
  checkOptions(options);
  const { channel, compare, ask, onProgress, signal = new AbortController().signal } = options;
  const { rpId, userHandle, passkeys } = readOwner(options);
  if (typeof rpId !== 'string' || rpId === '') throw new TypeError('"rpId" must be a domain');
  await hashHandle(userHandle);
  const slots = beginSlots(passkeys);
  const secure = await SecureChannel.open(channel, 'receiver', compare, signal);
  return endOnFailure(secure, async () => {
    await expectNoVault(rpId, userHandle);
    await secure.send('hello', rpId, userHandle, ...slots.flatMap(writeSlot));
    // The passkey gives the other device results for the inputs that this one has drawn, and for no others.
    if ((await secure.receive('ask')).length > 0) throw refused('The other device requests inputs of its own');
    const result = await askHere(requestFor(rpId, slots), ask);
    try {
      await secure.send('answer', result.credentialId, result.first, result.second);
      const file = await receiveFile(secure, onProgress);
      const vault = await importVault(file, { ask: askOnce(result, ask), userHandle });
      // If it is lost, the vault is here nevertheless.
      await secure.send('done').catch(() => {});
      return vault;
    } finally {
      for (const bytes of [result.first, result.second]) bytes.fill(0);
    }
  });
}

function checkOptions({ channel, compare, ask }: TransferOptions): void {
  checkChannel(channel);
  if (typeof compare !== 'function') throw new TypeError('"compare" must be a function');
  checkAsk(ask);
}

/** Does `work`, and notifies the other device if it fails. */
async function endOnFailure<Value>(secure: SecureChannel, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    secure.end(error);
    throw error;
  }
}

const readText = (part: Bytes): string => new TextDecoder().decode(part);

/** A passkey of this device, and what its inputs are made of. */
const writeSlot = (slot: EmptySlot): Part[] => [JSON.stringify(describeSlot(slot)), slot.prfSalt1, slot.prfSalt2];

/** The same of the other device. */
function readSlots(parts: Parts): EmptySlot[] {
  const salts = parts.filter((_, index) => index % 3 > 0).map((salt) => salt.slice());
  const texts = parts.filter((_, index) => index % 3 === 0).map(readText);
  if (salts.length !== 2 * texts.length || salts.some(({ byteLength }) => byteLength !== saltLength))
    throw refused('The other device has named no inputs');
  try {
    return beginSlots(texts.map((text) => JSON.parse(text) as VaultPasskey)).map((slot, index) => ({
      ...slot,
      prfSalt1: salts[2 * index]!,
      prfSalt2: salts[2 * index + 1]!,
    }));
  } catch (cause) {
    throw refused('The other device has named no passkeys', cause);
  }
}

const describeSlot = ({ credentialId, transports, backedUp }: EmptySlot): VaultPasskey => ({
  id: credentialId,
  transports,
  backedUp,
});

async function isOwner(vault: Vault, userHandle: string | undefined): Promise<boolean> {
  try {
    return await vault.belongsTo(userHandle!);
  } catch {
    // It is no user handle.
    return false;
  }
}

/** The results of a passkey, with copies of the inputs that led to them. */
type Evaluation = PrfResult & { first: Bytes; second: Bytes; inputs: PrfRequest['credentials'][number] };

/** Requests a passkey of the other device, which knows the inputs. */
async function askThere(secure: SecureChannel): Promise<PrfResult> {
  await secure.send('ask');
  const [id, first, second] = await secure.receive('answer');
  return { credentialId: readText(id ?? new Uint8Array()), first, second };
}

async function askHere(request: PrfRequest, ask: AskPasskey): Promise<Evaluation> {
  const result = (await ask(request)) as PrfResult | null;
  const inputs = request.credentials.find(({ id }) => id === result?.credentialId);
  if (!result?.first || !result.second || !inputs)
    throw new LatchError('no_prf', 'The passkey returned no PRF result.');
  return { credentialId: result.credentialId, first: copyOf(result.first), second: copyOf(result.second), inputs };
}

/** The bytes in a new place; the others are overwritten. */
function copyOf(source: BufferSource): Bytes {
  const bytes = ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer as ArrayBuffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source);
  const copy = bytes.slice();
  bytes.fill(0);
  return copy;
}

/** Gives the same results for the same inputs, so that the user is not asked for the passkey twice. */
function askOnce({ credentialId, first, second, inputs }: Evaluation, ask: AskPasskey): AskPasskey {
  return async (request) => {
    const wanted = request.credentials.find(({ id }) => id === credentialId);
    const isSame = wanted && areEqual(wanted.first, inputs.first) && areEqual(wanted.second, inputs.second);
    return isSame ? { credentialId, first: first.slice(), second: second.slice() } : ask(request);
  };
}

async function sendFile(secure: SecureChannel, file: Blob, onProgress?: TransferOptions['onProgress']): Promise<void> {
  if (file.size > maxFileBytes) throw new LatchError('constraint', 'A vault of more than 4 GiB is not handed over.');
  await secure.send('file', file.size);
  for (let at = 0; at < file.size; at += pieceLength) {
    const bytes = new Uint8Array(await file.slice(at, at + pieceLength).arrayBuffer());
    await secure.send('piece', bytes);
    onProgress?.(at + bytes.byteLength, file.size);
  }
}

async function receiveFile(secure: SecureChannel, onProgress?: TransferOptions['onProgress']): Promise<Blob> {
  const [length] = await secure.receive('file');
  if (length?.byteLength !== 8) throw refused('The other device has not said how much it sends');
  const all = Number(new DataView(length.buffer, length.byteOffset).getBigUint64(0));
  if (all > maxFileBytes) throw refused('The other device wants to send more than 4 GiB');
  const pieces: Blob[] = [];
  for (let received = 0; received < all;) {
    const [bytes] = await secure.receive('piece');
    if (bytes?.byteLength !== Math.min(pieceLength, all - received))
      throw refused('The other device sends another length than it has said');
    // The browser can put a blob on the disk; bytes stay in memory.
    pieces.push(new Blob([bytes]));
    received += bytes.byteLength;
    onProgress?.(received, all);
  }
  return new Blob(pieces);
}
