import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isDenied } from '../../src/worker/spelling.js';
import { deniedNames, deniedSpelling, harmlessPath } from './spellings.js';
import { scaled } from '../support/node/engines.js';
import { assertQuick } from '../support/node/quick.js';

const numRuns = scaled(1_000_000);

/** The path as a worker sees it: browsers parse addresses first. */
const pathOf = (spelling: string): string =>
  new URL(`http://localhost${/^[/\\]/.test(spelling) ? '' : '/'}${spelling}`).pathname;

describe('a path of the contract is recognized', () => {
  for (const name of deniedNames) {
    test(`as /${name}, with anything below it or a server's page of that name`, () => {
      for (const path of [
        `/${name}`,
        `/${name}/`,
        `/${name}/x/y.js`,
        `/${name.toUpperCase()}`,
        `/api/v2/${name}`,
        `/${name}.html`,
        `/${name}.php`,
        `/${name};jsessionid=1`,
      ])
        assert.equal(isDenied(path), true, path);
    });
  }

  const tricks = [
    '//auth',
    '/%61uth',
    '/%2561uth',
    '/%252561uth',
    '/AUTH',
    '/./auth',
    '/a/../auth',
    '/\\auth',
    '/%5Cauth',
    '/%2fauth',
    '/a%2f..%2fauth',
    '/auth.',
    '/auth...',
    '/auth%20',
    '/auth%00',
    '/a%00uth',
    '/%EF%BD%81uth',
    '/a\u200Buth',
    '/ſession',
    '/ａｕｔｈ',
    '/áuth',
    '/auth%',
    '/%',
    '/%zz',
    '/%c1%a1uth',
    '/%u0061uth',
    '/sessıon',
    '/%C4%B1dentity',
    '/seßion',
    '/a∕auth',
    '/a⁄login',
    '/a%E2%A7%B8otp',
    '/au\u115fth',
    '/\u3164auth',
    `/${'%25'.repeat(40)}61uth`,
  ];
  for (const path of tricks) test(`however it is spelled: ${path}`, () => assert.equal(isDenied(path), true));

  test('in any of countless spellings, as written and as parsed by a browser', () => {
    fc.assert(
      fc.property(deniedSpelling, (spelling) => isDenied(spelling) && isDenied(pathOf(spelling))),
      { numRuns },
    );
  });

  test('in less than 20 ms, whatever the path is', async () => {
    for (const part of ['%25', '/', '.', 'a', '\\', '%e2%80%8b', '.a', '-.'])
      await assertQuick(20, () => isDenied(`/${part.repeat(32_000 / part.length)}`), part);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (path) => typeof isDenied(path) === 'boolean'),
      { numRuns },
    );
  });
});

describe('a path that only looks like one of the contract', () => {
  for (const path of [
    '/',
    '/authors',
    '/authors/auth-1.png',
    '/logins.css',
    '/assets/login-Ab3.js',
    '/assets/session.js',
    '/js/auth.min.js',
    '/account.svg',
    '/pay',
    '/%C3%BCber',
    '/a%20b',
    '/docs/..',
  ]) {
    test(`is not taken for it: ${path}`, () => assert.equal(isDenied(path), false));
  }

  test('is not taken for it', () => {
    fc.assert(
      fc.property(harmlessPath, (path) => !isDenied(path)),
      { numRuns: 2000 },
    );
  });
});
