import { toBase64Url } from '../../../src/base/bytes.js';
import type { AskPasskey, PrfResult, VaultPasskey } from '../../../src/vault/index.js';
import { createVault, unlockVault, type Vault } from '../../../src/vault/index.js';
import type { Generation } from '../../../src/vault/envelope.js';
import { buildBridge, nameOf, signKeyRecord } from '../../../src/vault/key-record.js';
import { emptyLedger } from '../../../src/vault/ledger.js';
import { adopt } from '../../../src/vault/opened.js';
import { importMaster, randomBytes } from '../../../src/vault/secrets.js';
import { fillSlot, readSlot, requestFor, secretOf } from '../../../src/vault/slots.js';
import { createVaultDatabase } from '../../../src/vault/storage.js';

/**
 * A passkey whose authenticator has the PRF extension: it makes the same of the same inputs, and something else of
 * others.
 */
export interface PrfPasskey extends VaultPasskey {
  readonly id: string;
  /** Responds for this passkey if it is requested. */
  readonly ask: AskPasskey;
  /** What the last answer held; the vault is to overwrite it. */
  last: PrfResult | undefined;
  /** How often it was asked. */
  asked: number;
}

/** Creates a passkey with its own secrets. */
export function prfPasskey(name: string = crypto.randomUUID()): PrfPasskey {
  const secret = new TextEncoder().encode(`secret of ${name}`);
  const evaluate = async (input: BufferSource) => {
    const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return crypto.subtle.sign('HMAC', key, input);
  };
  const passkey: PrfPasskey = {
    id: toBase64Url(new TextEncoder().encode(name)),
    transports: ['internal'],
    backedUp: true,
    last: undefined,
    asked: 0,
    async ask({ credentials }) {
      passkey.asked += 1;
      const inputs = credentials.find(({ id }) => id === passkey.id);
      if (!inputs) throw new DOMException('There is no such passkey.', 'NotAllowedError');
      const [first, second] = await Promise.all([evaluate(inputs.first), evaluate(inputs.second)]);
      return (passkey.last = { credentialId: passkey.id, first, second });
    },
  };
  return passkey;
}

/** The user handle of a user. */
export const handleOf = (userId: string): string => toBase64Url(new TextEncoder().encode(`handle of ${userId}`));

/** Creates a vault that opens with `passkey`. */
export function createVaultWith(passkey: PrfPasskey, userId = 'alice'): Promise<Vault> {
  return createVault({ rpId: 'localhost', userHandle: handleOf(userId), passkeys: [passkey], ask: passkey.ask });
}

/** Unlocks the vault that opens with `passkey`. */
export function unlockWith(passkey: PrfPasskey): Promise<Vault> {
  return unlockVault({ ask: passkey.ask });
}

/**
 * Replaces the key of the only vault, which has no records, by `times` others, each of which leads to the next: what as
 * many rotations with this passkey leave, without waiting for each to be on the disk.
 */
export async function replaceKeys(passkey: PrfPasskey, times: number): Promise<void> {
  const database = createVaultDatabase();
  const [record] = await database.transact({ mode: 'readonly' }, (transaction) =>
    transaction.objectStore('keys').getAll(),
  );
  const { slots, bridges, generation, revision } = record!;
  const slot = slots.find(({ credentialId }) => credentialId === passkey.id)!;
  const secret = await secretOf(await passkey.ask(requestFor(record!.rpId, [slot])));
  let key = await readSlot(record!, slot, secret);
  let present: Generation = { number: generation, master: await importMaster(key) };
  for (let time = 0; time < times; time++) {
    key = randomBytes(32);
    bridges.push(await buildBridge(record!, present, key));
    present = { number: present.number + 1, master: await importMaster(key.slice()) };
  }
  const filled = await fillSlot(record!, slot, present.number, secret, key, Date.now());
  const replaced = await signKeyRecord(
    {
      ...record!,
      revision: revision + 1,
      generation: present.number,
      slots: [filled, ...slots.filter((other) => other !== slot)],
      bridges,
    },
    present,
  );
  const { codec } = await adopt(replaced, present);
  const { cover } = await codec.enter(emptyLedger, [], replaced.revision);
  const name = nameOf(record!);
  await database.transact({ mode: 'readwrite' }, async (transaction) => {
    await transaction.objectStore('keys').put(replaced, name);
    await transaction.objectStore('covers').put(cover, [name, present.number]);
  });
  database.close();
}
