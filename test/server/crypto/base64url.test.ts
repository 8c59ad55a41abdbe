import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBase64url, encodeBase64url } from '../../../server/src/crypto/base64url.js';

test('bytes of every length and value survive the way there and back', () => {
  for (let length = 1; length < 300; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, index) => (index * 7 + length) & 0xff);
    assert.equal(encodeBase64url(bytes), Buffer.from(bytes).toString('base64url'));
    assert.deepEqual(decodeBase64url(encodeBase64url(bytes)), bytes);
  }
});

test('equal bytes have one text only', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  for (const start of ['A', 'AA', 'AAA', 'AAAA']) {
    for (const last of alphabet) {
      const text = start + last;
      const isCanonical = Buffer.from(text, 'base64url').toString('base64url') === text;
      assert.equal(decodeBase64url(text) !== undefined, isCanonical, text);
    }
  }
});

for (const text of [
  '',
  'AA==',
  'AAA=',
  'AA+A',
  'AA/A',
  'AA A',
  ' AAAA',
  'AAAA\n',
  'AA\0A',
  'ÄAAA',
  'AAAA,AAAA',
  'A\u200bAA',
]) {
  test(`${JSON.stringify(text)} is refused`, () => {
    assert.equal(decodeBase64url(text), undefined);
  });
}
