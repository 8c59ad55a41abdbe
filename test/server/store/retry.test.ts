import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { StoreUnavailable } from '../../../server/src/store/database.js';
import { openLibsql } from '../../../server/src/store/libsql.js';
import { retryWhile } from '../../../server/src/store/retry.js';

describe('trying again', () => {
  const busy = new Error('busy');
  const isBusy = (error: unknown): boolean => error === busy;

  function failing(times: number, error: Error): { operation: () => string; calls: () => number } {
    let calls = 0;
    return {
      calls: () => calls,
      operation() {
        calls += 1;
        if (calls <= times) throw error;
        return 'done';
      },
    };
  }

  test('goes on while another writer is in the way', async () => {
    const { operation, calls } = failing(3, busy);
    assert.equal(await retryWhile(isBusy, operation), 'done');
    assert.equal(calls(), 4);
  });

  test('gives up after 8 attempts, with the reason', async () => {
    const { operation, calls } = failing(100, busy);
    await assert.rejects(
      retryWhile(isBusy, operation),
      (error: Error) => error instanceof StoreUnavailable && error.cause === busy,
    );
    assert.equal(calls(), 8);
  });

  test('does not repeat what fails for another reason', async () => {
    const { operation, calls } = failing(1, new Error('disk full'));
    await assert.rejects(retryWhile(isBusy, operation), StoreUnavailable);
    assert.equal(calls(), 1);
  });

  test('a write that finds the embedded database locked is done when the other writer lets go', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-retry-'));
    const [one, other] = await Promise.all([openLibsql(join(folder, 'x.db')), openLibsql(join(folder, 'x.db'))]);
    await one.query({ sql: 'create table t (n bigint)', values: [] });
    await one.query({ sql: 'begin immediate', values: [] });
    // The first attempt has failed when this returns, because the driver waits on this thread.
    const writing = other.transact([{ sql: 'insert into t values (?) returning n', values: [1], required: true }]);
    await one.query({ sql: 'commit', values: [] });
    assert.deepEqual(await writing, { committed: true, results: [[{ n: 1 }]] });
    await Promise.all([one.close(), other.close()]);
    await rm(folder, { recursive: true });
  });
});
