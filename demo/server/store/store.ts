import { createAccountStore, type AccountStore } from './accounts.js';
import { createAddressStore, type AddressStore } from './addresses.js';
import { createBindingStore, type BindingStore } from './bindings.js';
import { createCredentialStore, type CredentialStore } from './credentials.js';
import type { Database } from './database.js';
import { createFailureStore, type FailureStore } from './failures.js';
import { createFlowStore, type FlowStore } from './flows.js';
import { createHandOffStore, type HandOffStore } from './hand-offs.js';
import { createIdentityStore, type IdentityStore } from './identities.js';
import { createNoteStore, type NoteStore } from './notes.js';
import { createOneTimeCodeStore, type OneTimeCodeStore } from './one-time-codes.js';
import { createSessionStore, type SessionStore } from './sessions.js';
import { createWalletRequestStore, type WalletRequestStore } from './wallet-requests.js';

/**
 * Everything the server remembers. Each operation is atomic and durable when its promise resolves, across processes
 * too; each rejects with
 * `StoreUnavailable` when the database does not answer.
 */
export interface Store
  extends
    AccountStore,
    AddressStore,
    BindingStore,
    CredentialStore,
    FailureStore,
    FlowStore,
    HandOffStore,
    IdentityStore,
    NoteStore,
    OneTimeCodeStore,
    SessionStore,
    WalletRequestStore {
  /** Reads from the database, to see that it works. */
  check(): Promise<void>;
  /** Deletes what is over at `now`, OpenID flows and hand-offs 10 minutes later. */
  sweep(now: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * How long flows and hand-offs are kept that are over, in milliseconds: who comes back from one as late is told so in
 * the way that it was begun.
 */
const flowsKept = 10 * 60_000;

/** Creates the store over an open and migrated database. */
export function createStore(database: Database): Store {
  return {
    ...createAccountStore(database),
    ...createAddressStore(database),
    ...createBindingStore(database),
    ...createCredentialStore(database),
    ...createFailureStore(database),
    ...createFlowStore(database),
    ...createHandOffStore(database),
    ...createIdentityStore(database),
    ...createNoteStore(database),
    ...createOneTimeCodeStore(database),
    ...createSessionStore(database),
    ...createWalletRequestStore(database),

    async check() {
      await database.query({ sql: 'select step from migrations where step = ?', values: [1] });
    },

    async sweep(now) {
      await database.query({ sql: 'delete from challenges where expires <= ? returning challenge', values: [now] });
      await database.query({ sql: 'delete from codes where expires <= ? returning hash', values: [now] });
      await database.query({ sql: 'delete from sessions where expires <= ? returning id', values: [now] });
      await database.query({ sql: 'delete from flows where expires <= ? returning state', values: [now - flowsKept] });
      await database.query({ sql: 'delete from hand_offs where expires <= ? returning id', values: [now - flowsKept] });
      await database.query({ sql: 'delete from wallet_requests where expires <= ? returning id', values: [now] });
      await database.query({ sql: 'delete from note_requests where expires <= ? returning key', values: [now] });
      await database.query({ sql: 'delete from failures where window_ends <= ? returning subject', values: [now] });
    },

    close: () => database.close(),
  };
}
