import { access, chmod, open } from 'node:fs/promises';
import type Libsql from 'libsql';
import { StartError } from '../start-error.js';
import type { Database, Outcome, Row, Statement, Value } from './database.js';
import { retryWhile } from './retry.js';

interface Prepared {
  all(values: readonly Value[]): Row[];
}

/** Another process holds the write lock, or wrote after this one began to read. */
function isBusy(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}

/**
 * Lets this user alone read the database, which holds names, addresses and password hashes. Its log and the index of
 * that, which are created with the mode of the database, may be there from before.
 */
async function restrictFiles(path: string): Promise<void> {
  await (await open(path, 'a', 0o600)).close();
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    await chmod(file, 0o600).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
  }
}

/** @throws {StartError} on a system that the driver has no program for. */
async function loadDriver(): Promise<typeof Libsql> {
  try {
    return (await import('libsql')).default;
  } catch (cause) {
    const system = `${process.platform}-${process.arch}`;
    throw new StartError(`The embedded database does not run on ${system}. Set DATABASE_URL to use PostgreSQL.`, {
      cause,
    });
  }
}

/**
 * Opens the embedded database in the file `path`, creating it when missing. Several processes may open the same file. A
 * write is on disk when its promise resolves.
 *
 * @throws {Error} when the file cannot be opened or is not a database.
 */
export async function openLibsql(path: string): Promise<Database> {
  const Driver = await loadDriver();
  await restrictFiles(path);
  const connection = new Driver(path, {});
  // The timeout comes first: switching to WAL takes a lock that another process may hold at this moment. It is short
  // because the driver waits on this thread; the longer wait is in the retries.
  connection.exec('pragma busy_timeout = 250');
  await retryWhile(isBusy, () => connection.exec('pragma journal_mode = wal'));
  connection.exec('pragma synchronous = full');
  connection.exec('pragma foreign_keys = on');

  const prepared = new Map<string, Prepared>();
  const run = ({ sql, values }: Statement): Row[] => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = connection.prepare(sql) as Prepared;
      prepared.set(sql, statement);
    }
    return statement.all(values);
  };

  const transact = (statements: readonly Statement[]): Outcome => {
    connection.exec('begin immediate');
    try {
      const results: Row[][] = [];
      for (const [index, statement] of statements.entries()) {
        // No other transaction writes before this one ends.
        const rows = statement.onlyLocks ? [] : run(statement);
        if (statement.required && rows.length === 0) {
          connection.exec('rollback');
          return { committed: false, refusedBy: index };
        }
        results.push(rows);
      }
      connection.exec('commit');
      return { committed: true, results };
    } catch (error) {
      if (connection.inTransaction) connection.exec('rollback');
      throw error;
    }
  };

  return {
    query: (statement) => retryWhile(isBusy, () => run(statement)),
    transact: (statements) => retryWhile(isBusy, () => transact(statements)),
    close: async () => {
      connection.close();
    },
  };
}

/**
 * Copies the database in the file `path` as it is at one moment, while others write to it, into the new file `target`.
 *
 * @throws {Error} when there is no database, the target exists, or the copy is not whole.
 */
export async function backUpLibsql(path: string, target: string): Promise<void> {
  await access(path);
  const Driver = await loadDriver();
  const connection = new Driver(path, {});
  try {
    connection.exec('pragma busy_timeout = 5000');
    (connection.prepare('vacuum into ?') as Prepared).all([target]);
  } finally {
    connection.close();
  }
  const copy = new Driver(target, {});
  try {
    const [{ integrity_check: found }] = (copy.prepare('pragma integrity_check') as Prepared).all([]) as [Row];
    if (found !== 'ok') throw new Error(`the copy is damaged: ${String(found)}`);
  } finally {
    copy.close();
  }
}
