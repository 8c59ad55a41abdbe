import { clientFor, type Client } from '../base/client/client.js';
import { within } from '../base/client/deadline.js';
import { LatchError } from '../base/client/errors.js';
import { lastSession } from '../base/storage/known-session.js';
import { readSession } from '../session/session.js';
import { createVault, type PasskeyList } from './create.js';
import { lockWhenLeft, type LockWhenLeftOptions } from './lock-triggers.js';
import type { AskPasskey } from './keys.js';
import { forgetLostVaults, listVaults, unlockVault, type UnlockVaultOptions } from './unlock.js';
import type { Vault } from './vault.js';

/** How a vault is opened, and when it locks: see {@link LockWhenLeftOptions}. */
export interface OpenVaultOptions extends LockWhenLeftOptions, Pick<UnlockVaultOptions, 'pin'> {
  /** The backend, which says whose vault is meant. Defaults to the page's. */
  client?: Client;
  /**
   * The user whose data your page shows, by the `user.id` of `GET /session`. Another tab may have signed another one in:
   * then nothing is opened or created.
   */
  userId?: string | undefined;
  /** Requests one of the passkeys that open the vault. `latchkey/passkey` has one: `evaluatePrf`. */
  ask: AskPasskey;
  /** Lists the user's passkeys if there is no vault yet: `() => listPasskeys({ client })`. */
  passkeys(): Promise<PasskeyList>;
  /** Whether a new vault encrypts names too, and pads lengths. Defaults to false. */
  private?: boolean;
  /** Whether a vault that the browser has deleted is given up for a new one. Defaults to false: `storage_lost`. */
  forgetLost?: boolean;
  /** Whether {@link lockWhenLeft} locks it automatically. Defaults to true. */
  autoLock?: boolean;
}

/** The failures to list passkeys after which the vault of a user who is signed out, or offline, may be meant. */
const unreachable: readonly string[] = ['network', 'timed_out', 'unauthenticated'];

/**
 * Unlocks the vault of the signed-in user on this device, or creates one if they have none, which needs the network and a
 * session. While the user is signed out or offline, the passkey decides which vault opens. The vault locks automatically.
 * Needs a user gesture in WebKit.
 *
 * @throws {LatchError} `wrong_account` if another user than `userId` is signed in; what {@link createVault} and {@link unlockVault} throw; the errors of `passkeys`, such as
 *   `unauthenticated` and `network`.
 * @throws {TypeError} naming the option that is wrong.
 */
export async function openVault(options: OpenVaultOptions): Promise<Vault> {
  const { client = clientFor(), autoLock = true } = options;
  const vault = await openUnlocked({ ...options, client });
  if (autoLock) {
    try {
      lockWhenLeft(vault, { ...options, client });
    } catch (error) {
      vault.lock({ onlyHere: true });
      throw error;
    }
  }
  return vault;
}

async function openUnlocked({
  client,
  userId,
  ask,
  passkeys,
  pin,
  forgetLost = false,
  private: isPrivate = false,
}: OpenVaultOptions & { client: Client }): Promise<Vault> {
  if (typeof passkeys !== 'function') throw new TypeError('"passkeys" must be a function');
  if (forgetLost) await forgetLostVaults();
  const isSealed = (await listVaults()).length > 0;
  const { userId: present, status } = await findUser(client);
  // Only the backend decides; without its response, the passkey identifies the user.
  const userHandle = userId ?? (status === 'signed-in' ? present : undefined);
  if (status === 'signed-in') expectUser(userId, present);
  if (isSealed && (await listVaults(userId ?? present)).length > 0) return unlockVault({ ask, pin, userHandle });
  let list;
  try {
    list = await passkeys();
  } catch (error) {
    // Nothing can be created: the vault of another user may be what is meant, unless the backend knows this one.
    const isUnreachable = error instanceof LatchError && unreachable.includes(error.code);
    if (isSealed && status !== 'signed-in' && isUnreachable) return unlockVault({ ask, pin, userHandle });
    throw error;
  }
  // Some backends have another user handle for each passkey. What identifies the user is the session.
  const owner = status === 'signed-in' && present !== undefined ? present : list.userId;
  if (owner !== list.userId) expectUser(owner, (await findUser(client)).userId);
  expectUser(userId, owner);
  return createVault({ passkeys: list, userHandle: owner, ask, private: isPrivate });
}

/** @throws {LatchError} `wrong_account` if the page is `userId`'s, and another user is signed in. */
function expectUser(userId: string | undefined, present: string | undefined): void {
  if (userId !== undefined && present !== undefined && present !== userId)
    throw new LatchError('wrong_account', 'Another user is signed in than the one whose vault is to be opened.');
}

/** Whose vaults count. */
interface Presence {
  /** By the backend's word; `unknown` if it gives none. */
  readonly status: 'signed-in' | 'signed-out' | 'unknown';
  /** The `user.id` of who is signed in, or, while that is unknown, was last. */
  readonly userId?: string | undefined;
}

/** How long the backend may take to return the session, in ms. */
const lockTimeout = 1000;

/** Finds out who is signed in. Never rejects. */
export function findUser(client: Client): Promise<Presence> {
  return within(lockTimeout, () => readSession(client)).then(
    (state) => ({ status: state.status, userId: state.status === 'signed-in' ? state.user?.id : undefined }),
    () => ({ status: 'unknown', userId: lastSession(client)?.userId }),
  );
}
