import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeItem, decodeWholeMap, type CborValue } from '../../../server/src/webauthn/cbor.js';

function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

function decode(hex: string): CborValue {
  const { value, end } = decodeItem(fromHex(hex), 0, 'it');
  assert.equal(end, hex.length / 2);
  return value;
}

const wellFormed: Array<[string, unknown]> = [
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
  ['390100', -257],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['40', fromHex('')],
  ['43010203', fromHex('010203')],
  ['60', ''],
  ['63e6b0b4', '水'],
  ['80', []],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['a0', new Map()],
  [
    'a2012002f5',
    new Map<number, unknown>([
      [1, -1],
      [2, true],
    ]),
  ],
  ['a163666d74646e6f6e65', new Map([['fmt', 'none']])],
  ['81818180', [[[[]]]]],
];

for (const [hex, expected] of wellFormed) {
  test(`0x${hex} is read`, () => assert.deepEqual(decode(hex), expected));
}

const refused: Array<[string, string]> = [
  ['', 'ends too early'],
  ['18', 'ends too early'],
  ['19ff', 'ends too early'],
  ['4201', 'ends too early'],
  ['62c3', 'ends too early'],
  ['81', 'ends too early'],
  ['a1', 'ends too early'],
  ['a101', 'ends too early'],
  ['5affffffff', 'ends too early'],
  ['9affffffff', 'ends too early'],
  ['1817', 'not the shortest'],
  ['1900ff', 'not the shortest'],
  ['1a0000ffff', 'not the shortest'],
  ['1b00000000ffffffff', 'not the shortest'],
  ['5801', 'not the shortest'],
  ['190018', 'not the shortest'],
  ['b80101', 'not the shortest'],
  ['1b0020000000000000', 'too large'],
  ['1bffffffffffffffff', 'too large'],
  ['3bffffffffffffffff', 'too large'],
  ['5f4100ff', 'does not use'],
  ['9f01ff', 'does not use'],
  ['bf0102ff', 'does not use'],
  ['1c', 'does not use'],
  ['1f', 'does not use'],
  ['f7', 'does not use'],
  ['f0', 'does not use'],
  ['f820', 'does not use'],
  ['f97e00', 'does not use'],
  ['fa00000000', 'does not use'],
  ['ff', 'does not use'],
  ['c000', 'a CBOR tag'],
  ['d8400000', 'a CBOR tag'],
  ['61ff', 'not UTF-8'],
  ['62c328', 'not UTF-8'],
  ['a201000100', 'a key twice'],
  ['a2616100616100', 'a key twice'],
  ['a1400000', 'neither text nor a number'],
  ['a1f500', 'neither text nor a number'],
  ['a1800000', 'neither text nor a number'],
  ['8181818180', 'nested too deeply'],
  ['a101a101a101a101a0', 'nested too deeply'],
];

for (const [hex, reason] of refused) {
  test(`0x${hex} is refused: ${reason}`, () => {
    assert.throws(() => decodeItem(fromHex(hex), 0, 'it'), {
      name: 'VerificationError',
      status: 400,
      reason: new RegExp(reason),
    });
  });
}

test('an item is read from where it starts to where it ends', () => {
  assert.deepEqual(decodeItem(fromHex('ff0102ff'), 1, 'it'), { value: 1, end: 2 });
});

test('a whole map is a map and nothing else', () => {
  assert.deepEqual(decodeWholeMap(fromHex('ffa10102'), 1, 'it'), new Map([[1, 2]]));
  assert.throws(() => decodeWholeMap(fromHex('8101'), 0, 'it'), { reason: 'it must be a CBOR map' });
  assert.throws(() => decodeWholeMap(fromHex('a000'), 0, 'it'), { reason: 'it is followed by other bytes' });
});
