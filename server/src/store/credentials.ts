import { holdAccountStatement } from './hold-account.js';
import { randomText } from '../crypto/random-text.js';
import type { Database, Row, Statement } from './database.js';
import { forgetBrowsersStatements } from './known-browsers.js';
import type { Cause, Credential, CredentialUse, DeviceType, Identity, Session } from './records.js';
import { addCausedEventStatements, addEventStatements } from './security-events.js';
import {
  endSessionsStatements,
  holdOwnSessionStatement,
  signInStatements,
  stepUpStatements,
} from './session-statements.js';

/** Passkeys. */
export interface CredentialStore {
  /**
   * Adds the passkey if `session` still belongs to its owner at `now`, who has fewer than `atMost`; also for
   * simultaneous calls.
   */
  addCredential(
    credential: Credential,
    session: Session,
    now: number,
    atMost: number,
  ): Promise<'added' | 'exists' | 'session-ended' | 'too-many'>;
  findCredential(id: string): Promise<{ credential: Credential; ownerHandle: string } | undefined>;
  listCredentials(userId: string): Promise<Credential[]>;
  /** When the last passkey or the password of the account becomes trusted that is not yet; undefined when all are. */
  findRecovery(userId: string, now: number): Promise<number | undefined>;
  /**
   * Saves the use of a passkey and moves the previous session to the new one, both or neither. The counter is compared
   * in the same statement.
   */
  signInWithCredential(use: CredentialUse, session: Session, previousId: string): Promise<CredentialUseOutcome>;
  /** The same for a user who authenticates again in the previous session, which stays the same one to them. */
  stepUpWithCredential(use: CredentialUse, session: Session, previousId: string): Promise<CredentialUseOutcome>;
  /** Saves the use of a passkey for something that its owner confirms in a session of theirs, which stays as it is. */
  confirmWithCredential(use: CredentialUse, sessionId: string): Promise<CredentialUseOutcome>;
  /**
   * Sets or removes the nickname of the user's passkey. Returns the changed passkey, or undefined if the user has none
   * with this id.
   */
  renameCredential(id: string, userId: string, nickname: string | null, cause?: Cause): Promise<Credential | undefined>;
  /**
   * Removes the user's passkey, unless that would leave the account without any way in; of several removals at once
   * too. An identity at one of the providers `issuers` is a way in. The sessions that began with it end, but for the one
   * of the cause; their grants are left. `last-factor`: it is the only second factor of an account that requires one, by
   * itself or with `isRequired`.
   */
  removeCredential(
    id: string,
    userId: string,
    issuers?: readonly string[],
    cause?: Cause & Pick<Session, 'publicId'>,
    isRequired?: boolean,
  ): Promise<'removed' | 'unknown' | 'last-way-in' | 'last-factor'>;
}

/**
 * `saved`: the use, and the session if one was to be moved. `counter`: the presented one did not grow, or the passkey
 * was removed meanwhile. Nothing is saved then, nor when the session has ended.
 */
export type CredentialUseOutcome = 'saved' | 'counter' | 'session-ended';

function readCredential(row: Row): Credential {
  return {
    id: row['id'] as string,
    userId: row['user_id'] as string,
    publicKey: new Uint8Array(row['public_key'] as ArrayBuffer | Uint8Array),
    counter: row['counter'] as number,
    transports: JSON.parse(row['transports'] as string) as string[],
    aaguid: row['aaguid'] as string,
    deviceType: row['device_type'] as DeviceType,
    backedUp: row['backed_up'] === 1,
    userVerified: row['user_verified'] === 1,
    nickname: row['nickname'] as string | null,
    createdAt: row['created_at'] as number,
    lastUsedAt: row['last_used_at'] as number | null,
    trustedFrom: row['trusted_from'] as number | null,
    ...(row['device'] !== null && { device: row['device'] as string }),
    ...(row['prf'] === 0 && { prf: false }),
  };
}

/**
 * Fails the transaction if the account requires a second factor, by itself or with `isRequired`, and satisfies none of
 * the SQL conditions `left` any more.
 */
export function needNoFactorStatement(userId: string, isRequired: boolean, left: readonly string[]): Statement {
  return {
    sql: `select id from users where id = ? and ((? = 0 and second_factor is null) or ${left.join(' or ')})`,
    values: [userId, Number(isRequired)],
    required: true,
  };
}

/**
 * The SQL condition that the account has an identity at one of the providers `issuers`, and its values. `other` does not
 * count.
 */
export function identityIsWayIn(
  userId: string,
  issuers: readonly string[],
  other?: Pick<Identity, 'issuer' | 'subject'>,
): [sql: string, values: string[]] {
  // No identity has the empty issuer; an empty list would be invalid SQL.
  const waysIn = ['', ...issuers];
  const places = waysIn.map(() => '?').join(', ');
  return [
    `exists (select 1 from identities linked where linked.user_id = ? and linked.issuer in (${places})${other ? ' and not (linked.issuer = ? and linked.subject = ?)' : ''})`,
    [userId, ...waysIn, ...(other ? [other.issuer, other.subject] : [])],
  ];
}

/** Adds the passkey unless its id exists, which fails the transaction. */
export function addCredentialStatement({
  id,
  userId,
  publicKey,
  counter,
  transports,
  aaguid,
  deviceType,
  backedUp,
  userVerified,
  nickname,
  createdAt,
  lastUsedAt,
  trustedFrom,
  device,
  prf,
}: Credential): Statement {
  return {
    sql: `insert into credentials (id, user_id, public_key, counter, transports, aaguid, device_type, backed_up, user_verified,
      nickname, created_at, last_used_at, trusted_from, device, prf) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing returning id`,
    values: [
      id,
      userId,
      publicKey,
      counter,
      JSON.stringify(transports),
      aaguid,
      deviceType,
      Number(backedUp),
      Number(userVerified),
      nickname,
      createdAt,
      lastUsedAt,
      trustedFrom,
      device ?? null,
      prf === false ? 0 : null,
    ],
    required: true,
  };
}

/** Adds the event of a removal, with the nickname that the passkey has until then. */
function addRemovalStatements(id: string, cause: Cause | undefined): Statement[] {
  if (!cause) return [];
  return [
    {
      sql: `insert into security_events (id, user_id, type, at, method, device, detail)
        select ?, user_id, 'passkey-removed', cast(? as bigint), null, ?, nickname from credentials where id = ? returning *`,
      values: [randomText(16), cause.at, cause.device, id],
      isEvent: true,
    },
  ];
}

/** The operations on passkeys, over an open database. */
export function createCredentialStore(database: Database): CredentialStore {
  const saveUse = async (
    { credentialId, userId, counter, backedUp, usedAt }: CredentialUse,
    moveSession: readonly Statement[],
  ): Promise<CredentialUseOutcome> => {
    const outcome = await database.transact([
      {
        // 0 means that the authenticator does not count; the cast tells PostgreSQL that the value may exceed 31 bits.
        sql: `update credentials set counter = ?, backed_up = ?, last_used_at = ?
          where id = ? and user_id = ? and (counter = 0 or cast(? as bigint) = 0 or counter < ?) returning id`,
        values: [counter, Number(backedUp), usedAt, credentialId, userId, counter, counter],
        required: true,
      },
      ...moveSession,
    ]);
    if (outcome.committed) return 'saved';
    return outcome.refusedBy === 0 ? 'counter' : 'session-ended';
  };

  return {
    async addCredential(credential, session, now, atMost) {
      const { userId } = credential;
      const outcome = await database.transact([
        holdOwnSessionStatement(session.id, userId, now),
        holdAccountStatement(userId),
        {
          sql: 'select id from users where id = ? and (select count(*) from credentials where user_id = ?) < ?',
          values: [userId, userId, atMost],
          required: true,
        },
        addCredentialStatement(credential),
        ...addEventStatements({
          userId,
          type: credential.trustedFrom === null ? 'passkey-added' : 'recovery',
          at: now,
          device: session.device,
        }),
      ]);
      if (outcome.committed) return 'added';
      return outcome.refusedBy === 0 ? 'session-ended' : outcome.refusedBy === 3 ? 'exists' : 'too-many';
    },

    async findCredential(id) {
      const [row] = await database.query({
        sql: 'select credentials.*, users.handle from credentials join users on users.id = credentials.user_id where credentials.id = ?',
        values: [id],
      });
      return row && { credential: readCredential(row), ownerHandle: row['handle'] as string };
    },

    async listCredentials(userId) {
      const rows = await database.query({
        sql: 'select * from credentials where user_id = ? order by created_at, id',
        values: [userId],
      });
      return rows.map(readCredential);
    },

    async findRecovery(userId, now) {
      const [row] = await database.query({
        sql: `select max(trusted_from) as until from (
          select trusted_from from credentials where user_id = ? and trusted_from > ?
          union all select password_trusted_from from users where id = ? and password_trusted_from > ?) untrusted`,
        values: [userId, now, userId, now],
      });
      return (row!['until'] as number | null) ?? undefined;
    },

    signInWithCredential: (use, session, previousId) => saveUse(use, signInStatements(session, use.usedAt, previousId)),
    stepUpWithCredential: (use, session, previousId) => saveUse(use, stepUpStatements(session, use.usedAt, previousId)),

    confirmWithCredential: (use, sessionId) =>
      saveUse(use, [holdOwnSessionStatement(sessionId, use.userId, use.usedAt)]),

    async renameCredential(id, userId, nickname, cause) {
      const outcome = await database.transact([
        {
          sql: 'update credentials set nickname = ? where id = ? and user_id = ? returning *',
          values: [nickname, id, userId],
          required: true,
        },
        ...addCausedEventStatements(userId, 'passkey-renamed', cause, nickname),
      ]);
      return outcome.committed ? readCredential(outcome.results[0]![0]!) : undefined;
    },

    async removeCredential(id, userId, issuers = [], cause, isRequired = false) {
      const [isWayIn, values] = identityIsWayIn(userId, issuers);
      const removal = addRemovalStatements(id, cause);
      const outcome = await database.transact([
        holdAccountStatement(userId),
        { sql: 'select id from credentials where id = ? and user_id = ?', values: [id, userId], required: true },
        ...removal,
        {
          sql: `delete from credentials where id = ? and (
            exists (select 1 from users where users.id = ? and password_hash is not null)
            or ${isWayIn}
            or exists (select 1 from credentials others where others.user_id = ? and others.id <> ?)) returning id`,
          values: [id, userId, ...values, userId, id],
          required: true,
        },
        needNoFactorStatement(userId, isRequired, [
          'exists (select 1 from credentials where credentials.user_id = users.id)',
          'exists (select 1 from totp where totp.user_id = users.id and confirmed_at is not null)',
        ]),
        ...endSessionsStatements(userId, 'credential_id = ?', [id], cause?.publicId ?? '', cause?.at),
        ...forgetBrowsersStatements(userId, { publicId: cause?.publicId ?? '' }),
      ]);
      if (outcome.committed) return 'removed';
      if (outcome.refusedBy < 2) return 'unknown';
      return outcome.refusedBy === 2 + removal.length ? 'last-way-in' : 'last-factor';
    },
  };
}
