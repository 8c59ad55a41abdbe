import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkKeyStrength, readAlgorithm } from '../../../server/src/webauthn/public-key.js';
import type { CborMap } from '../../../server/src/webauthn/cbor.js';
import { VerificationError } from '../../../server/src/webauthn/verification-error.js';

const bytes = (length: number, change: Record<number, number> = {}): Uint8Array<ArrayBuffer> =>
  Object.assign(new Uint8Array(length).fill(0xff), change);
const rsa = (changes: Array<[number, unknown]> = []): CborMap =>
  new Map<number, unknown>([[1, 3], [3, -257], [-1, bytes(256)], [-2, bytes(3)], ...changes]) as CborMap;

describe('a COSE key', () => {
  test('of RSA is read, and has 2048 to 4096 bits and an odd exponent', () => {
    assert.equal(readAlgorithm(rsa()), -257);
    for (const length of [256, 512]) checkKeyStrength(rsa([[-1, bytes(length)]]), -257);
  });

  const misfits: Array<[what: string, key: CborMap]> = [
    ['another key type', rsa([[1, 2]])],
    ['no modulus', rsa([[-1, 'x']])],
    ['no exponent', rsa([[-2, 7]])],
    ['one member more', rsa([[-3, 1]])],
  ];
  for (const [what, key] of misfits)
    test(`of RSA with ${what} does not fit its algorithm`, () =>
      assert.throws(() => readAlgorithm(key), VerificationError));

  const weak: Array<[what: string, change: [number, unknown]]> = [
    ['2047 bits', [-1, bytes(256, { 0: 0x7f })]],
    ['4104 bits', [-1, bytes(513)]],
    ['an even modulus', [-1, bytes(256, { 255: 2 })]],
    ['a zero before the modulus', [-1, bytes(257, { 0: 0 })]],
    ['a modulus without bytes', [-1, new Uint8Array()]],
    ['the exponent 1', [-2, Uint8Array.of(1)]],
    ['an even exponent', [-2, Uint8Array.of(1, 0)]],
    ['a zero before the exponent', [-2, Uint8Array.of(0, 3)]],
    ['an exponent of five bytes', [-2, bytes(5)]],
  ];
  for (const [what, change] of weak)
    test(`of RSA with ${what} is refused`, () =>
      assert.throws(() => checkKeyStrength(rsa([change]), -257), VerificationError));
});
