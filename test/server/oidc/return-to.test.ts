import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { safeReturnTo } from '../../../server/src/oidc/return-to.js';
import { scaled } from '../../support/node/engines.js';

const origins = ['https://example.com', 'http://localhost:3000', 'https://origin.invalid'];

/** The path as whatever decodes it once would hand it on. */
function decodePath(path: string): string {
  const written = path.split(/[?#]/)[0]!;
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

describe('where a sign-in goes on to', () => {
  const kept: [asked: string, path: string][] = [
    ['/', '/'],
    ['/home', '/home'],
    ['/a/b?c=d#e', '/a/b?c=d#e'],
    ['/?next=%2F%2Fhome', '/?next=%2F%2Fhome'],
    ['/café', '/caf%C3%A9'],
    ['/%C3%80', '/%C3%80'],
    ['/a/../b', '/b'],
    ['/a//b', '/a//b'],
    ['/:80', '/:80'],
    ['/@example.com', '/@example.com'],
    ['/javascript:alert(1)', '/javascript:alert(1)'],
  ];
  for (const [asked, path] of kept) test(`${asked} leads to ${path}`, () => assert.equal(safeReturnTo(asked), path));

  test('a path of 2,048 characters is kept, and a longer one is not', () => {
    const longest = `/${'a'.repeat(2047)}`;
    assert.equal(safeReturnTo(longest), longest);
    assert.equal(safeReturnTo(`${longest}a`), '/');
    // Each of these letters takes six characters in a URL.
    assert.equal(safeReturnTo(`/${'é'.repeat(400)}`), '/');
  });

  const refused = [
    undefined,
    '',
    'home',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/./\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/%2f/evil.example',
    '/%2F%2Fevil.example',
    '/%5cevil.example',
    '/a%5Cb',
    '/%09/evil.example',
    '/%0d%0aSet-Cookie:x=y',
    '/a\\b',
    '/a\u0000b',
    '/a\u007fb',
    '/a\u0085b',
    'javascript:alert(1)',
    '///evil.example',
    '/x'.repeat(1025),
    `/${'ü'.repeat(1000)}`,
  ];
  for (const asked of refused)
    test(`${JSON.stringify(asked)?.slice(0, 40)} leads to /`, () => assert.equal(safeReturnTo(asked), '/'));

  test('nothing that is requested leaves the origin, however it is read', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2f',
      '%5C',
      '%2e',
      '%09',
      '\t',
      '\n',
      '\u0000',
      '\u00a0',
      '\u3002',
      '\uff0f',
      '\u2028',
      '@',
      ':',
      '?',
      '#',
      ';',
      'evil.example',
      'https:',
      'javascript:',
      'a',
    );
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.webUrl(),
    );
    const asked = fc.oneof(
      texts,
      texts.map((text) => `/${text}`),
    );
    fc.assert(
      fc.property(asked, (text) => {
        const path = safeReturnTo(text);
        for (const origin of origins) assert.equal(new URL(path, `${origin}/auth/callback`).origin, origin);
        assert.match(path, /^\/(?![/\\])[\u0021-\u007e]*$/);
        assert.equal(new URL(decodePath(path), origins[0]).origin, origins[0]);
        assert.equal(safeReturnTo(path), path);
      }),
      { numRuns: scaled(1_000_000), examples: refused.map((text) => [text ?? '']) },
    );
  });
});
