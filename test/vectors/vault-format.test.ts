import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { fromBase64Url, toBase64Url } from '../../src/base/bytes.js';
import { open, type Format } from '../../src/vault/envelope.js';
import { exportHead, readRows, writeRow, type ExportRow } from '../../src/vault/export-rows.js';
import { crossBridges } from '../../src/vault/key-record.js';
import { allPages, emptyLedger, entriesOf } from '../../src/vault/ledger.js';
import { adopt, recordContext } from '../../src/vault/opened.js';
import { secretOfCode } from '../../src/vault/recovery-code.js';
import { openSlot, requestFor, secretOf } from '../../src/vault/slots.js';
import { pieceContext, readHeader } from '../../src/vault/streams.js';
import { askPython, skipWithoutPython } from '../support/node/vault-format.js';
import { storedLedger, storedRecord, vectors, type StoredVault } from '../support/node/vault-vectors.js';

type Value = [store: string, id: string, format: Format, data: string];

interface Read {
  key: string;
  inputs: [string, string][];
  entries: [string, string, number][];
  values: Value[];
  piece: string;
}

interface Written {
  code: string;
  file: string;
  vault: StoredVault & {
    records: { store: string; id: string; version: number; sealed: string }[];
    pieces: { store: string; id: string; name: string; index: number; sealed: string }[];
  };
}

const ways = [
  ...vectors.passkeys.map(({ results }, index) => ({
    credentialId: vectors.record.slots[index]!.credentialId,
    ...results,
  })),
  { code: vectors.code },
];

describe('a program in Python that was written from docs/vault-format.md', { skip: skipWithoutPython }, () => {
  test('opens the stored vault of version 1 in all three ways, with every record and the piece', () => {
    const read = askPython<Read>('read', { vault: vectors, ways, isPartial: true });
    assert.equal(read.refused, undefined);
    assert.equal(read.key, vectors.keys[1]);
    assert.deepEqual(
      read.inputs,
      vectors.passkeys.map(({ inputs }) => [inputs.first, inputs.second]),
    );
    assert.deepEqual(read.entries.toSorted(), [
      ['files', 'häßlich', 1],
      ['notes', 'first', 1],
    ]);
    assert.deepEqual(
      read.values,
      vectors.records.map(({ store, id, format, plaintext }) => [store, id, format, plaintext]),
    );
    assert.equal(read.piece, vectors.piece.plaintext);
  });

  test('refuses the same vault once a code, the list of keys, the cover, a page or a record differs', () => {
    const [page, ...pages] = vectors.pages;
    const [record, ...records] = vectors.records;
    const wrong = [
      { ways: [{ code: `0${vectors.code.slice(1)}` }] },
      { vault: { ...vectors, record: { ...vectors.record, revision: 8 } } },
      { vault: { ...vectors, cover: { ...vectors.cover, change: 2 } } },
      { vault: { ...vectors, pages: [[page![0], { ...page![1], entries: [] }], ...pages] } },
      { vault: { ...vectors, records: [{ ...record!, id: 'other' }, ...records] } },
    ];
    for (const one of wrong)
      assert.ok(
        askPython<Read>('read', { vault: vectors, ways, isPartial: true, ...one }).refused,
        JSON.stringify(one),
      );
  });

  test('writes a vault that opens here by two passkeys and by the code, with all it has: text, bytes, streams', async () => {
    const passkeys = ['one', 'two'].map((name) => ({
      credentialId: toBase64Url(Buffer.from(name)),
      transports: ['internal'],
      secret: toBase64Url(Buffer.from(`secret of ${name}`)),
    }));
    const long = Buffer.alloc(600_000, 'sixteen letters.');
    const values: Value[] = [
      ['notes', 'first', 'json', toBase64Url(Buffer.from('{"title":"Löwe"}'))],
      ['notes', '🦁', 'bytes', ''],
      ['files', 'long', 'stream', toBase64Url(long)],
      ['files', 'empty', 'stream', ''],
    ];
    const { code, vault } = askPython<Written>('write', {
      rpId: vectors.rpId,
      userHandle: vectors.userHandle,
      passkeys,
      values,
    });
    const record = storedRecord(vault);
    const evaluate = (secret: string, input: Uint8Array) =>
      new Uint8Array(createHmac('sha256', fromBase64Url(secret)).update(input).digest());
    const { credentials } = requestFor(record.rpId, record.slots);
    const secrets = await Promise.all(
      credentials.map(({ id, first, second }) => {
        const { secret } = passkeys.find(({ credentialId }) => credentialId === id)!;
        return secretOf({ credentialId: id, first: evaluate(secret, first), second: evaluate(secret, second) });
      }),
    );
    for (const [index, secret] of [...secrets, await secretOfCode(code)].entries()) {
      const generation = await crossBridges(record, await openSlot(record, record.slots[index]!, secret));
      const { codec } = await adopt(record, generation!);
      const { cover, pages } = storedLedger(vault);
      const ledger = await codec.read(emptyLedger, cover, pages, [...pages.keys()]);
      assert.equal(ledger.keys, record.revision);
      assert.equal(allPages.filter((page) => ledger.pages[page] !== 0).length, pages.size);
      const versions = entriesOf(ledger);
      assert.deepEqual(
        versions.map(([store, id]) => [store, id]).toSorted(),
        values.map(([store, id]) => [store, id]).toSorted(),
      );
      for (const [store, id, version] of versions) {
        const row = vault.records.find((one) => one.store === store && one.id === id)!;
        assert.equal(row.version, version);
        const content = await open(
          generation!,
          recordContext(record, store, id, version, record.generation),
          fromBase64Url(row.sealed),
        );
        const expected = values.find((value) => value[0] === store && value[1] === id)!;
        assert.equal(content.format, expected[2]);
        let data: Uint8Array = content.plaintext;
        if (content.format === 'stream') {
          const { name, pieces, length } = readHeader(content.plaintext);
          const chunks = vault.pieces
            .filter((piece) => piece.name === name)
            .map(async ({ index: at, sealed }) => {
              const context = pieceContext(record, store, id, name, at, at === pieces - 1, record.generation);
              return (await open(generation!, context, fromBase64Url(sealed))).plaintext;
            });
          data = Buffer.concat(await Promise.all(chunks));
          assert.deepEqual([chunks.length, data.byteLength], [pieces, length]);
        }
        assert.equal(toBase64Url(data), expected[3], `${store} ${id}`);
      }
    }
  });

  test('opens an exported vault that was written here, and writes one that is read here row by row', async () => {
    const record = storedRecord();
    const { cover, pages } = storedLedger();
    const rows: ExportRow[] = [
      { type: 'keys', record },
      { type: 'cover', cover },
      ...[...pages].map(([page, row]) => ({ type: 'page' as const, page, row })),
      ...vectors.records.slice(0, 2).map(({ store, id, version, sealed }) => ({
        type: 'record' as const,
        store,
        id,
        row: { version, sealed: fromBase64Url(sealed) },
      })),
    ];
    rows.push({ type: 'end', rows: rows.length });
    const file = new Blob([exportHead(), ...rows.map((row) => writeRow(row, record))]);
    const read = askPython<Read>('read', { file: toBase64Url(await file.arrayBuffer()), ways });
    assert.deepEqual(
      [read.refused, read.values.toSorted()],
      [
        undefined,
        vectors.records
          .slice(0, 2)
          .map(({ store, id, format, plaintext }) => [store, id, format, plaintext])
          .toSorted(),
      ],
    );

    const { file: theirs, vault } = askPython<Written>('write', {
      rpId: vectors.rpId,
      userHandle: vectors.userHandle,
      passkeys: [],
      values: [['files', 'long', 'stream', toBase64Url(Buffer.alloc(300_000))]],
    });
    const found: ExportRow[] = [];
    for await (const row of readRows(new Blob([fromBase64Url(theirs)]))) found.push(row);
    assert.deepEqual(
      found.map(({ type }) => type),
      ['keys', 'cover', 'page', 'record', 'piece', 'piece', 'end'],
    );
    assert.deepEqual(found[0], { type: 'keys', record: storedRecord(vault) });
    assert.deepEqual(found[1], { type: 'cover', cover: storedLedger(vault).cover });
    const again = new Blob([exportHead(), ...found.map((row) => writeRow(row, storedRecord(vault)))]);
    assert.equal(toBase64Url(await again.arrayBuffer()), theirs);
  });
});
