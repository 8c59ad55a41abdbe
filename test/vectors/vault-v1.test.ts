import assert from 'node:assert/strict';
import { createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { test } from 'node:test';
import { fromBase64Url, toBase64Url } from '../../src/base/bytes.js';
import { open } from '../../src/vault/envelope.js';
import { checkKeyRecord, crossBridges, readAcrossBridges } from '../../src/vault/key-record.js';
import { pieceContext } from '../../src/vault/streams.js';
import { emptyLedger, versionOf } from '../../src/vault/ledger.js';
import { joinParts } from '../../src/vault/parts.js';
import { secretOfCode } from '../../src/vault/recovery-code.js';
import { adopt, recordContext } from '../../src/vault/opened.js';
import { openSlot, readSlot, requestFor } from '../../src/vault/slots.js';
import { presentKey, secretOfPasskey, storedLedger, storedRecord, vectors } from '../support/node/vault-vectors.js';

test('the passkeys receive the same request as then', () => {
  const { credentials } = requestFor(vectors.rpId, storedRecord().slots);
  assert.deepEqual(
    credentials.map(({ first, second }) => ({ first: toBase64Url(first), second: toBase64Url(second) })),
    vectors.passkeys.map(({ inputs }) => inputs),
  );
});

test('the first passkey, the second by way of the earlier key, and the code all lead to the present key', async () => {
  const record = storedRecord();
  const secrets = [await secretOfPasskey(0), await secretOfPasskey(1), await secretOfCode(vectors.code)];
  for (const [index, secret] of secrets.entries()) {
    const slot = record.slots[index]!;
    const generation = await crossBridges(record, await openSlot(record, slot, secret));
    assert.equal(generation?.number, 2);
    await adopt(record, generation);
    const bytes = await readAcrossBridges(record, slot.generation, await readSlot(record, slot, secret));
    assert.equal(toBase64Url(bytes!), vectors.keys[1]);
  }
});

test('the record of keys, the ledger, the records and the piece of a stream open', async () => {
  const record = storedRecord();
  const generation = await presentKey();
  const { codec } = await adopt(record, generation);
  const { cover, pages } = storedLedger();
  const ledger = await codec.read(emptyLedger, cover, pages, [...pages.keys()]);
  assert.deepEqual(
    [ledger.change, ledger.keys, versionOf(ledger, 'notes', 'first'), versionOf(ledger, 'files', 'häßlich')],
    [1, 7, 1, 1],
  );
  for (const { store, id, version, format, plaintext, sealed } of vectors.records) {
    const content = await open(generation, recordContext(record, store, id, version, 2), fromBase64Url(sealed));
    assert.deepEqual([content.format, toBase64Url(content.plaintext)], [format, plaintext]);
  }
  const { store, id, name, index, isLast, plaintext, sealed } = vectors.piece;
  const piece = await open(generation, pieceContext(record, store, id, name, index, isLast, 2), fromBase64Url(sealed));
  assert.equal(toBase64Url(piece.plaintext), plaintext);
});

/** HKDF as the documentation of the format has it, by another implementation. */
function derive(key: Uint8Array, salt: Uint8Array, info: Uint8Array): { key: Buffer; commitment: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', key, salt, info, 64));
  return { key: bytes.subarray(0, 32), commitment: bytes.subarray(32) };
}

test('a slot and a record are what the documentation says, byte by byte', () => {
  const record = storedRecord();
  const [slot] = record.slots;
  const { first, second } = vectors.passkeys[0]!.results;
  const bound = joinParts(
    'wcv/slot/v1',
    'passkey',
    record.rpId,
    record.userHandleHash,
    fromBase64Url(slot!.credentialId),
    record.vaultId,
    2,
  );
  const secret = Buffer.concat([fromBase64Url(first), fromBase64Url(second)]);
  const wrapping = derive(secret, slot!.hkdfSalt, bound);
  assert.deepEqual(wrapping.commitment, Buffer.from(slot!.commitment));
  const key = decrypt(wrapping.key, slot!.iv, slot!.wrapped, bound);
  assert.equal(toBase64Url(key), vectors.keys[1]);

  const { store, id, version, plaintext, sealed } = vectors.records[0]!;
  const bytes = fromBase64Url(sealed);
  assert.equal(Buffer.from(bytes.subarray(0, 12)).toString('hex'), '574356010101000000000002');
  const context = Buffer.concat([
    bytes.subarray(0, 12),
    joinParts('wcv/rec/v1', record.rpId, record.userHandleHash, record.vaultId, store, id, version, 2),
  ]);
  const salt = bytes.subarray(12, 44);
  const own = derive(key, salt, context);
  assert.deepEqual(own.commitment, Buffer.from(bytes.subarray(44, 76)));
  assert.equal(toBase64Url(decrypt(own.key, bytes.subarray(76, 88), bytes.subarray(88), context)), plaintext);
});

test('the ledger is authenticated as the documentation says', () => {
  const { vaultId } = storedRecord();
  const { cover, pages } = storedLedger();
  const key = Buffer.from(hkdfSync('sha256', fromBase64Url(vectors.keys[1]), new Uint8Array(), 'wcv/led/v1', 32));
  const mac = (bytes: Uint8Array) => createHmac('sha256', key).update(bytes).digest();
  assert.deepEqual(
    mac(joinParts('wcv/led/cover/v1', vaultId, 2, cover.change, cover.keys, ...cover.pages)),
    Buffer.from(cover.mac),
  );
  for (const [page, { change, entries, mac: stored }] of pages)
    assert.deepEqual(
      mac(joinParts('wcv/led/page/v1', vaultId, 2, page, change, ...entries.flat())),
      Buffer.from(stored),
    );
});

function decrypt(key: Uint8Array, iv: Uint8Array, sealed: Uint8Array, additionalData: Uint8Array): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAAD(additionalData).setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
}

test('a version or a suite that is not known is refused as such, never guessed', async () => {
  const record = storedRecord();
  assert.throws(() => checkKeyRecord({ ...record, v: 3 }), { code: 'vault_unsupported' });
  const generation = await presentKey();
  for (const at of [3, 4, 5, 6, 7]) {
    const sealed = fromBase64Url(vectors.records[0]!.sealed);
    sealed[at] = 9;
    await assert.rejects(open(generation, recordContext(record, 'notes', 'first', 1, 2), sealed), {
      code: 'vault_unsupported',
    });
  }
});
