import { setImmediate } from 'node:timers/promises';
import { knownBrowserLifetime, securityEventLifetime } from '../config/lifetimes.js';
import { sweepBatch } from '../config/limits.js';
import { createAccountDeletionStore, type AccountDeletionStore } from './account-deletion.js';
import { createAccountStore, type AccountStore } from './accounts.js';
import { createAddressStore, type AddressStore } from './addresses.js';
import { createBindingStore, type BindingStore } from './bindings.js';
import { createCredentialStore, type CredentialStore } from './credentials.js';
import { createDataKeyStore, type DataKeyStore } from './data-keys.js';
import type { Database } from './database.js';
import { createFailureStore, type FailureStore } from './failures.js';
import { createFlowStore, type FlowStore } from './flows.js';
import { createHandOffStore, type HandOffStore } from './hand-offs.js';
import { createIdentityStore, type IdentityStore } from './identities.js';
import { createKnownBrowserStore, type KnownBrowserStore } from './known-browsers.js';
import { createNoteStore, type NoteStore } from './notes.js';
import { createOneTimeCodeStore, type OneTimeCodeStore } from './one-time-codes.js';
import { createPendingSignInStore, leavePendingStatements, type PendingSignInStore } from './pending-sign-ins.js';
import { createProviderLogoutStore, type ProviderLogoutStore } from './provider-logouts.js';
import { createSecondFactorStore, type SecondFactorStore } from './second-factors.js';
import { announceEvents, createSecurityEventStore, type SecurityEventStore } from './security-events.js';
import { createSessionStore, type SessionStore } from './sessions.js';
import { createWalletRequestStore, type WalletRequestStore } from './wallet-requests.js';

/**
 * Everything the server remembers. Each operation is atomic and durable when its promise resolves, across processes
 * too; each rejects with `StoreUnavailable` when the database does not answer.
 */
export interface Store
  extends
    AccountDeletionStore,
    AccountStore,
    AddressStore,
    BindingStore,
    CredentialStore,
    DataKeyStore,
    FailureStore,
    FlowStore,
    HandOffStore,
    IdentityStore,
    KnownBrowserStore,
    NoteStore,
    OneTimeCodeStore,
    PendingSignInStore,
    ProviderLogoutStore,
    SecondFactorStore,
    SecurityEventStore,
    SessionStore,
    WalletRequestStore {
  /** Reads from the database, to see that it works. */
  check(): Promise<void>;
  /**
   * Deletes what is over at `now`, OpenID flows and hand-offs 10 minutes later, and security events that are
   * `eventsKept` milliseconds old. It deletes few rows at once, and lets requests go first in between.
   */
  sweep(now: number, eventsKept?: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * How long ended flows and hand-offs are stored, in milliseconds, so that users who return late get a matching error
 * page.
 */
const flowsKept = 10 * 60_000;

/** The tables whose rows end by themselves: their keys, the column that says when, and how long they are kept after. */
const swept: readonly { table: string; key: string; over: string; since?: number | 'events' }[] = [
  { table: 'challenges', key: 'session_id, challenge', over: 'expires' },
  { table: 'codes', key: 'session_id', over: 'expires' },
  { table: 'pending_sign_ins', key: 'session_id', over: 'expires' },
  { table: 'totp', key: 'user_id', over: 'expires' },
  { table: 'sessions', key: 'id', over: 'expires' },
  { table: 'flows', key: 'state', over: 'expires', since: flowsKept },
  { table: 'hand_offs', key: 'id', over: 'expires', since: flowsKept },
  { table: 'wallet_requests', key: 'id', over: 'expires' },
  { table: 'provider_logouts', key: 'name', over: 'expires' },
  { table: 'note_requests', key: 'user_id, key', over: 'expires' },
  { table: 'known_browsers', key: 'user_id, hash', over: 'seen_at', since: knownBrowserLifetime },
  { table: 'failures', key: 'subject', over: 'window_ends' },
  { table: 'security_events', key: 'user_id, at, id', over: 'at', since: 'events' },
];

/** Creates the store over an open and migrated database. */
export function createStore(opened: Database): Store {
  const { database, watch } = announceEvents(opened);
  return {
    ...createAccountDeletionStore(database),
    ...createAccountStore(database),
    ...createAddressStore(database),
    ...createBindingStore(database),
    ...createCredentialStore(database),
    ...createDataKeyStore(database),
    ...createFailureStore(database),
    ...createFlowStore(database),
    ...createHandOffStore(database),
    ...createIdentityStore(database),
    ...createKnownBrowserStore(database),
    ...createNoteStore(database),
    ...createOneTimeCodeStore(database),
    ...createPendingSignInStore(database),
    ...createProviderLogoutStore(database),
    ...createSecondFactorStore(database),
    ...createSecurityEventStore(database, watch),
    ...createSessionStore(database),
    ...createWalletRequestStore(database),

    async check() {
      await database.query({ sql: 'select step from migrations where step = ?', values: [1] });
    },

    async sweep(now, eventsKept = securityEventLifetime) {
      // Those that are over leave their grants, which are given back.
      await database.transact(leavePendingStatements('expires <= ? and refresh_token is not null', [now]));
      for (const { table, key, over, since = 0 } of swept) {
        const sql = `delete from ${table} where (${key}) in
          (select ${key} from ${table} where ${over} <= ? limit ${sweepBatch}) returning ${over}`;
        let deleted: number;
        do {
          deleted = (await database.query({ sql, values: [now - (since === 'events' ? eventsKept : since)] })).length;
          await setImmediate();
        } while (deleted === sweepBatch);
      }
    },

    close: () => database.close(),
  };
}
