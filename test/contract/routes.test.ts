import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import contract from '../../contract/schemas.json' with { type: 'json' };
import { createServer } from '../../server/src/server.js';
import { openTestStore, testSecret } from '../support/node/server.js';

const docs = join(import.meta.dirname, '../../docs');

/** The routes that are no part of the contract, by the page that describes them. None signs a user in. */
const described: Record<string, readonly string[]> = {
  'reference-server.md': [
    'GET /notes',
    'POST /notes',
    'GET /notes/{id}',
    'PUT /notes/{id}',
    'DELETE /notes/{id}',
    'GET /readyz',
    'GET /metrics',
    'POST /csp-report',
  ],
  'federated-sign-in.md': ['POST /auth/backchannel-logout'],
  'one-time-codes.md': ['GET /development/messages'],
};

test('the server has the operations of the contract, and beside them only what the documentation describes', async () => {
  const { store, discard } = await openTestStore('libsql');
  const { routes } = createServer(
    { origins: ['http://localhost:3000'], rpId: 'localhost', rpName: 'routes', sessionSecret: testSecret },
    store,
  );
  await discard();
  const expected = [...Object.keys(contract.operations), ...Object.values(described).flat()];
  assert.deepEqual(routes.toSorted(), expected.toSorted());
  for (const [page, listed] of Object.entries(described)) {
    const text = await readFile(join(docs, page), 'utf8');
    for (const route of listed) assert.ok(text.includes(route.split(' ')[1]!), `${page} does not say what ${route} is`);
  }
});
