import { clientFor } from '../../../src/base/client/client.js';
import type { LatchError } from '../../../src/base/client/errors.js';
import { readSession } from '../../../src/session/session.js';
import { openOutbox } from '../../../src/offline.js';
import { registerLocalData } from '../../../src/sign-out/local-data.js';
import { signOut } from '../../../src/sign-out/sign-out.js';
import { listVaults, unlockVault, registerVaults } from '../../../src/vault/index.js';
import { post } from './account.js';
import { createOwnVault, handleOfPresent } from './outboxes.js';
import { prfPasskey } from './vaults.js';

/** Given by the journey that runs the page. */
declare function say(text: string): void;

const client = clientFor();
const phone = prfPasskey('phone');
const account = { username: 'leaver', password: 'correct horse battery staple' };
registerVaults(client);

/** What the journey that kills the browser has its page do. */
const page = {
  /** Signs in, the first time under a new account. Resolves with how it stands then. */
  async signIn(): Promise<string> {
    if (!(await post('/signup', account)).ok) await post('/login', account);
    return page.read();
  },

  /** How it stands with the session. */
  read: async (): Promise<string> => (await readSession(client)).status,

  /** Whether the backend still has the session, regardless of this device. */
  async isAtBackend(): Promise<boolean> {
    return ((await (await fetch('/session')).json()) as { signedIn: boolean }).signedIn;
  },

  /** Signs out, and resolves with whether the backend has confirmed it. */
  signOut: async (): Promise<boolean> => (await signOut({ client, confirm: async () => true })).confirmed,

  /** Signs out on a line that hangs, and says when it has come as far as deleting what it never ends to delete. */
  async signOutOnHangingLine(): Promise<void> {
    globalThis.fetch = () => new Promise(() => {});
    registerLocalData({ name: 'large', wipe: () => (say('deleting'), new Promise(() => {})) }, client);
    await signOut({ client, confirm: async () => true });
  },

  /** Puts a write into the outbox of the user, which cannot be sent. */
  async enqueue(): Promise<void> {
    const vault = (await listVaults()).length > 0 ? await unlockVault({ ask: phone.ask }) : await createOwnVault(phone);
    const userId = await handleOfPresent();
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    const outbox = await openOutbox({ vault, client, userId });
    await outbox.enqueue({ method: 'POST', path: '/notes', body: {} });
  },

  /** The question of a sign-out about unsynced writes; undefined if there is none. The sign-out itself is cancelled. */
  async askedUnsent(): Promise<number | undefined> {
    let asked: number | undefined;
    const confirm = async ({ unsent }: { unsent: number }) => {
      asked = unsent;
      return false;
    };
    await signOut({ client, confirm }).catch((error: LatchError) => {
      if (error.code !== 'cancelled') throw error;
    });
    return asked;
  },

  /** How many vaults there are, or what the device says of them. */
  vaults: (): Promise<number | string> =>
    listVaults().then(
      ({ length }) => length,
      ({ code }: LatchError) => code,
    ),
};

Object.assign(globalThis, { page });
