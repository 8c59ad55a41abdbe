import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createServer } from '../../server/src/server.js';
import { openTestStore, testSecret } from '../support/node/server.js';
import { runsEverything } from '../support/node/quick.js';
import { findSuccesses, interrupt } from './after-commit.js';

/** Routes that store nothing of a user, or that this server never answers with a success. */
const withoutScenario = new Set([
  'POST /session/account',
  'GET /readyz',
  'GET /metrics',
  'GET /development/messages',
  'POST /csp-report',
  'GET /login',
  'GET /auth/providers',
  'GET /auth/handoff/confirm',
]);

const { store, discard } = await openTestStore('libsql');
const { routes } = createServer(
  {
    origins: ['http://localhost:3000'],
    rpId: 'localhost',
    rpName: 'routes',
    sessionSecret: testSecret,
    trustedProxies: [],
    embedders: [],
    limitFailures: false,
  },
  store,
);
await discard();

describe('a request whose change is committed when the database fails', () => {
  let interrupted = 0;
  for (const route of routes) {
    if (withoutScenario.has(route)) continue;
    test(`${route} is answered as done, and what is answered as failed is not done`, async () => {
      const successes = findSuccesses(route, runsEverything);
      assert.ok(successes.length > 0, `No scenario shows a success of ${route}.`);
      for (const [name, scenario] of successes)
        for (const { status, isDone, setsCookie } of await interrupt(scenario)) {
          interrupted += 1;
          assert.ok(!isDone || status < 400, `${name}: it is done, and answered with ${status}`);
          assert.ok(status < 400 || !setsCookie, `${name}: ${status} with a cookie`);
        }
    });
  }

  test('was interrupted in most routes', () => assert.ok(interrupted >= 40, String(interrupted)));
});
