import {
  openDB,
  unwrap,
  type DBSchema,
  type IDBPDatabase,
  type IDBPTransaction,
  type OpenDBCallbacks,
  type StoreKey,
  type StoreNames,
  type StoreValue,
} from 'idb';
import { within } from '../client/deadline.js';
import { LatchError, type LatchErrorCode } from '../client/errors.js';
import { beginNewLog } from './database-log.js';
import { openDatabase } from './open-database.js';

export type { DBSchema } from 'idb';

/** How a database is laid out. */
export interface DatabasePlan<Schema extends DBSchema> {
  name: string;
  version: number;
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>;
  /** Whether the connection is closed whenever no transaction runs, as if `close` had been called. Defaults to false. */
  isBrief?: boolean;
}

/**
 * One transaction, as `idb` wraps it. It completes automatically when a task passes without a request, so await only
 * its own requests inside.
 */
export type Transaction<Schema extends DBSchema, Mode extends IDBTransactionMode> = IDBPTransaction<
  Schema,
  StoreNames<Schema>[],
  Mode
>;

/**
 * A store that is written to without waiting for each request: one that fails ends the transaction, which is waited
 * for.
 */
export interface Writer<Schema extends DBSchema, Name extends StoreNames<Schema>> {
  put(value: StoreValue<Schema, Name>, key: StoreKey<Schema, Name>): unknown;
  delete(key: StoreKey<Schema, Name> | IDBKeyRange): unknown;
}

/**
 * A store of a transaction as the browser has it. The promises of `idb` take as long as writing does, where there are
 * thousands.
 */
export function writerOf<Schema extends DBSchema, Name extends StoreNames<Schema>>(
  transaction: Transaction<Schema, 'readwrite'>,
  name: Name,
): Writer<Schema, Name> {
  return (unwrap(transaction) as IDBTransaction).objectStore(name as string) as Writer<Schema, Name>;
}

/** How a transaction is run. */
export interface TransactionOptions<Mode extends IDBTransactionMode> {
  mode: Mode;
  /** `strict` waits until the data is on the disk rather than with the operating system. */
  durability?: IDBTransactionDurability;
}

/**
 * How long the browser may take to open the database, and for one transaction, in ms. WebKit and hostile extensions are
 * known to never answer.
 */
const openTimeout = 10_000;
const transactionTimeout = 60_000;

/** An IndexedDB database that is opened when it is needed, and again when the browser has dropped the connection. */
export class Database<Schema extends DBSchema> {
  readonly #plan: DatabasePlan<Schema>;
  #connection: Promise<IDBPDatabase<Schema>> | undefined;
  #running = 0;
  #isLeft: boolean;

  constructor(plan: DatabasePlan<Schema>) {
    this.#plan = plan;
    this.#isLeft = plan.isBrief ?? false;
  }

  /**
   * Does `work` in one transaction over all stores, and resolves once it is complete. An error of `work` undoes the
   * transaction and is passed on. It has a minute, and another one from each call of `goOn`, for work of many steps.
   * After an error of the browser, `work` is retried once over a new connection, so it
   * must be idempotent.
   *
   * @throws {LatchError} `storage_full`; `storage_lost` if the browser cannot or will not keep anything, as some
   *   private windows; `timed_out`, and what was begun is taken back unless the browser has stored it without a word;
   *   `vault_unsupported` if the data was written by a newer version.
   */
  async transact<Value, Mode extends IDBTransactionMode>(
    options: TransactionOptions<Mode>,
    work: (transaction: Transaction<Schema, Mode>, goOn: () => void) => Promise<Value>,
  ): Promise<Value> {
    this.#running += 1;
    try {
      return await this.#transact(options, work);
    } finally {
      this.#running -= 1;
      if (this.#isLeft && this.#running === 0) this.#disconnect();
    }
  }

  async #transact<Value, Mode extends IDBTransactionMode>(
    { mode, durability = 'relaxed' }: TransactionOptions<Mode>,
    work: (transaction: Transaction<Schema, Mode>, goOn: () => void) => Promise<Value>,
  ): Promise<Value> {
    for (let isSecond = false; ; isSecond = true) {
      let transaction: Transaction<Schema, Mode> | undefined;
      const connecting = this.#connect();
      // Another transaction that has failed with this one may have opened the next connection already.
      const disconnect = () => this.#connection === connecting && this.#disconnect();
      const over = new AbortController();
      try {
        const connection = await connecting;
        const begun = (transaction = connection.transaction([...connection.objectStoreNames], mode, {
          durability,
        }) as Transaction<Schema, Mode>);
        return await Promise.race([
          within(transactionTimeout, (goOn) => complete(begun, (running) => work(running, goOn))),
          untilDropped(connection, over.signal),
        ]);
      } catch (error) {
        if (transaction && error instanceof LatchError && error.code === 'timed_out') {
          undo(transaction);
          // Nothing else that goes over it may be answered either.
          disconnect();
        }
        if (!(error instanceof DOMException)) throw error;
        if (isSecond || codes.has(error.name)) throw translate(error);
        disconnect();
      } finally {
        over.abort();
      }
    }
  }

  /**
   * Closes the connection. Another one is there only as long as something that was begun before still needs it, or
   * something begins after all.
   */
  close(): void {
    this.#isLeft = true;
    this.#disconnect();
  }

  #disconnect(): void {
    this.#connection?.then(
      (connection) => connection.close(),
      () => {},
    );
    this.#connection = undefined;
  }

  #connect(): Promise<IDBPDatabase<Schema>> {
    const forget = () => {
      if (this.#connection === opening) this.#connection = undefined;
    };
    const opening = (this.#connection ??= this.#open(() => forget()));
    opening.catch(forget);
    return opening;
  }

  async #open(forget: () => void): Promise<IDBPDatabase<Schema>> {
    const { name, version, upgrade } = this.#plan;
    let connecting: Promise<IDBPDatabase<Schema>> | undefined;
    try {
      return await within(openTimeout, async () => {
        await beginNewLog();
        return (connecting = openDatabase(() =>
          openDB<Schema>(name, version, {
            upgrade,
            // Another tab has a newer version of the page, which waits until this connection is closed.
            blocking(_present, _next, { target }) {
              forget();
              (target as IDBDatabase).close();
            },
            terminated: forget,
          }),
        ));
      });
    } catch (error) {
      // If the connection is opened later all the same, close it.
      connecting?.then(
        (connection) => connection.close(),
        () => {},
      );
      throw error;
    }
  }
}

async function complete<Work extends { done: Promise<void>; abort(): void }, Value>(
  transaction: Work,
  work: (transaction: Work) => Promise<Value>,
): Promise<Value> {
  const working = (async () => work(transaction))();
  working.catch(() => undo(transaction));
  const [worked, done] = await Promise.allSettled([working, transaction.done]);
  if (worked.status === 'fulfilled' && done.status === 'fulfilled') return worked.value;
  if (worked.status === 'fulfilled') throw (done as PromiseRejectedResult).reason;
  // When the browser ends a transaction, only the transaction knows why; of one that was undone here it knows nothing.
  const isBrowsers = done.status === 'rejected' && (done.reason as DOMException).name !== 'AbortError';
  throw worked.reason instanceof DOMException && isBrowsers ? done.reason : worked.reason;
}

/** Rejects once the browser drops the connection: not every browser ends what is pending then. */
function untilDropped(
  connection: { addEventListener: EventTarget['addEventListener'] },
  signal: AbortSignal,
): Promise<never> {
  return new Promise((_resolve, reject) =>
    connection.addEventListener('close', () => reject(new DOMException('Dropped.', 'InvalidStateError')), { signal }),
  );
}

function undo(transaction: { abort(): void }): void {
  try {
    transaction.abort();
  } catch {
    // It has already ended.
  }
}

/** What trying again does not change. */
const codes = new Map<string, LatchErrorCode>([
  ['QuotaExceededError', 'storage_full'],
  ['VersionError', 'vault_unsupported'],
]);

function translate(cause: DOMException): LatchError {
  const code = codes.get(cause.name) ?? 'storage_lost';
  return new LatchError(code, `${cause.name}: ${cause.message}`, {
    cause,
    exception: cause.name,
    retryable: code === 'storage_lost',
  });
}
