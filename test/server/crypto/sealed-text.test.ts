import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deriveKey } from '../../../demo/server/crypto/derived-keys.js';
import { openText, sealText } from '../../../demo/server/crypto/sealed-text.js';

const key = deriveKey('a secret of thirty-two characters', 'tests');

describe('sealed text', () => {
  test('opens for its owner and says nothing to others', () => {
    for (const text of ['', 'token', 'ü'.repeat(5000)]) {
      const sealed = sealText(key, text, 'ada');
      assert.equal(openText(key, sealed, 'ada'), text);
      if (text) assert.equal(Buffer.from(sealed, 'base64url').includes(text), false);
    }
  });

  test('is another one each time', () => assert.notEqual(sealText(key, 'token', 'ada'), sealText(key, 'token', 'ada')));

  test('does not open for another owner, under another key, or for another purpose', () => {
    const sealed = sealText(key, 'token', 'ada');
    assert.throws(() => openText(key, sealed, 'bo'));
    assert.throws(() => openText(deriveKey('another secret of thirty-two chars', 'tests'), sealed, 'ada'));
    assert.throws(() => openText(deriveKey('a secret of thirty-two characters', 'other tests'), sealed, 'ada'));
  });

  test('does not open when a single bit of it was changed, or a part of it is missing', () => {
    const bytes = Buffer.from(sealText(key, 'token', 'ada'), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      assert.throws(() => openText(key, changed.toString('base64url'), 'ada'));
    }
    for (let length = 0; length < bytes.length; length += 1)
      assert.throws(() => openText(key, bytes.subarray(0, length).toString('base64url'), 'ada'));
  });
});
