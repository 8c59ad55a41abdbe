import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Database } from '../../../demo/server/store/database.js';
import { openLibsql } from '../../../demo/server/store/libsql.js';
import { openPostgres } from '../../../demo/server/store/postgres.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { createDatabase } from '../../support/node/postgres.js';

await describeOnBothEngines('a statement of which one row is wanted', (engine) => {
  let mine: Database;
  let other: Database;
  let discard: () => Promise<void>;

  before(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-test-'));
    const url = engine === 'postgres' ? await createDatabase() : undefined;
    const open = (): Promise<Database> => (url === undefined ? openLibsql(join(folder, 'latchkey.db')) : openPostgres(url, () => {}));
    [mine, other] = [await open(), await open()];
    await mine.query({ sql: 'create table wanted (name text primary key, number bigint not null)', values: [] });
    await mine.query({ sql: 'insert into wanted (name, number) values (?, ?), (?, ?)', values: ['one', 1, 'two', 2] });
    discard = async () => {
      await Promise.all([mine.close(), other.close()]);
      await rm(folder, { recursive: true });
    };
  });
  after(() => discard());

  const readNumbers = async (database: Database): Promise<unknown[]> =>
    (await database.query({ sql: 'select number from wanted order by number', values: [] })).map(({ number }) => number);

  test('returns that row, or none', async () => {
    const [row] = await mine.query({ sql: 'select name, number from wanted where number = ?', values: [1], single: true });
    assert.deepEqual([row?.['name'], row?.['number']], ['one', 1]);
    assert.deepEqual(await mine.query({ sql: 'select name from wanted where number = ?', values: [3], single: true }), []);
  });

  test('changes every row that it is about, for others too', async () => {
    const [row] = await mine.query({ sql: 'update wanted set number = number + ? returning name', values: [10], single: true });
    assert.ok(row);
    assert.deepEqual(await readNumbers(other), [11, 12]);
    const outcome = await mine.transact([{ sql: 'update wanted set number = number + ? returning name', values: [10], single: true, required: true }]);
    assert.equal(outcome.committed, true);
    assert.deepEqual(await readNumbers(other), [21, 22]);
  });

  test('leaves nothing open that would keep others from writing, or hide what they wrote', async () => {
    const read = { sql: 'select number from wanted order by number', values: [], single: true };
    await mine.query(read);
    await other.query({ sql: 'update wanted set number = 0 returning name', values: [] });
    const [row] = await mine.query(read);
    assert.equal(row?.['number'], 0);
  });

  test('rolls back when it is required and has no row', async () => {
    const outcome = await mine.transact([
      { sql: 'update wanted set number = 7 returning name', values: [], single: true },
      { sql: 'select name from wanted where name = ?', values: ['three'], single: true, required: true },
    ]);
    assert.deepEqual(outcome, { committed: false, refusedBy: 1 });
    assert.ok(!(await readNumbers(other)).includes(7));
  });
});
