import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSeals, sealedBy } from '../../../server/src/crypto/sealed-text.js';
import { readSecrets } from '../../../server/src/crypto/secrets.js';

const old = 'a secret of thirty-two characters';
const next = 'another secret of thirty-two chars';
const sealsOf = (text: string, purpose = 'tests') => createSeals(readSecrets(text), purpose);
const { seal, open } = sealsOf(old);

describe('sealed text', () => {
  test('opens for its owner and says nothing to others', () => {
    for (const text of ['', 'token', 'ü'.repeat(5000)]) {
      const sealed = seal(text, 'ada');
      assert.equal(open(sealed, 'ada'), text);
      if (text) assert.equal(Buffer.from(sealed, 'base64url').includes(text), false);
    }
  });

  test('is another one each time', () => assert.notEqual(seal('token', 'ada'), seal('token', 'ada')));

  test('does not open for another owner, under another secret, or for another purpose', () => {
    const sealed = seal('token', 'ada');
    assert.equal(open(sealed, 'bo'), undefined);
    assert.equal(sealsOf(next).open(sealed, 'ada'), undefined);
    assert.equal(sealsOf(old, 'other tests').open(sealed, 'ada'), undefined);
  });

  test('does not open when a single bit of it was changed, or a part of it is missing', () => {
    const bytes = Buffer.from(seal('token', 'ada'), 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      assert.equal(open(changed.toString('base64url'), 'ada'), undefined);
    }
    for (let length = 0; length < bytes.length; length += 1)
      assert.equal(open(bytes.subarray(0, length).toString('base64url'), 'ada'), undefined);
  });

  test('opens under every secret of a list, and is current under the first one', () => {
    const rotated = sealsOf(`2027:${next},${old}`);
    const [before, after] = [seal('token', 'ada'), rotated.seal('token', 'ada')];
    assert.deepEqual(
      [before, after].map((sealed) => rotated.open(sealed, 'ada')),
      ['token', 'token'],
    );
    assert.deepEqual([before, after].map(rotated.isCurrent), [false, true]);
    assert.equal(sealsOf(`${old},2027:${next}`).open(after, 'ada'), 'token');
    assert.equal(sealsOf(`2027:${next}`).open(after, 'ada'), 'token');
  });

  test('does not open when the secret is missing that it names', () => {
    const sealed = sealsOf(`2027:${next}`).seal('token', 'ada');
    assert.equal(sealedBy(sealed), '2027');
    assert.equal(open(sealed, 'ada'), undefined);
    assert.equal(sealsOf(`2028:${old}`).open(seal('token', 'ada'), 'ada'), undefined);
  });
});
