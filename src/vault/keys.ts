import { toBase64Url } from '../base/bytes.js';
import { LatchError } from '../base/client/errors.js';
import { damaged } from './envelope.js';
import { mostSlots, readAcrossBridges, type KeyRecord } from './key-record.js';
import { createRecoveryCode, secretOfCode } from './recovery-code.js';
import { neededBridges } from './rotate.js';
import type { SealedRecords } from './sealed-records.js';
import { randomBytes, type Bytes } from './secrets.js';
import {
  beginSlot,
  fillSlot,
  readSlot,
  requestFor,
  secretOf,
  type EmptySlot,
  type PrfRequest,
  type PrfResult,
  type Slot,
  type VaultScope,
} from './slots.js';

/**
 * Requests one of the passkeys, and the PRF results of its authenticator for the inputs. `latchkey/passkey` has one:
 * `evaluatePrf`.
 */
export type AskPasskey = (request: PrfRequest) => Promise<PrfResult>;

/** @throws {TypeError} unless `ask` can be asked. */
export function checkAsk(ask: unknown): asserts ask is AskPasskey {
  if (typeof ask !== 'function') throw new TypeError('"ask" must be a function');
}

/**
 * Asks for one of the passkeys of some slots.
 *
 * @throws {LatchError} `no_prf`; `vault_wrong_key` if the response came from another passkey, or the vault has none.
 */
export async function askFor<Slot extends EmptySlot>(
  rpId: string,
  slots: readonly Slot[],
  ask: AskPasskey,
): Promise<{ slot: Slot; secret: CryptoKey }> {
  checkAsk(ask);
  const request = requestFor(rpId, slots);
  if (request.credentials.length === 0)
    throw new LatchError('vault_wrong_key', 'Only the recovery code opens the vault.');
  const result = (await ask(request)) as PrfResult | null;
  if (!result) throw new LatchError('no_prf', 'The passkey returned no PRF result.');
  const slot = slots.find(({ kind, credentialId }) => kind === 'passkey' && credentialId === result.credentialId);
  const secret = await secretOf(result);
  if (!slot) throw new LatchError('vault_wrong_key', 'This passkey does not open the vault.');
  return { slot, secret };
}

/** Asks for a passkey that opens the vault, and begins a slot with new salts for it. */
export async function proveSlot(
  { rpId }: VaultScope,
  records: SealedRecords,
  ask: AskPasskey,
): Promise<{ slot: EmptySlot; secret: CryptoKey }> {
  const { record } = await records.readKeys();
  const renewed = record.slots
    .filter(({ kind }) => kind === 'passkey')
    .map(({ credentialId, transports, backedUp }) => beginSlot({ id: credentialId, transports, backedUp }));
  return askFor(rpId, renewed, ask);
}

/** What authorizes a change of the keys: a passkey that opens the vault already, or the recovery code. */
type Proof = AskPasskey | { code: string };

/**
 * Reads the bytes of the current key, because the browser does not export the imported one. The caller overwrites them.
 */
async function readKey(scope: VaultScope, record: KeyRecord, proof: Proof): Promise<Bytes> {
  const { slot, secret } =
    typeof proof === 'object' ? await askForCode(record, proof.code) : await askFor(scope.rpId, record.slots, proof);
  const key = await readAcrossBridges(record, slot.generation, await readSlot(scope, slot, secret));
  if (!key) throw damaged('There is no way to the present key');
  return key;
}

async function askForCode({ slots }: KeyRecord, code: string): Promise<{ slot: Slot; secret: CryptoKey }> {
  const secret = await secretOfCode(code);
  const slot = slots.find(({ kind }) => kind === 'code');
  if (!slot) throw new LatchError('vault_wrong_key', 'The vault has no recovery code.');
  return { slot, secret };
}

/** Adds the one of these slots whose passkey the user chooses. */
export async function addSlot(
  scope: VaultScope,
  records: SealedRecords,
  slots: readonly EmptySlot[],
  ask: AskPasskey,
  code?: string,
): Promise<void> {
  checkAsk(ask);
  await addFilled(scope, records, code === undefined ? ask : { code }, async () => askFor(scope.rpId, slots, ask));
}

/** Adds a slot for a new recovery code, which replaces an earlier one. */
export async function addRecoveryCode(scope: VaultScope, records: SealedRecords, ask: AskPasskey): Promise<string> {
  const code = createRecoveryCode();
  await addFilled(scope, records, ask, async () => ({
    slot: beginSlot({ id: toBase64Url(randomBytes(16)) }, 'code'),
    secret: await secretOfCode(code),
  }));
  return code;
}

async function addFilled(
  scope: VaultScope,
  records: SealedRecords,
  proof: Proof,
  choose: () => Promise<{ slot: EmptySlot; secret: CryptoKey }>,
): Promise<void> {
  const { record: before } = await records.readKeys();
  const key = await readKey(scope, before, proof);
  try {
    const { slot, secret } = await choose();
    await records.changeKeys(async (record, { number }) => {
      const isReplaced = (one: EmptySlot) =>
        one.credentialId === slot.credentialId || (slot.kind === 'code' && one.kind === 'code');
      const others = record.slots.filter((one) => !isReplaced(one));
      if (others.length >= mostSlots) throw new LatchError('constraint', `A vault has at most ${mostSlots} keys.`);
      // Another tab may have replaced the key meanwhile. A copy, because this may be tried again.
      const present = await readAcrossBridges(record, before.generation, key.slice());
      if (!present) throw new LatchError('storage_lost', 'The key was replaced in another tab.', { retryable: true });
      const slots = [
        ...others,
        await fillSlot(scope, slot, number, secret, present, Date.now()).finally(() => present.fill(0)),
      ];
      return { slots, bridges: neededBridges(record.bridges, slots) };
    });
  } finally {
    key.fill(0);
  }
}

/** Takes a slot off. */
export async function removeSlot(records: SealedRecords, credentialId: string): Promise<void> {
  await records.changeKeys(async (record) => {
    const slots = record.slots.filter((slot) => slot.credentialId !== credentialId);
    if (slots.length === 0) throw new LatchError('constraint', 'This is the only key of the vault.');
    return { slots, bridges: neededBridges(record.bridges, slots) };
  });
}
