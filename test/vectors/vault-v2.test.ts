import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromBase64Url, toBase64Url } from '../../src/base/bytes.js';
import { open, seal, type Format, paddedLength } from '../../src/vault/envelope.js';
import { readRows, type ExportRow } from '../../src/vault/export-rows.js';
import { checkKeyRecord, crossBridges } from '../../src/vault/key-record.js';
import { emptyLedger, versionOf } from '../../src/vault/ledger.js';
import { adopt, recordContext } from '../../src/vault/opened.js';
import { namesPlace, PrivateNames } from '../../src/vault/private-names.js';
import { secretOfCode } from '../../src/vault/recovery-code.js';
import { openSlot, secretOf } from '../../src/vault/slots.js';
import { pieceContext, readHeader } from '../../src/vault/streams.js';
import { askPython, skipWithoutPython } from '../support/node/vault-format.js';

/** A private vault, exported as it was written once. It must open for as long as there are vaults of version 2. */
const vectors = JSON.parse(readFileSync(new URL('./vault-v2.json', import.meta.url), 'utf8')) as {
  code: string;
  passkey: { credentialId: string; first: string; second: string };
  key: string;
  values: [store: string, id: string, format: Format, data: string][];
  file: string;
};

async function readVault() {
  const rows: ExportRow[] = [];
  for await (const row of readRows(new Blob([fromBase64Url(vectors.file)]))) rows.push(row);
  const of = <Type extends ExportRow['type']>(type: Type) =>
    rows.filter((row): row is ExportRow & { type: Type } => row.type === type);
  const record = checkKeyRecord(of('keys')[0]!.record);
  const secrets = [
    await secretOf({
      credentialId: '',
      first: fromBase64Url(vectors.passkey.first),
      second: fromBase64Url(vectors.passkey.second),
    }),
    await secretOfCode(vectors.code),
  ];
  const generations = await Promise.all(
    secrets.map(async (secret, index) => crossBridges(record, await openSlot(record, record.slots[index]!, secret))),
  );
  const generation = generations[1]!;
  const { codec } = await adopt(record, generations[0]!);
  const pages = new Map(of('page').map(({ page, row }) => [page, row]));
  const ledger = await codec.read(emptyLedger, of('cover')[0]!.cover, pages, [...pages.keys()]);
  const read = (store: string, id: string) => {
    const { row } = of('record').find((one) => one.store === store && one.id === id)!;
    assert.equal(row.version, versionOf(ledger, store, id));
    return open(generation, recordContext(record, store, id, row.version, generation.number), row.sealed);
  };
  return { record, generation, read, records: of('record'), pieces: of('piece') };
}

test('a private vault opens, with each record under the code of its name and the name inside', async () => {
  const { record, generation, read, records, pieces } = await readVault();
  assert.equal(record.v, 2);
  const names = await PrivateNames.of((await read(...namesPlace)).plaintext);
  assert.equal(records.length, vectors.values.length + 1);
  for (const [store, id, format, data] of vectors.values) {
    const place = await names.place(store, id);
    const content = await read(...place);
    assert.deepEqual([content.format, content.names], [format, [store, id]]);
    let { plaintext } = content;
    if (format === 'stream') {
      const { name } = readHeader(plaintext);
      const [piece] = pieces;
      const context = pieceContext(record, ...place, name, 0, true, generation.number);
      ({ plaintext } = await open(generation, context, piece!.sealed));
    }
    assert.equal(toBase64Url(plaintext), data, id);
  }
});

test('it has neither names nor lengths in the clear, except the store of the outbox', async () => {
  const file = Buffer.from(vectors.file, 'base64url');
  for (const name of ['notes', 'first', '🦁', 'files', 'häßlich', 'long']) assert.ok(!file.includes(name), name);
  assert.ok(file.includes('latchkey.outbox'));
  const { records, pieces } = await readVault();
  const lengths = records.filter(({ store }) => store !== namesPlace[0]).map(({ row }) => row.sealed.byteLength);
  assert.deepEqual(
    lengths,
    lengths.map(() => 104 + 256),
  );
  assert.deepEqual(
    pieces.map(({ sealed }) => sealed.byteLength),
    [104 + paddedLength(512 + 8)],
  );
});

test('lengths are padded to 256 bytes or by at most an eighth, and longer ones never to less', () => {
  assert.deepEqual([0, 1, 256, 257, 520, 1000, 262_152].map(paddedLength), [256, 256, 256, 272, 544, 1024, 270_336]);
  let before = 0;
  const found = new Set<number>();
  for (let length = 0; length < 1_000_000; length += 61) {
    const padded = paddedLength(length);
    assert.ok(padded >= length && padded >= before && padded <= Math.max(256, length * 1.125), `${length}`);
    before = padded;
    found.add(padded);
  }
  assert.ok(found.size < 250, `${found.size}`);
});

test('what is sealed with names opens with them, and is refused if what follows the value is cut', async () => {
  const { record, generation } = await readVault();
  const context = recordContext(record, 'a', 'b', 1, generation.number);
  const sealed = await seal(generation, context, Uint8Array.of(1, 2, 0, 0), 'bytes', ['notes', '']);
  assert.deepEqual(await open(generation, context, sealed), {
    format: 'bytes',
    names: ['notes', ''],
    plaintext: Uint8Array.of(1, 2, 0, 0),
  });
  sealed[6] = 0;
  await assert.rejects(open(generation, context, sealed), { code: 'vault_damaged' });
});

test('the program in Python opens it too', { skip: skipWithoutPython }, () => {
  const ways = [vectors.passkey, { code: vectors.code }];
  const read = askPython<{ key: string; values: unknown[] }>('read', { file: vectors.file, ways });
  assert.deepEqual([read.refused, read.key], [undefined, vectors.key]);
  assert.deepEqual(read.values.toSorted(), vectors.values.toSorted());
});
