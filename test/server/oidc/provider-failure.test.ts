import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toProviderFailure } from '../../../server/src/oidc/provider-failure.js';

/** What Node rejects with when none of the addresses of a host takes the connection. */
const unreachable = Object.assign(new AggregateError([new Error('connect ECONNREFUSED ::1:9')]), {
  code: 'ECONNREFUSED',
});

describe('the reason why a provider failed', () => {
  for (const [what, error, reason] of [
    ['a host of which no address answers', unreachable, 'ECONNREFUSED'],
    ['the same inside an error of the library', new TypeError('fetch failed', { cause: unreachable }), 'ECONNREFUSED'],
    ['what the library found', new Error('wrapped', { cause: new Error('unexpected "iss"') }), 'unexpected "iss"'],
    [
      'what would quote the provider',
      new Error('wrapped', { cause: new SyntaxError('Unexpected token secret') }),
      'wrapped',
    ],
    ['an error without words', new RangeError(''), 'RangeError'],
    ['no error at all', 'secret', 'unknown'],
  ] as const) {
    test(`is said of ${what}`, () => assert.equal(toProviderFailure(error).reason, reason));
  }
});
