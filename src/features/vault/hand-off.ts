import { LatchError } from '../../core/errors.js';
import { readOwner, type CreateVaultOptions } from './create.js';
import { exportVault } from './export.js';
import { importVault } from './import.js';
import { checkAsk, type AskPasskey } from './keys.js';
import { areEqual } from './parts.js';
import { checkChannel, refused, SecureChannel, type HandOffChannel, type Parts } from './secure-channel.js';
import type { Bytes } from './secrets.js';
import { beginSlots, hashHandle, type EmptySlot, type PrfRequest, type PrfResult, type VaultPasskey } from './slots.js';
import type { Vault } from './vault.js';

/** What both devices of a hand-off need. */
export interface HandOffOptions {
  channel: HandOffChannel;
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
export type ReceiveVaultOptions = HandOffOptions & Pick<CreateVaultOptions, 'passkeys' | 'rpId' | 'userHandle'>;

/** How many bytes of the vault are in one message. */
const pieceLength = 262_144;

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
export async function handOverVault(vault: Vault, options: HandOffOptions): Promise<void> {
  checkOptions(options);
  const { channel, compare, ask, onProgress } = options;
  const signal = options.signal ? AbortSignal.any([options.signal, vault.locked]) : vault.locked;
  const secure = await SecureChannel.open(channel, 'giver', compare, signal);
  await telling(secure, async () => {
    const [rpId, userHandle, ...passkeys] = (await secure.receive('hello')).map(readText);
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
      const result = await askThere(secure, request);
      added = result.credentialId;
      return result;
    };
    await vault.addPasskey(readPasskeys(passkeys), askBoth);
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
 *   if the other device has another user; `constraint` if the user has a vault here already; `cancelled`, `no_prf`, also of
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
  return telling(secure, async () => {
    await secure.send('hello', rpId, userHandle, ...slots.map((slot) => JSON.stringify(describeSlot(slot))));
    const request = readRequest(rpId, slots, await secure.receive('ask'));
    const result = await askHere(request, ask);
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

function checkOptions({ channel, compare, ask }: HandOffOptions): void {
  checkChannel(channel);
  if (typeof compare !== 'function') throw new TypeError('"compare" must be a function');
  checkAsk(ask);
}

/** Does `work`, and notifies the other device if it fails. */
async function telling<Value>(secure: SecureChannel, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    secure.end(error);
    throw error;
  }
}

const readText = (part: Bytes): string => new TextDecoder().decode(part);

/** The passkeys of the other device. */
function readPasskeys(texts: readonly string[]): VaultPasskey[] {
  try {
    return beginSlots(texts.map((text) => JSON.parse(text) as VaultPasskey)).map(describeSlot);
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

/** Requests a passkey of the other device. */
async function askThere(secure: SecureChannel, { credentials }: PrfRequest): Promise<PrfResult> {
  await secure.send('ask', ...credentials.flatMap(({ id, first, second }) => [id, first, second]));
  const [id, first, second] = await secure.receive('answer');
  return { credentialId: readText(id ?? new Uint8Array()), first, second };
}

/** What the other device requests, of the passkeys of this one. */
function readRequest(rpId: string, slots: readonly EmptySlot[], parts: Parts): PrfRequest {
  const credentials = slots.flatMap(({ credentialId: id, transports }) => {
    const at = parts.findIndex((part, index) => index % 3 === 0 && readText(part) === id);
    const [first, second] = at < 0 ? [] : parts.slice(at + 1, at + 3);
    return first && second ? [{ id, transports, first: first.slice(), second: second.slice() }] : [];
  });
  if (credentials.length === 0) throw refused('The other device requests no passkey of this one');
  return { rpId, credentials };
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

async function sendFile(secure: SecureChannel, file: Blob, onProgress?: HandOffOptions['onProgress']): Promise<void> {
  await secure.send('file', file.size);
  for (let at = 0; at < file.size; at += pieceLength) {
    const bytes = new Uint8Array(await file.slice(at, at + pieceLength).arrayBuffer());
    await secure.send('piece', bytes);
    onProgress?.(at + bytes.byteLength, file.size);
  }
}

async function receiveFile(secure: SecureChannel, onProgress?: HandOffOptions['onProgress']): Promise<Blob> {
  const [length] = await secure.receive('file');
  if (length?.byteLength !== 8) throw refused('The other device has not said how much it sends');
  const all = Number(new DataView(length.buffer, length.byteOffset).getBigUint64(0));
  const pieces: Blob[] = [];
  for (let received = 0; received < all;) {
    const [bytes] = await secure.receive('piece');
    if (!bytes?.byteLength) throw refused('The other device has sent nothing');
    // The browser can put a blob on the disk; bytes stay in memory.
    pieces.push(new Blob([bytes]));
    received += bytes.byteLength;
    onProgress?.(received, all);
  }
  return new Blob(pieces);
}
