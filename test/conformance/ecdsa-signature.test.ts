import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decodeEcdsaSignature,
  encodeEcdsaSignature,
  malleateEcdsaSignature,
} from '../../src/conformance/ecdsa-signature.js';

function raw(r: string, s: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(r.padStart(64, '0') + s.padStart(64, '0'), 'hex'));
}

test('r and s become the shortest positive DER integers', () => {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  assert.equal(hex(encodeEcdsaSignature(raw('01', '7f'))), '300602010102017f');
  assert.equal(hex(encodeEcdsaSignature(raw('80', '0'))), '300702020080020100');
  assert.equal(hex(encodeEcdsaSignature(raw('f'.repeat(64), '1'))), `3026022100${'f'.repeat(64)}020101`);
});

test('a signature survives the way to DER and back', () => {
  for (const signature of [raw('1', '2'), raw('ab'.repeat(32), '00ff'), raw('7f', 'cd'.repeat(32))]) {
    assert.deepEqual(decodeEcdsaSignature(encodeEcdsaSignature(signature)), signature);
  }
});

test('the malleated signature differs and verifies over the same data', async () => {
  const { privateKey, publicKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ]);
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' };
  const data = Buffer.from('data');
  const original = encodeEcdsaSignature(new Uint8Array(await crypto.subtle.sign(algorithm, privateKey, data)));
  const malleated = malleateEcdsaSignature(original);
  assert.notDeepEqual(malleated, original);
  assert.equal(await crypto.subtle.verify(algorithm, publicKey, decodeEcdsaSignature(malleated), data), true);
});
