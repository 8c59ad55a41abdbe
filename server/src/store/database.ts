/** What a column holds in both engines: TEXT, BIGINT, BYTEA or NULL. */
export type Value = string | number | Uint8Array | null;

/** One result row by column name. Bytes come as an ArrayBuffer or a Uint8Array, depending on the engine. */
export type Row = Record<string, unknown>;

/**
 * SQL with `?` placeholders. Statements that change rows end in `returning`, so that the number of rows tells what
 * happened.
 */
export interface Statement {
  sql: string;
  values: readonly Value[];
  /** Inside a transaction: when the statement returns no row, everything is rolled back. */
  required?: boolean;
  /**
   * Inside a transaction: only makes others wait who write the same rows. An engine with one writer at a time leaves it
   * out.
   */
  onlyLocks?: boolean;
  /** Inside a transaction: the rows that it returns are new security events, which are announced after the commit. */
  isEvent?: boolean;
}

/**
 * What a transaction did: the rows of every statement, or the position of the required statement that returned none.
 */
export type Outcome = { committed: true; results: Row[][] } | { committed: false; refusedBy: number };

/** The thin layer that hides which engine runs. Everything above it is one SQL text for both. */
export interface Database {
  query(statement: Statement): Promise<Row[]>;
  /**
   * Runs the statements in one transaction; nothing of it remains when a required one returns no row or any one fails.
   */
  transact(statements: readonly Statement[]): Promise<Outcome>;
  close(): Promise<void>;
}

/** The database did not do what it was asked: unreachable, full, locked for too long. Nothing was written. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(cause: unknown) {
    super(`The database did not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
