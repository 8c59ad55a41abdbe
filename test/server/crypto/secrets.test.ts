import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hashesFor, signaturesFor } from '../../../server/src/crypto/derived-keys.js';
import { createToken, isToken, readSecrets } from '../../../server/src/crypto/secrets.js';

const old = 'a secret of thirty-two characters';
const next = 'another secret of thirty-two chars';

describe('the secrets of a server', () => {
  test('are one text, whatever it contains, or a list with ids', () => {
    for (const text of [old, `${old}, and more`, 'x=y; z,'.repeat(5)])
      assert.deepEqual(readSecrets(text), [{ id: '', text }]);
    assert.deepEqual(readSecrets(`2027:${next}, ${old}`), [
      { id: '2027', text: next },
      { id: '', text: old },
    ]);
  });

  const wrong: [text: string, message: RegExp][] = [
    ['short', /at least 32 characters long, but it is shorter/],
    [`2027:${next},short`, /at least 32 characters long, but entry 2 is shorter/],
    [`2027:${next},`, /entry 2 is shorter/],
    [`2027:${next},2027:${old}`, /two entries with the id "2027"/],
    [`2027:${next},${old},${old}`, /one entry without an id/],
    [`${next},${old}`, /a list in which each new secret has an id/],
  ];
  for (const [text, message] of wrong)
    test(`are refused as ${JSON.stringify(text)}`, () => assert.throws(() => readSecrets(text), message));

  test('make tokens that name the first of them, in base64url', () => {
    const token = createToken(readSecrets(`27:${next},${old}`));
    assert.match(token, /^27-[\w-]{43}$/);
    assert.match(createToken(readSecrets(old)), /^[\w-]{43}$/);
    assert.deepEqual([token, createToken(readSecrets(old)), `${token}x`, undefined].map(isToken), [
      true,
      true,
      false,
      false,
    ]);
  });

  test('hash a token with the secret that it names, in whichever place of the list that is', () => {
    const [before, after] = [old, `2027:${next}`].map((text) => createToken(readSecrets(text)));
    const hash = (text: string, token: string): string => hashesFor(readSecrets(text), 'tests')(token);
    for (const list of [`2027:${next},${old}`, `${old},2027:${next}`]) {
      assert.equal(hash(list, before!), hash(old, before!));
      assert.equal(hash(list, after!), hash(`2027:${next}`, after!));
    }
    assert.notEqual(hash(old, after!), hash(`2027:${next}`, after!));
  });

  test('verify what any of them has signed, and nothing else', () => {
    const signed = signaturesFor(readSecrets(old), 'tests').sign('text');
    const { isSigned, sign } = signaturesFor(readSecrets(`2027:${next},${old}`), 'tests');
    assert.deepEqual([isSigned('text', signed), isSigned('text', sign('text'))], [true, true]);
    assert.notEqual(sign('text'), signed);
    for (const mac of ['', signed.slice(1), `${signed}x`, signed.toUpperCase()])
      assert.equal(isSigned('text', mac), false);
    assert.equal(isSigned('texts', signed), false);
    assert.equal(signaturesFor(readSecrets(`2027:${next}`), 'tests').isSigned('text', signed), false);
  });
});
