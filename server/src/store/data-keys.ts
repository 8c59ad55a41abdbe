import type { Database } from './database.js';

/** Keys that are sealed with a secret of the server, and marks by which the secrets themselves are known again. */
export interface DataKeyStore {
  listDataKeys(): Promise<{ name: string; sealed: string }[]>;
  /** Adds a key unless there is one with this name. */
  addDataKey(name: string, sealed: string): Promise<void>;
  /** Puts another sealed text of the same key in the place of `former`. */
  replaceDataKey(name: string, former: string, next: string): Promise<boolean>;
  /** The marks of the secrets that the server has had, by their id. */
  listSecretMarks(): Promise<Map<string, string>>;
  /** Adds a mark unless there is one for this id. */
  addSecretMark(id: string, mark: string): Promise<void>;
}

/** The operations on keys, over an open database. */
export function createDataKeyStore(database: Database): DataKeyStore {
  return {
    async listDataKeys() {
      const rows = await database.query({
        sql: 'select name, sealed from data_keys where name > ? order by name',
        values: [''],
      });
      return rows.map((row) => ({ name: row['name'] as string, sealed: row['sealed'] as string }));
    },

    async addDataKey(name, sealed) {
      await database.query({
        sql: 'insert into data_keys (name, sealed) values (?, ?) on conflict do nothing returning name',
        values: [name, sealed],
      });
    },

    async replaceDataKey(name, former, next) {
      const sql = 'update data_keys set sealed = ? where name = ? and sealed = ? returning name';
      return (await database.query({ sql, values: [next, name, former] })).length > 0;
    },

    async listSecretMarks() {
      const rows = await database.query({ sql: 'select id, mark from secret_marks', values: [] });
      return new Map(rows.map((row) => [row['id'] as string, row['mark'] as string]));
    },

    async addSecretMark(id, mark) {
      await database.query({
        sql: 'insert into secret_marks (id, mark) values (?, ?) on conflict do nothing returning id',
        values: [id, mark],
      });
    },
  };
}
