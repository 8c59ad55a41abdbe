import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createHash, createPrivateKey, sign, type JsonWebKey } from 'node:crypto';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Database } from '../../../server/src/store/database.js';
import { openLibsql } from '../../../server/src/store/libsql.js';
import { createServer } from '../../../server/src/server.js';
import { migrate, migrations } from '../../../server/src/store/migrations.js';
import { openPostgres } from '../../../server/src/store/postgres.js';
import { createStore } from '../../../server/src/store/store.js';
import { describeOnBothEngines } from '../../support/node/engines.js';
import { createPasswords } from '../../../server/src/accounts/passwords.js';
import type { RequestOptions } from '../../../src/base/contract/types.js';
import { createDatabase } from '../../support/node/postgres.js';
import { createVisitor } from '../../support/node/visitor.js';
import { later, now } from './records.js';
import version01 from './version-0.1.json' with { type: 'json' };

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

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

await describeOnBothEngines('a database of the first schema', (engine) => {
  async function withDatabase(
    use: (database: Database) => Promise<void>,
    schema: readonly string[] = firstSchema,
  ): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-migrations-'));
    const database =
      engine === 'postgres'
        ? await openPostgres(await createDatabase(), () => {})
        : await openLibsql(join(folder, 'x.db'));
    for (const sql of schema) await database.query({ sql, values: [] });
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

  test('that a server of version 0.1 wrote keeps its users signed in, and their ways to sign in', () =>
    withDatabase(async (database) => {
      const { facts, rows } = version01;
      for (const [table, all] of Object.entries(rows))
        for (const row of all as Record<string, string | number | null | { base64url: string }>[]) {
          const names = Object.keys(row);
          const sql = `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')}) returning 1`;
          const values = Object.values(row).map((value) =>
            typeof value === 'object' && value !== null
              ? new Uint8Array(Buffer.from(value.base64url, 'base64url'))
              : value,
          );
          await database.query({ sql, values });
        }
      await migrate(database);
      const origin = 'http://localhost:3000';
      const app = createServer(
        {
          origins: [origin],
          rpId: 'localhost',
          rpName: 'Latchkey tests',
          sessionSecret: facts.secret,
          trustedProxies: [],
          embedders: [],
          limitFailures: true,
        },
        createStore(database),
        { now: () => facts.time, log: () => {}, passwords: createPasswords({ N: 2, r: 1, p: 1 }) },
      );
      const visitor = (cookie?: string) => {
        const created = createVisitor(
          origin,
          (request, address) => app.fetch(request, { address }),
          () => {},
        );
        created.cookie = cookie;
        return created;
      };
      for (const cookie of [facts.cookie, facts.elsewhere])
        assert.equal((await visitor(cookie).get('/session')).body['signedIn'], true);
      const ada = visitor(facts.cookie);
      const { chapters: _chapters, ...account } = (await ada.get('/account')).body;
      assert.deepEqual(account, {
        name: 'ada',
        displayName: 'Ada Lovelace',
        email: { address: 'ada@example.com', verified: true },
        methods: ['passkey', 'password', 'otp'],
      });
      assert.equal((await ada.get('/notes/first')).body['text'], 'A text');
      assert.equal((await ada.get<{ sessions: unknown[] }>('/sessions')).body.sessions.length, 2);

      const byPassword = visitor();
      const password = 'correct horse battery';
      assert.equal((await byPassword.post('/login', { username: 'Ada', password })).status, 200);

      const byPasskey = visitor(facts.guest);
      const { body: options } = await byPasskey.post<RequestOptions>('/webauthn/login/options');
      const clientData = JSON.stringify({
        type: 'webauthn.get',
        challenge: options.challenge,
        origin,
        crossOrigin: false,
      });
      // User present and verified, backup eligible and backed up; a counter of 0.
      const authenticatorData = Buffer.concat([hash('localhost'), Buffer.from([0x1d, 0, 0, 0, 0])]);
      const key = createPrivateKey({ key: facts.passkey.privateKey as JsonWebKey, format: 'jwk' });
      const signature = sign(null, Buffer.concat([authenticatorData, hash(clientData)]), key);
      const response = {
        clientDataJSON: Buffer.from(clientData).toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      const { id } = facts.passkey;
      const signedIn = await byPasskey.post('/webauthn/login/verify', {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response,
      });
      assert.equal(signedIn.status, 200, signedIn.text);
      assert.deepEqual(
        (await byPasskey.get<{ events: { type: string }[] }>('/security-events')).body.events.map(({ type }) => type),
        ['signed-in', 'signed-in'],
      );
      await app.settled();
    }, version01.schema));
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
    for (const [index, statements] of migrations.entries())
      for (const sql of statements)
        assert.ok(
          additions.some((form) => form.test(sql)),
          `step ${index + 1} does more than add: ${sql}`,
        );
  });
});
