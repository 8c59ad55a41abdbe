import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encodeCbor } from '../../../server/src/wallet/encode-cbor.js';
import { readCbor, readEncoded } from '../../../server/src/wallet/read-cbor.js';
import { CborTag, type CborValue } from '../../../server/src/webauthn/cbor.js';
import { scaled } from '../../support/node/engines.js';

const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

const examples: [hex: string, value: CborValue][] = [
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['18ff', 255],
  ['190100', 256],
  ['19ffff', 65_535],
  ['1a00010000', 65_536],
  ['1affffffff', 2 ** 32 - 1],
  ['1b0000000100000000', 2 ** 32],
  ['1b001fffffffffffff', 2 ** 53 - 1],
  ['20', -1],
  ['3903e7', -1000],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['40', fromHex('')],
  ['4401020304', fromHex('01020304')],
  ['60', ''],
  ['6449455446', 'IETF'],
  ['62c3bc', 'ü'],
  ['80', []],
  ['83010203', [1, 2, 3]],
  ['a0', new Map()],
  [
    'a201020304',
    new Map([
      [1, 2],
      [3, 4],
    ]),
  ],
  ['c074323031332d30332d32315432303a30343a30305a', new CborTag(0, '2013-03-21T20:04:00Z')],
  ['d818456449455446', new CborTag(24, fromHex('6449455446'))],
];

for (const [hex, value] of examples) {
  test(`0x${hex} is written and read`, () => {
    assert.equal(Buffer.from(encodeCbor(value)).toString('hex'), hex);
    assert.deepEqual(readCbor(fromHex(hex), 'it'), value);
  });
}

test('whatever is written is read again', () => {
  const key = fc.oneof(fc.integer(), fc.string());
  const { value } = fc.letrec<{ value: CborValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 6 },
      fc.oneof(
        fc.integer({ min: -(2 ** 52), max: 2 ** 52 }),
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.uint8Array().map((bytes) => new Uint8Array(bytes)),
      ),
      fc.array(tie('value'), { maxLength: 30 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 30 }).map((entries) => new Map(entries)),
      tie('value').map((inner) => new CborTag(24, inner)),
    ),
  }));
  fc.assert(
    fc.property(value, (written) => assert.deepEqual(readCbor(encodeCbor(written), 'it'), written)),
    { numRuns: scaled(20_000) },
  );
});

test('lengths may be written in a longer way than needed, as some issuers do', () => {
  assert.deepEqual(readCbor(fromHex('b90001190001d818410a'), 'it'), new Map([[1, new CborTag(24, fromHex('0a'))]]));
});

const refused: [hex: string, why: string][] = [
  ['0000', 'other bytes follow'],
  ['d81900', 'of another tag'],
  ['9f01ff', 'of no definite size'],
  ['fb3ff199999999999a', 'of a float'],
  ['a201000100', 'of a key that is there twice'],
  ['9affffffff', 'of a count that nothing follows'],
  ['81'.repeat(13) + '00', 'of thirteen levels'],
  ['', 'nothing is there'],
];

for (const [hex, why] of refused)
  test(`0x${hex.slice(0, 12)} is refused, because ${why}`, () => assert.throws(() => readCbor(fromHex(hex), 'it')));

test('encoded CBOR is bytes with its tag, and nothing else', () => {
  for (const hex of ['410a', 'c1410a', 'd8180a', 'd818d818410a'])
    assert.throws(() => readEncoded(readCbor(fromHex(hex), 'it'), 'it'));
});
