import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import contract from '../../contract/schemas.json' with { type: 'json' };
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../../server/src/store/open.js';
import {
  findScansEmbedded,
  findScansInPostgres,
  recordStatements,
  useRemainingOperations,
  type RecordedStatements,
} from '../support/node/plans.js';
import { analyzeDatabase, returnDatabase, skipWithoutPostgres, takeDatabase } from '../support/node/postgres.js';
import { openTestStore } from '../support/node/server.js';
import { aSession, later, now } from '../server/store/records.js';
import { messageOf } from '../support/node/provider-visit.js';
import { exampleOf, haveSameShape, isJson } from './examples.js';
import { exampleBodies, exampleErrors } from './document.js';
import { play, scenarios, type Played } from './scenarios.js';
import { findSecrets } from './secrets.js';

/** The secrets of a run that its log has. */
function leakedBy({ entries, exchanges, messages }: Pick<Played, 'entries' | 'exchanges' | 'messages'>): string[] {
  const logged = JSON.stringify(entries);
  return findSecrets(exchanges, messages).filter((secret) => logged.includes(secret));
}

describe('every status of the contract', () => {
  let secrets = 0;
  const statements: RecordedStatements = new Map();
  const openRecorded = () => openTestStore('libsql', (database) => recordStatements(database, statements));
  for (const [operation, cases] of Object.entries(scenarios)) {
    for (const [name, scenario] of Object.entries(cases)) {
      const [status, code] = name.split(' ');
      test(`${operation}: ${name}`, async () => {
        const played = await play(scenario, { open: openRecorded });
        const { answer } = played;
        assert.deepEqual(leakedBy(played), [], 'the log has a secret');
        assert.ok(played.entries.some(({ event }) => event === 'request'));
        secrets += findSecrets(played.exchanges, played.messages).length;
        assert.equal(answer.status, Number(status), answer.text);
        if (code === 'page') assert.match(answer.text, /<h1>/);
        else if (code && answer.status >= 400)
          assert.equal(answer.body['error'] ?? (messageOf(answer) as { reason: string }).reason, code);
        if (isJson(answer) && answer.status >= 400) {
          const { error } = JSON.parse(answer.text) as { error: string };
          assert.ok(exampleErrors(operation, status!).includes(error), `the contract has no example of ${error}`);
        }
        const example = exampleOf(name, scenario.example);
        if (example && isJson(answer))
          assert.ok(
            haveSameShape(exampleBodies(operation, status!)[example], answer.body),
            `${answer.text} is not like the example: run npm run contract-examples`,
          );
        if (answer.status >= 500) assert.equal(answer.headers.get('Set-Cookie'), null);
      });
    }
  }

  test('exchanges secrets of every kind, which the log would be noticed to have', async () => {
    assert.ok(secrets > 1000, String(secrets));
    const played = await play(scenarios['POST /otp/verify']!['200']!);
    const all = findSecrets(played.exchanges, played.messages);
    assert.ok(
      all.some((secret) => /^\d{6}$/.test(secret)),
      'a code',
    );
    assert.ok(
      all.some((secret) => secret.includes('@')),
      'an address',
    );
    for (const secret of all) {
      const entry = { level: 'info', event: 'request', path: `/x?y=${secret}` } as const;
      assert.deepEqual(leakedBy({ ...played, entries: [entry] }).includes(secret), true);
    }
  });

  test('runs statements that find their rows by an index, on both databases', async (context) => {
    const { store, discard } = await openRecorded();
    await useRemainingOperations(store, Date.now());
    await discard();
    assert.ok(statements.size > 130, `only ${statements.size} statements`);

    const folder = await mkdtemp(join(tmpdir(), 'latchkey-plans-'));
    await (await openStore({ dataDirectory: folder }, () => {})).close();
    assert.deepEqual(findScansEmbedded(statements, join(folder, 'latchkey.db')), []);
    await rm(folder, { recursive: true });

    const reason = await skipWithoutPostgres();
    if (reason) return context.diagnostic(reason);
    const databaseUrl = await takeDatabase();
    const used = await openStore({ dataDirectory: folder, databaseUrl }, () => {});
    for (let count = 0; count < 50; count += 1) await used.startSession(aSession(null), now);
    // What other tests leave, where autovacuum comes between: statistics of rows, and of none.
    await analyzeDatabase(databaseUrl);
    await used.sweep(later);
    await used.close();
    await analyzeDatabase(databaseUrl);
    assert.deepEqual(await findScansInPostgres(statements, databaseUrl), []);
    await returnDatabase(databaseUrl);
  });

  test('has a test above, and every test an operation', () => {
    const listed = Object.entries(contract.operations).flatMap(([operation, { responses }]) =>
      Object.keys(responses).map((status) => `${operation} ${status}`),
    );
    const shown = Object.entries(scenarios).flatMap(([operation, cases]) =>
      Object.keys(cases).map((name) => `${operation} ${name.split(' ')[0]}`),
    );
    assert.deepEqual([...new Set(shown)].sort(), listed.sort());
  });
});
