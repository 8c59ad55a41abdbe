import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import pg from 'pg';
import { migrate } from '../../../demo/server/store/migrations.js';
import { openPostgres } from '../../../demo/server/store/postgres.js';
import { createStore } from '../../../demo/server/store/store.js';
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
});
