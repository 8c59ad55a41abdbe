import { knownBrowsersPerAccount } from '../config/limits.js';
import type { Database, Statement } from './database.js';
import type { Session } from './records.js';

/** A browser in which an account was signed in to: the hash of its mark. */
export interface KnownBrowser {
  hash: string;
  /** How often the account has forgotten its browsers. What all of them failed at counts anew after each time. */
  epoch: number;
}

/** The browsers that accounts were signed in to in. */
export interface KnownBrowserStore {
  /** The one of the hashes that is of a browser of the account. */
  findKnownBrowser(userId: string, hashes: readonly string[]): Promise<KnownBrowser | undefined>;
}

/** Remembers the browser that the session began in; a new one in place of that which was seen longest ago, if there are too many. */
export function rememberBrowserStatements({ id, authentication, knownBrowser }: Session, now: number): Statement[] {
  if (!authentication || knownBrowser === undefined) return [];
  const { userId } = authentication;
  const oldest = `select user_id, hash from known_browsers where user_id = ? order by seen_at desc, hash limit ${knownBrowsersPerAccount} offset ${knownBrowsersPerAccount}`;
  return [
    {
      sql: `insert into known_browsers (user_id, hash, public_id, seen_at)
        select ?, ?, public_id, cast(? as bigint) from sessions where id = ?
        on conflict (user_id, hash) do update set public_id = excluded.public_id, seen_at = excluded.seen_at returning hash`,
      values: [userId, knownBrowser.hash, now, id],
    },
    ...(knownBrowser.isNew
      ? [
          {
            sql: `delete from known_browsers where (user_id, hash) in (${oldest}) returning hash`,
            values: [userId],
          },
        ]
      : []),
  ];
}

/**
 * Forgets the browsers of the account, but for the one in which the session `kept` began: who knew the password, or had
 * the second factor, counts as a stranger from now on.
 */
export function forgetBrowsersStatements(
  userId: string,
  kept: Pick<Session, 'id'> | Pick<Session, 'publicId'>,
): Statement[] {
  const [key, value] = 'id' in kept ? ['id', kept.id] : ['public_id', kept.publicId];
  return [
    {
      sql: `delete from known_browsers where user_id = ?
        and public_id not in (select public_id from sessions where ${key} = ?) returning hash`,
      values: [userId, value],
    },
    { sql: 'update users set browser_epoch = browser_epoch + 1 where id = ? returning id', values: [userId] },
  ];
}

/** Forgets the browser in which the account's session with the public id began, if none began in it since. */
export function forgetBrowserStatement(userId: string, publicId: string): Statement {
  const sql = 'delete from known_browsers where user_id = ? and public_id = ? returning hash';
  return { sql, values: [userId, publicId] };
}

/** The operations on known browsers, over an open database. */
export function createKnownBrowserStore(database: Database): KnownBrowserStore {
  return {
    async findKnownBrowser(userId, hashes) {
      const [row] = await database.query({
        sql: `select hash, browser_epoch from known_browsers join users on users.id = known_browsers.user_id
          where user_id = ? and hash in (${hashes.map(() => '?').join(', ')}) order by seen_at desc limit 1`,
        values: [userId, ...hashes],
      });
      return row && { hash: row['hash'] as string, epoch: row['browser_epoch'] as number };
    },
  };
}
