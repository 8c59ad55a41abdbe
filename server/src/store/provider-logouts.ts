import { flowStepLifetime } from '../config/lifetimes.js';
import type { Database, Statement } from './database.js';
import type { Session } from './records.js';

/** Logouts at an OpenID provider, remembered as long as a sign-in can be in progress that began before them. */
export interface ProviderLogoutStore {
  /** Has every sign-in refused that is in progress with what the logout names. */
  noteProviderLogout(name: string, now: number): Promise<void>;
  /** The time of the last logout, or 0. A sign-in that begins counts as no earlier, even in the same millisecond. */
  findLastProviderLogout(): Promise<number>;
}

const last = '(select max(at) from provider_logouts)';

/** Longer than a flow takes, and the hand-off that it is for. */
const kept = 3 * flowStepLifetime;

/**
 * Fails the transaction if a logout at the provider has named the user or their session there since the sign-in began.
 * The rows that it writes make a logout of the same name wait, which then finds the session.
 */
export function demandNoLogoutStatements({ logoutCheck }: Session, now: number): Statement[] {
  if (!logoutCheck) return [];
  return logoutCheck.names.map((name) => ({
    sql: `insert into provider_logouts (name, at, expires) values (?, 0, ?)
      on conflict (name) do update set name = excluded.name where provider_logouts.at <= ? returning name`,
    values: [name, now + kept, logoutCheck.since],
    required: true,
  }));
}

/** The operations on logouts at providers, over an open database. */
export function createProviderLogoutStore(database: Database): ProviderLogoutStore {
  return {
    async noteProviderLogout(name, now) {
      await database.query({
        // One more than the latest time, which a sign-in may have begun at.
        sql: `insert into provider_logouts (name, at, expires)
          values (?, 1 + case when ${last} > ? then ${last} else ? end, ?) on conflict (name) do update set at = excluded.at, expires = excluded.expires returning name`,
        values: [name, now, now, now + kept],
      });
    },

    async findLastProviderLogout() {
      const [row] = await database.query({ sql: `select ${last} as at`, values: [] });
      return (row!['at'] as number | null) ?? 0;
    },
  };
}
