import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Database } from '../../../demo/server/store/database.js';
import { openLibsql } from '../../../demo/server/store/libsql.js';
import { migrate } from '../../../demo/server/store/migrations.js';
import { openPostgres } from '../../../demo/server/store/postgres.js';
import { createStore } from '../../../demo/server/store/store.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { createDatabase } from '../../support/node/postgres.js';
import { later, now } from './records.js';

/**
 * The tables of people, passkeys, sessions, challenges and failures as the first schema had them, with one person in two sessions and a
 * visitor. Never changes.
 */
const firstSchema = [
  'create table migrations (step bigint primary key)',
  'insert into migrations (step) values (1)',
  `create table users (id text primary key, handle text not null unique, username text not null unique, name text not null, display_name text not null,
    password_hash text, created_at bigint not null)`,
  `create table credentials (id text primary key, user_id text not null references users (id), public_key bytea not null, counter bigint not null,
    transports text not null, aaguid text not null, device_type text not null, backed_up bigint not null, user_verified bigint not null, nickname text,
    created_at bigint not null, last_used_at bigint)`,
  `create table sessions (id text primary key, user_id text references users (id), auth_method text, auth_time bigint, created_at bigint not null,
    expires bigint not null, moved_from text)`,
  `create table challenges (session_id text not null, challenge text not null, purpose text not null, sequence bigint not null, expires bigint not null,
    primary key (session_id, challenge))`,
  'create table failures (subject text primary key, failed bigint not null, window_ends bigint not null)',
  `insert into users values ('u', 'h', 'ada', 'Ada', 'Ada', null, 5)`,
  `insert into sessions values ('one', 'u', 'signup', 7, 8, ${later}, null), ('other', 'u', 'password', 9, 9, ${later}, 'older'), ('visitor', null, null, null, 6, ${later}, null)`,
];

await describeOnBothEngines('a database of the first schema', (engine) => {
  async function withDatabase(use: (database: Database) => Promise<void>): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-migrations-'));
    const database =
      engine === 'postgres'
        ? await openPostgres(await createDatabase(), () => {})
        : await openLibsql(join(folder, 'x.db'));
    for (const sql of firstSchema) await database.query({ sql, values: [] });
    await use(database);
    await database.close();
    await rm(folder, { recursive: true });
  }

  test('keeps its sessions, each with a public id of its own', () =>
    withDatabase(async (database) => {
      await migrate(database);
      const store = createStore(database);
      const sessions = await store.listSessions('u', now);
      assert.deepEqual(
        sessions.map(({ publicId: _random, ...rest }) => rest),
        [
          {
            id: 'other',
            authentication: { userId: 'u', authMethod: 'password', authTime: 9 },
            device: '',
            startedAt: 9,
            lastSeenAt: 9,
            expires: later,
            endsAt: later,
            grantDue: null,
            binding: null,
            parent: null,
            recoveryUntil: null,
          },
          {
            id: 'one',
            authentication: { userId: 'u', authMethod: 'signup', authTime: 7 },
            device: '',
            startedAt: 7,
            lastSeenAt: 8,
            expires: later,
            endsAt: later,
            grantDue: null,
            binding: null,
            parent: null,
            recoveryUntil: null,
          },
        ],
      );
      assert.equal((await store.findSession('visitor', now))?.startedAt, 6);
      const [other, one] = sessions;
      assert.match(one!.publicId, /^[\w-]{6,}$/);
      assert.notEqual(one!.publicId, other!.publicId);
      assert.equal((await store.endListedSession('u', one!.publicId, now))?.userId, 'u');
      assert.deepEqual(
        (await store.listSessions('u', now)).map(({ id }) => id),
        ['other'],
      );
    }));

  test('is migrated once, however many processes begin at the same moment', () =>
    withDatabase(async (database) => {
      await Promise.all(Array.from({ length: 8 }, () => migrate(database)));
      assert.equal((await createStore(database).listSessions('u', now)).length, 2);
    }));
});
