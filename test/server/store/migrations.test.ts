import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Database } from '../../../server/src/store/database.js';
import { openLibsql } from '../../../server/src/store/libsql.js';
import { migrate, migrations } from '../../../server/src/store/migrations.js';
import { openPostgres } from '../../../server/src/store/postgres.js';
import { createStore } from '../../../server/src/store/store.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { createDatabase } from '../../support/node/postgres.js';
import { anAccount, aSession, now } from './records.js';

/** A step as the next version may bring one. */
const secondStep = [
  `alter table users add column pronouns text not null default 'none'`,
  'create table badges (user_id text primary key references users (id), name text not null)',
  'create index badges_by_name on badges (name)',
];
const nextVersion = [...migrations, secondStep];

const read = async (database: Database, sql: string): Promise<unknown[][]> =>
  (await database.query({ sql, values: [] })).map((row) => Object.values(row));

await describeOnBothEngines('a database', (engine) => {
  async function withDatabase(use: (database: Database) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-migrations-'));
    const database =
      engine === 'postgres'
        ? await openPostgres(await createDatabase(), () => {})
        : await openLibsql(join(folder, 'x.db'));
    await use(database);
    await database.close();
    await rm(folder, { recursive: true });
  }

  test('is laid out once, however many processes begin at the same moment', () =>
    withDatabase(async (database) => {
      await Promise.all(Array.from({ length: 8 }, () => migrate(database)));
      assert.deepEqual(await read(database, 'select step from migrations'), [[1]]);
      const account = anAccount();
      await createStore(database).createAccount(account, aSession(account.id), now);
      assert.deepEqual(await read(database, 'select id from users'), [[account.id]]);
    }));

  test('gets the next step once, with its rows, while a server of the version before goes on', () =>
    withDatabase(async (database) => {
      await migrate(database);
      const before = createStore(database);
      const [ada, bo] = [anAccount(), anAccount()];
      await before.createAccount(ada, aSession(ada.id), now);

      await Promise.all(Array.from({ length: 8 }, () => migrate(database, nextVersion)));
      assert.deepEqual(await read(database, 'select step from migrations order by step'), [[1], [2]]);
      assert.deepEqual(await read(database, 'select id, pronouns from users'), [[ada.id, 'none']]);

      await before.createAccount(bo, aSession(bo.id), now);
      assert.deepEqual(await before.findAccount(ada.id), ada);
      // A server of the version before starts beside the others.
      await migrate(database);
      assert.equal((await read(database, 'select id from users')).length, 2);
    }));

  test('is left as it was by a step that fails, which is done at the next start', () =>
    withDatabase(async (database) => {
      const broken = [...migrations, [...secondStep, 'create index nowhere on nothing (name)']];
      await assert.rejects(migrate(database, broken));
      assert.deepEqual(await read(database, 'select step from migrations'), [[1]]);
      await assert.rejects(read(database, 'select pronouns from users'));
      await migrate(database, nextVersion);
      assert.deepEqual(await read(database, 'select name from badges'), []);
    }));
});

describe('each step of the schema', () => {
  /** What a process of the version before does not notice: tables, indexes, and columns that may stay away. */
  const additions = [
    /^create table \w+ \(/,
    /^create (unique )?index \w+ on \w+ \(/,
    /^alter table \w+ add column \w+ (text|bigint|bytea)( not null default ('[^']*'|\d+))?$/,
    /^update \w+ set /,
  ];

  test('only adds, so that two versions can run side by side', () => {
    for (const [index, statements] of nextVersion.entries())
      for (const sql of statements)
        assert.ok(
          additions.some((form) => form.test(sql)),
          `step ${index + 1} does more than add: ${sql}`,
        );
  });
});
