import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { openPostgres } from '../../server/src/store/postgres.js';
import { checkBackend } from '../../src/conformance/index.js';
import { signUp } from '../support/node/people.js';
import { createDatabase, skipWithoutPostgres, startKillableCluster } from '../support/node/postgres.js';
import { skipWithoutPgBouncer, startPgBouncer } from '../support/node/pgbouncer.js';
import { share, sharedCases } from '../support/node/kit-share.js';
import { startProcesses } from '../support/node/processes.js';

const skip = (await skipWithoutPgBouncer()) || (await skipWithoutPostgres());

describe('PgBouncer in transaction mode', { skip }, () => {
  test('serves two processes, which follow every rule of the contract', async (t) => {
    const bouncer = await startPgBouncer(await createDatabase());
    t.after(() => bouncer.stop());
    const servers = await startProcesses({ count: 2, store: 'postgres', databaseUrl: bouncer.url });
    t.after(() => servers.stop());
    const { results } = await checkBackend({
      url: servers.origin,
      rate: Infinity,
      levels: ['must'],
      only: sharedCases(),
    });
    assert.deepEqual(
      results.filter(({ outcome }) => outcome === 'failed').map(({ id, reason }) => `${id}: ${reason}`),
      [],
    );
    assert.ok(results.filter(({ outcome }) => outcome === 'passed').length > 400 / share);
  });

  test('has timeouts in every transaction, and leaves none behind', async (t) => {
    const url = await createDatabase();
    const bouncer = await startPgBouncer(url);
    t.after(() => bouncer.stop());
    const database = await openPostgres(bouncer.url, () => {}, { connection: 5000, statement: 700 });
    t.after(() => database.close());
    await database.query({ sql: 'create table places (id int)', values: [] });
    const rival = new pg.Client(url);
    await rival.connect();
    await rival.query('begin');
    await rival.query('lock table places');
    const insert = { sql: 'insert into places values (1) returning id', values: [] };
    for (const write of [() => database.query(insert), () => database.transact([insert])])
      await assert.rejects(write(), /canceling statement due to statement timeout/);
    await rival.query('commit');
    await rival.end();
    const timeout = { sql: `select current_setting('statement_timeout') as said`, values: [] };
    assert.deepEqual(await database.query(timeout), [{ said: '0' }]);
    assert.deepEqual(await database.query({ sql: 'select id from places', values: [] }), []);
  });

  test('follows the promotion of a synchronous standby, and no acknowledged sign-up is lost', async (t) => {
    const cluster = await startKillableCluster({ wal_level: 'replica' });
    t.after(() => cluster.stop());
    const url = await createDatabase(cluster.url);
    const standby = await cluster.startStandby();
    t.after(() => standby.stop());
    const admin = new pg.Client(`${cluster.url}/postgres`);
    await admin.connect();
    await admin.query(`alter system set synchronous_standby_names = '*'`);
    await admin.query('select pg_reload_conf()');
    await admin.end();
    const bouncer = await startPgBouncer(url);
    t.after(() => bouncer.stop());
    const servers = await startProcesses({ count: 2, store: 'postgres', databaseUrl: bouncer.url });
    t.after(() => servers.stop());
    const acknowledged: string[] = [];
    let isOver = false;
    let count = 0;
    const work = async (): Promise<void> => {
      while (!isOver) {
        const name = `user-${(count += 1)}`;
        const { status } = await servers
          .visitor()
          .post('/signup', { username: name })
          .catch(() => ({ status: 0 }));
        if (status === 201) acknowledged.push(name);
      }
    };
    const working = Promise.all(Array.from({ length: 8 }, work));
    const until = async (condition: () => boolean): Promise<void> => {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await until(() => acknowledged.length >= 40);
    await cluster.kill();
    const before = acknowledged.length;
    await standby.promote();
    await bouncer.pointTo(url.replace(cluster.url, standby.url));
    await until(() => acknowledged.length >= before + 40);
    isOver = true;
    await working;
    const survivor = new pg.Client(url.replace(cluster.url, standby.url));
    await survivor.connect();
    const { rows } = await survivor.query<{ username: string }>('select username from users');
    const stored = new Set(rows.map(({ username }) => username));
    assert.deepEqual(
      acknowledged.filter((name) => !stored.has(name)),
      [],
    );
    await survivor.end();
    assert.equal((await signUp(servers, 'someone-after')).browser.cookie !== undefined, true);
  });
});
