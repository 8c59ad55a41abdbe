import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeCbor, encodeEntries, type CborValue } from '../../src/conformance/cbor.js';

const examples: Array<[CborValue, string]> = [
  [0, '00'],
  [10, '0a'],
  [23, '17'],
  [24, '1818'],
  [100, '1864'],
  [1000, '1903e8'],
  [1_000_000, '1a000f4240'],
  [1_000_000_000_000, '1b000000e8d4a51000'],
  [-1, '20'],
  [-10, '29'],
  [-100, '3863'],
  [-1000, '3903e7'],
  [false, 'f4'],
  [true, 'f5'],
  [null, 'f6'],
  [new Uint8Array(), '40'],
  [Uint8Array.of(1, 2, 3, 4), '4401020304'],
  ['', '60'],
  ['IETF', '6449455446'],
  ['"\\', '62225c'],
  ['ü', '62c3bc'],
  ['水', '63e6b0b4'],
  [[], '80'],
  [[1, [2, 3], [4, 5]], '8301820203820405'],
  [new Map<number, number>(), 'a0'],
  [
    new Map([
      [1, 2],
      [3, 4],
    ]),
    'a201020304',
  ],
  [
    new Map<string, CborValue>([
      ['a', 1],
      ['b', [2, 3]],
    ]),
    'a26161016162820203',
  ],
];

for (const [value, expected] of examples) {
  test(`the example 0x${expected} of RFC 8949 is encoded as printed there`, () => {
    assert.equal(Buffer.from(encodeCbor(value)).toString('hex'), expected);
  });
}

test('lengths take the shortest form on both sides of every border', () => {
  const lengths = [23, 24, 255, 256, 65_535, 65_536];
  const heads = lengths.map((length) =>
    Buffer.from(encodeCbor(new Uint8Array(length)))
      .subarray(0, 5)
      .toString('hex'),
  );
  assert.deepEqual(heads, ['5700000000', '5818000000', '58ff000000', '5901000000', '59ffff0000', '5a00010000']);
});

test('a list of entries may name a key twice', () => {
  assert.equal(
    Buffer.from(
      encodeEntries([
        [1, 2],
        [1, 3],
      ]),
    ).toString('hex'),
    'a201020103',
  );
});

test('fractions and numbers beyond the safe integers are refused', () => {
  for (const number of [0.5, 2 ** 53, Number.NaN]) {
    assert.throws(() => encodeCbor(number), new TypeError('a CBOR number must be a safe integer'));
  }
});
