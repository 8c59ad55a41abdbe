import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { StoreUnavailable } from '../../../server/src/store/database.js';
import { migrate } from '../../../server/src/store/migrations.js';
import { openPostgres } from '../../../server/src/store/postgres.js';
import { createStore } from '../../../server/src/store/store.js';
import { createDatabase, skipWithoutPostgres } from '../../support/node/postgres.js';
import { anOwner, unique } from './records.js';

describe('PostgreSQL', { skip: await skipWithoutPostgres() }, () => {
  test('a name that another user is just taking is taken once they have it, without a database error', async () => {
    const url = await createDatabase();
    const database = await openPostgres(url, () => {});
    await migrate(database);
    const store = createStore(database);
    const [{ account }, { account: other }] = [await anOwner(store), await anOwner(store)];
    const username = unique('wanted');
    const rival = new pg.Client(url);
    await rival.connect();
    await rival.query('begin');
    await rival.query('update users set username = $1 where id = $2', [username, other.id]);

    const outcome = store.changeAccount(account.id, { username, name: username, displayName: null });
    let settled = false;
    const settle = (): void => void (settled = true);
    outcome.then(settle, settle);
    const waiting = `select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    while (!settled && (await database.query({ sql: waiting, values: [] })).length === 0);
    await rival.query('commit');
    assert.equal(await outcome, 'taken');
    assert.deepEqual(await store.findAccount(account.id), account);
    await rival.end();
    await database.close();
  });

  test('a connection that PostgreSQL ends in a transaction fails that transaction only, and the process goes on', async () => {
    const lost: string[] = [];
    const database = await openPostgres(await createDatabase(), ({ event }) => lost.push(event));
    const pid = { sql: 'select pg_backend_pid() as pid', values: [] };
    const ending = { sql: 'select pg_terminate_backend(pg_backend_pid())', values: [] };
    await assert.rejects(database.transact([pid, ending, pid]), StoreUnavailable);
    assert.deepEqual(await database.query({ sql: 'select 1 as one', values: [] }), [{ one: 1 }]);
    assert.ok(lost.includes('database-connection-lost'));
    await database.close();
  });

  test('a transaction whose statements are sent at once ends at the first that is refused or fails, and leaves nothing', async () => {
    const database = await openPostgres(await createDatabase(), () => {});
    await database.query({ sql: 'create table places (id int primary key)', values: [] });
    const insert = (id: number) => ({ sql: 'insert into places values (?) returning id', values: [id] });
    const refused = { sql: 'select id from places where id = ?', values: [7], required: true };
    const wrong = { sql: 'select 1 / ?::int as none', values: [0] };
    assert.deepEqual(await database.transact([insert(1), refused, wrong, insert(1)]), {
      committed: false,
      refusedBy: 1,
    });
    await assert.rejects(database.transact([insert(1), wrong, refused]), /division by zero/);
    assert.deepEqual(await database.query({ sql: 'select id from places', values: [] }), []);
    assert.deepEqual(await database.transact([insert(1), insert(2)]), {
      committed: true,
      results: [[{ id: 1 }], [{ id: 2 }]],
    });
    await database.close();
  });

  test('statements go on that were prepared before another process added a column, alone and in a transaction', async () => {
    const url = await createDatabase();
    const [old, next] = [await openPostgres(url, () => {}), await openPostgres(url, () => {})];
    await old.query({ sql: 'create table places (id int primary key)', values: [] });
    const read = { sql: 'select * from places where id = ?', values: [1] };
    const write = { sql: 'insert into places (id) values (?) on conflict do nothing returning *', values: [1] };
    await Promise.all(Array.from({ length: 10 }, () => old.transact([write, read])));
    await next.query({ sql: 'alter table places add column name text', values: [] });
    const changed = [{ id: 1, name: null }];
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => old.transact([write, read])));
    for (const outcome of outcomes) assert.deepEqual(outcome, { committed: true, results: [[], changed] });
    assert.deepEqual(await Promise.all(Array.from({ length: 10 }, () => old.query(read))), Array(10).fill(changed));
    for (const database of [old, next]) await database.close();
  });
});
