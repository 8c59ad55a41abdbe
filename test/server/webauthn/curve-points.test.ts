import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOnP256, isUsableEd25519Point } from '../../../server/src/webauthn/curve-points.js';

function fromHex(hex: string): Uint8Array {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

const p256Prime = fromHex('ffffffff00000001000000000000000000000000ffffffffffffffffffffffff');

test('points of generated P-256 keys are on the curve, their neighbours are not', async () => {
  for (let round = 0; round < 50; round += 1) {
    const { publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ]);
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey));
    const [x, y] = [raw.slice(1, 33), raw.slice(33)];
    assert.equal(isOnP256(x, y), true);
    y[round % 32] = (y[round % 32] ?? 0) ^ 1;
    assert.equal(isOnP256(x, y), false);
  }
});

test('coordinates that are not below the prime are no point', () => {
  const zero = new Uint8Array(32);
  assert.equal(isOnP256(zero, zero), false);
  // The point with x = 0 is on the curve; written as x = p it is not.
  const y = fromHex('66485c780e2f83d72433bd5d84a06bb6541c2af31dae871728bf856a174f93f4');
  assert.equal(isOnP256(zero, y), true);
  assert.equal(isOnP256(p256Prime, y), false);
});

test('points of generated Ed25519 keys are usable', async () => {
  for (let round = 0; round < 50; round += 1) {
    const { publicKey } = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, [
      'sign',
      'verify',
    ])) as CryptoKeyPair;
    assert.equal(isUsableEd25519Point(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))), true);
  }
});

test('a y coordinate is on Ed25519 exactly when x² is a square by the criterion of Euler', () => {
  const prime = 2n ** 255n - 19n;
  const raise = (base: bigint, exponent: bigint): bigint => {
    if (exponent === 0n) return 1n;
    const root = raise(base, exponent / 2n);
    return (root * root * (exponent % 2n ? base : 1n)) % prime;
  };
  const d = prime - ((121665n * raise(121666n, prime - 2n)) % prime);
  let points = 0;
  for (let y = 2n; y < 200n; y += 1n) {
    const square = ((y * y - 1n) * raise(d * y * y + 1n, prime - 2n)) % prime;
    const bytes = Uint8Array.of(Number(y), ...new Uint8Array(31));
    const isPoint = raise(square, (prime - 1n) / 2n) === 1n;
    assert.equal(isUsableEd25519Point(bytes), isPoint, `y = ${y}`);
    points += Number(isPoint);
  }
  assert.ok(points > 60 && points < 140, `${points}`);
});

const smallOrder = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
];

for (const hex of smallOrder) {
  test(`the point ${hex} of small order is not usable, with either sign`, () => {
    const bytes = fromHex(hex);
    assert.equal(isUsableEd25519Point(bytes), false);
    bytes[31] = (bytes[31] ?? 0) | 0x80;
    assert.equal(isUsableEd25519Point(bytes), false);
  });
}

test('a y coordinate that is not below the prime is not usable', () => {
  for (const first of [0xed, 0xee, 0xff]) {
    assert.equal(isUsableEd25519Point(Uint8Array.of(first, ...new Uint8Array(30).fill(0xff), 0x7f)), false);
  }
});
