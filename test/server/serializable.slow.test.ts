import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { openStore } from '../../server/src/store/open.js';
import { play, scenarios } from '../contract/scenarios.js';
import { scaled } from '../support/node/engines.js';
import { addAnotherPasskey, signUpWithPasskey } from '../support/node/people.js';
import { createDatabase, emptyAllTables, skipWithoutPostgres } from '../support/node/postgres.js';
import { startProcesses, type ServerProcesses } from '../support/node/processes.js';

/**
 * Ends every third transaction that writes with 40001, as databases do that run transactions as if one after another:
 * of three, one at its first write and one at its commit, by turns.
 */
const injectFailures = `
  create function fail_at_once() returns trigger language plpgsql as $$ begin
    if txid_current() % 6 = 0 then raise exception 'at once' using errcode = '40001'; end if; return null; end $$;
  create function fail_at_commit() returns trigger language plpgsql as $$ begin
    if txid_current() % 6 = 3 then raise exception 'at the commit' using errcode = '40001'; end if; return null; end $$;
  do $$ declare name text; begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
      execute format('create trigger at_once after insert or update or delete on %I for each row execute function fail_at_once()', name);
      execute format('create constraint trigger at_commit after insert or update or delete on %I deferrable initially deferred for each row execute function fail_at_commit()', name);
    end loop;
  end $$;`;

/** A database that runs everything as if one after another, and fails on purpose. */
async function createSerializable(): Promise<string> {
  const url = await createDatabase();
  await (await openStore({ databaseUrl: url, dataDirectory: '' }, () => {})).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(injectFailures);
  await client.query(
    `alter database ${new URL(url).pathname.slice(1)} set default_transaction_isolation = 'serializable'`,
  );
  await client.end();
  return url;
}

describe(
  'on a database that is serializable and ends every third transaction',
  { skip: await skipWithoutPostgres() },
  () => {
    test('every scenario of the contract has the answer that it has elsewhere', async () => {
      const url = await createSerializable();
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      assert.equal((await client.query('show transaction_isolation')).rows[0].transaction_isolation, 'serializable');
      const store = await openStore({ databaseUrl: url, dataDirectory: '' }, () => {});
      const open = async () => ({ store, discard: async () => void (await client.query(emptyAllTables)) });
      for (const [operation, cases] of Object.entries(scenarios))
        for (const [name, scenario] of Object.entries(cases)) {
          // Three hundred failures and more, one by one, prove nothing about statements.
          if (scenario.limited) continue;
          const { answer } = await play(scenario, { open });
          assert.equal(answer.status, Number(name.split(' ')[0]), `${operation} ${name}: ${answer.text}`);
        }
      await store.close();
      await client.end();
    });

    describe('two servers', () => {
      let servers: ServerProcesses;
      before(async () => {
        servers = await startProcesses({ count: 2, store: 'postgres', databaseUrl: await createSerializable() });
      });
      after(() => servers.stop());

      test('accept one of 50 uses of a challenge at once, and refuse or put off the others', async () => {
        const bo = await signUpWithPasskey(servers, 'bo');
        for (let round = 0; round < scaled(200); round += 1) {
          const response = await bo.choosePasskey();
          const { cookie } = bo.browser;
          const answers = await Promise.all(
            Array.from({ length: 50 }, async () => {
              const tab = servers.visitor();
              tab.cookie = cookie;
              const { status } = await tab.post('/webauthn/login/verify', response);
              return { status, cookie: tab.cookie };
            }),
          );
          const winners = answers.filter(({ status }) => status === 200);
          assert.ok(winners.length <= 1);
          assert.ok(answers.every(({ status }) => [200, 400, 503].includes(status)));
          if (winners[0]) bo.browser.cookie = winners[0].cookie;
        }
      });

      test('let no session live on after a sign-out beside a sign-in', async () => {
        const cy = await signUpWithPasskey(servers, 'cy');
        for (let round = 0; round < scaled(200); round += 1) {
          assert.equal((await cy.signIn()).status, 200);
          const response = await cy.choosePasskey();
          const tab = servers.visitor();
          const { cookie } = cy.browser;
          tab.cookie = cookie;
          const [, signedOut] = await Promise.all([tab.post('/webauthn/login/verify', response), cy.signOut()]);
          if (signedOut.status === 503) continue;
          assert.equal(signedOut.status, 200);
          for (const left of [cookie, tab.cookie]) {
            const witness = servers.visitor();
            witness.cookie = left;
            assert.deepEqual((await witness.get('/session')).body, { signedIn: false });
          }
        }
      });

      test('leave one of two passkeys that both are removed at once', async () => {
        for (let round = 0; round < scaled(100); round += 1) {
          const di = await signUpWithPasskey(servers, `di ${round}`);
          const ids = [di.authenticator.credentials[0]!.id, await addAnotherPasskey(di, servers)];
          await Promise.all(ids.map((id) => di.browser.delete(`/webauthn/credentials/${id}`)));
          const { credentials } = (await di.browser.get<{ credentials: object[] }>('/webauthn/credentials')).body;
          assert.ok(credentials.length >= 1);
        }
      });
    });
  },
);
