import type { Database } from './database.js';

/**
 * The schema, one entry per released step; entries are only ever added, and only add themselves, so that processes of the
 * version before go on while others of this one start. Both engines read the same text: SQLite gives
 * BIGINT integer affinity and keeps bytes in a BYTEA column as they are. Ids are random texts, times are epoch
 * milliseconds.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `create table users (
      id text primary key,
      handle text not null unique,
      username text not null unique,
      name text not null,
      display_name text not null,
      password_hash text,
      created_at bigint not null,
      skeleton text not null unique,
      deletes_at bigint,
      password_trusted_from bigint,
      second_factor text,
      accepted_terms text,
      browser_epoch bigint not null default 0,
      sessions_ended_at bigint
    )`,
    'create index users_by_deletion on users (deletes_at)',
    `create table credentials (
      id text primary key,
      user_id text not null references users (id),
      public_key bytea not null,
      counter bigint not null,
      transports text not null,
      aaguid text not null,
      device_type text not null,
      backed_up bigint not null,
      user_verified bigint not null,
      nickname text,
      created_at bigint not null,
      last_used_at bigint,
      trusted_from bigint,
      device text,
      prf bigint
    )`,
    'create index credentials_by_user on credentials (user_id)',
    `create table sessions (
      id text primary key,
      user_id text references users (id),
      auth_method text,
      auth_time bigint,
      created_at bigint not null,
      expires bigint not null,
      moved_from text,
      public_id text,
      device text not null default '',
      started_at bigint not null default 0,
      last_seen_at bigint not null default 0,
      refresh_token text,
      grant_due bigint,
      bound_key text,
      bound_since bigint,
      parent text,
      recovery_until bigint,
      ends_at bigint,
      credential_id text,
      provider_session text,
      second_factor text,
      began_with text,
      issuer text,
      app_auth_time bigint
    )`,
    'create index sessions_by_expiry on sessions (expires)',
    'create index sessions_by_former_id on sessions (moved_from) where moved_from is not null',
    'create index sessions_by_user on sessions (user_id, last_seen_at, created_at)',
    'create index sessions_by_parent on sessions (parent) where parent is not null',
    'create index sessions_by_provider_session on sessions (provider_session) where provider_session is not null',
    'create index sessions_by_public_id on sessions (public_id)',
    'create index sessions_with_grant on sessions (public_id) where refresh_token is not null',
    `create table challenges (
      session_id text not null,
      challenge text not null,
      purpose text not null,
      sequence bigint not null,
      expires bigint not null,
      details text,
      primary key (session_id, challenge)
    )`,
    'create index challenges_by_expiry on challenges (expires)',
    `create table failures (
      subject text primary key,
      failed bigint not null,
      window_ends bigint not null
    )`,
    'create index failures_by_end on failures (window_ends)',
    `create table identities (
      issuer text not null,
      subject text not null,
      user_id text not null references users (id),
      created_at bigint not null,
      primary key (issuer, subject)
    )`,
    'create index identities_by_user on identities (user_id)',
    `create table flows (
      state text primary key,
      browser text not null,
      nonce text not null,
      verifier text not null,
      return_to text not null,
      mode text not null,
      purpose text not null,
      user_id text,
      max_age bigint,
      started_at bigint not null,
      expires bigint not null,
      hand_off text,
      session_id text,
      issuer text not null,
      started_from text
    )`,
    'create index flows_by_expiry on flows (expires)',
    'create index flows_by_session on flows (session_id)',
    'create index flows_by_user on flows (user_id)',
    `create table addresses (
      user_id text not null references users (id),
      kind text not null,
      address text not null,
      verified_at bigint,
      primary key (user_id, kind)
    )`,
    'create index addresses_by_address on addresses (address)',
    'create unique index verified_addresses on addresses (address) where verified_at is not null',
    `create table codes (
      session_id text primary key,
      hash text not null,
      purpose text not null,
      user_id text,
      address text not null,
      tries bigint not null,
      expires bigint not null
    )`,
    'create index codes_by_expiry on codes (expires)',
    'create index codes_by_user on codes (user_id)',
    `create table hand_offs (
      id text primary key,
      session_id text not null,
      code text not null,
      status text not null,
      browser text,
      confirmation text unique,
      sequence bigint not null,
      expires bigint not null,
      tries bigint not null default 0,
      device text not null default '',
      user_id text,
      issuer text,
      subject text
    )`,
    'create index hand_offs_by_session on hand_offs (session_id)',
    'create index hand_offs_by_expiry on hand_offs (expires)',
    'create index hand_offs_by_code on hand_offs (code)',
    'create index hand_offs_by_user on hand_offs (user_id)',
    'create index hand_offs_by_identity on hand_offs (issuer, subject)',
    'create index hand_offs_by_status on hand_offs (status)',
    `create table hand_off_proofs (
      hand_off text primary key,
      proof text not null
    )`,
    `create table wallet_requests (
      id text primary key,
      session_id text not null,
      protocol text not null,
      sealed text not null,
      requested_at bigint not null,
      expires bigint not null
    )`,
    'create index wallet_requests_by_session on wallet_requests (session_id)',
    'create index wallet_requests_by_expiry on wallet_requests (expires)',
    `create table notes (
      user_id text not null references users (id),
      id text not null,
      title text not null,
      text text not null,
      version text not null,
      changed_at bigint not null,
      primary key (user_id, id)
    )`,
    `create table note_requests (
      user_id text not null references users (id),
      key text not null,
      fingerprint text not null,
      status bigint not null,
      version text,
      changed_at bigint not null,
      expires bigint not null,
      primary key (user_id, key)
    )`,
    'create index note_requests_by_expiry on note_requests (expires)',
    'create index note_requests_by_change on note_requests (user_id, changed_at)',
    `create table left_grants (
      refresh_token text primary key,
      public_id text not null,
      user_id text not null
    )`,
    `create table security_events (
      user_id text not null references users (id) on delete cascade,
      at bigint not null,
      id text not null,
      type text not null,
      method text,
      device text not null,
      detail text,
      issuer text,
      primary key (user_id, at, id)
    )`,
    'create index security_events_by_type on security_events (user_id, type, at)',
    'create index security_events_by_time on security_events (at)',
    `create table totp (
      user_id text primary key references users (id) on delete cascade,
      sealed text not null,
      created_at bigint not null,
      confirmed_at bigint,
      last_step bigint not null,
      expires bigint,
      next_sealed text,
      next_expires bigint
    )`,
    'create index totp_by_expiry on totp (expires)',
    `create table recovery_codes (
      user_id text not null references users (id) on delete cascade,
      hash text not null,
      primary key (user_id, hash)
    )`,
    // A sign-in that waits for its next step. Its session has no user, so it counts as a visitor's.
    `create table pending_sign_ins (
      session_id text primary key,
      user_id text not null references users (id) on delete cascade,
      public_id text not null,
      auth_method text not null,
      auth_time bigint not null,
      second_factor text,
      recovery_until bigint,
      credential_id text,
      provider_session text,
      refresh_token text,
      grant_due bigint,
      tries bigint not null,
      expires bigint not null,
      began_with text,
      issuer text
    )`,
    'create index pending_sign_ins_by_user on pending_sign_ins (user_id)',
    'create index pending_sign_ins_by_expiry on pending_sign_ins (expires)',
    'create index pending_sign_ins_by_provider_session on pending_sign_ins (provider_session)',
    `create table data_keys (
      name text primary key,
      sealed text not null
    )`,
    `create table secret_marks (
      id text primary key,
      mark text not null
    )`,
    // By the hash of its mark, and the public id of the session that was begun in it last.
    `create table known_browsers (
      user_id text not null references users (id) on delete cascade,
      hash text not null,
      public_id text not null,
      seen_at bigint not null,
      primary key (user_id, hash)
    )`,
    'create index known_browsers_by_time on known_browsers (seen_at)',
    `create table provider_logouts (
      name text primary key,
      at bigint not null,
      expires bigint not null
    )`,
    'create index provider_logouts_by_expiry on provider_logouts (expires)',
    'create index provider_logouts_by_time on provider_logouts (at)',
  ],
];

/**
 * Brings the schema up to date. Several processes may do so at once: the row that records a step is inserted in the
 * step's own transaction, so exactly one of them performs it.
 */
export async function migrate(database: Database, steps = migrations): Promise<void> {
  await database.query({ sql: 'create table if not exists migrations (step bigint primary key)', values: [] });
  for (const [index, statements] of steps.entries()) {
    await database.transact([
      {
        sql: 'insert into migrations (step) values (?) on conflict (step) do nothing returning step',
        values: [index + 1],
        required: true,
      },
      ...statements.map((sql) => ({ sql, values: [] })),
    ]);
  }
}
