import { countUnsent, pageId, wipeLocalData, type Remains, type Unsent } from './local-data.js';
import { broadcast } from '../base/storage/channel.js';
import type { Client } from '../base/client/client.js';
import { endSignIns } from '../base/client/sign-ins.js';
import type { LogoutAnswer } from '../base/contract/types.js';
import { within } from '../base/client/deadline.js';
import { restoreStored } from '../base/storage/stored.js';
import {
  endOwnSession,
  signOutLock,
  finishSignOut,
  noteSigningOut,
  noteSignOut,
  type UnfinishedSignOut,
} from './state.js';
import { abortError, LatchError, unlessAborted } from '../base/client/errors.js';
import { lastSession, type KnownSession } from '../base/storage/known-session.js';
import { readSession } from '../session/session.js';
import { isWebAddress } from '../base/client/web-address.js';
import { preventSilentAccess } from '../base/browser/silent-access.js';
import { takeLock } from '../base/storage/locks/take-lock.js';

/** What the user would lose by a sign-out. */
export interface Loss extends Unsent {
  /** Whether all data of the site goes from this device, and not only what belongs to them. */
  readonly everything: boolean;
}

/** Where the session ends, and what ends with it. */
export interface SignOutOptions {
  client: Client;
  /** Makes the backend's response remove everything that the site has stored on this device. Defaults to false. */
  everything?: boolean;
  /**
   * Ends the session of the installed app too, which WebKit keeps apart from the browser's. Defaults to false: the app
   * stays signed in.
   */
  installedApp?: boolean;
  /**
   * Asks the user to confirm. Called if unsynced changes would be lost, or may be, or with `everything`, and again if
   * there are more changes meanwhile.
   */
  confirm?(loss: Loss): Promise<boolean>;
  /** Called when the user has no more decisions to make. */
  onBegin?(): void;
  /** Ends it as long as nothing has been deleted. From then on a sign-out goes to its end. */
  signal?: AbortSignal;
}

/** The user is signed out on this device. */
export interface SignedOut {
  /**
   * Whether the backend has ended the session. If not, {@link readSession} still reports `signed-out`, and the request
   * is retried until it succeeds.
   */
  readonly confirmed: boolean;
  /** The page of the provider that ends the session there too, if the backend wants that: open it last. */
  readonly providerLogout?: string | undefined;
  /** What could not be deleted here; mostly nothing. */
  readonly remains: readonly Remains[];
  /** The installed app has a session of its own and stays signed in, as the backend says. */
  readonly installedApp?: true;
}

/** How long what only improves a sign-out may take, in ms. */
const stepTimeout = 3000;

/**
 * Signs the user out completely, offline too. Ends the pending sign-ins of the page with `superseded`. Counts the
 * unsynced changes and asks for confirmation, notes the sign-out so that it survives the page and the browser, deletes
 * what {@link registerLocalData}, makes the browser prompt before it returns a saved password again, notifies the other
 * tabs and the browser's login status, and ends the session at the backend. If one step fails, the others still happen.
 *
 * @throws {LatchError} `cancelled` if the user declines, or if unsynced changes would be lost and there is no
 *   `confirm`; what cannot be counted ends no sign-out without a `confirm`; `aborted`, or the signal's reason if that is a LatchError. Nothing has happened then.
 * @see {@link https://www.w3.org/TR/credential-management-1/#dom-credentialscontainer-preventsilentaccess Credential
 *   Management, preventSilentAccess}
 * @see {@link https://www.w3.org/TR/clear-site-data/ Clear Site Data}
 */
export async function signOut({
  client,
  everything = false,
  installedApp = false,
  confirm,
  onBegin,
  signal,
}: SignOutOptions): Promise<SignedOut> {
  const session = await unlessAborted(signal, async () => {
    await restoreStored();
    if (!lastSession(client)) await attempt(() => readSession(client));
    return confirmLoss(client, everything, confirm);
  });
  if (signal?.aborted) throw abortError(signal);
  onBegin?.();
  const ending = signOutHere(client, { at: Date.now(), ...session, everything, installedApp });
  noteSigningOut(ending);
  return ending;
}

async function signOutHere(client: Client, signOut: UnfinishedSignOut): Promise<SignedOut> {
  endSignIns('The user has signed out.');
  // First of all: even if the page is closed or killed from here on, the user is signed out.
  await noteSignOut(client, signOut);
  const remains = await wipeLocalData(client, signOut.userId);
  const ending = notifyBackend(client, signOut);
  const aside = Promise.all([
    attempt(preventSilentAccess),
    // Other tabs offer to sign in at once, for which the session had better be gone. A slow backend does not keep them
    // from forgetting the user.
    attempt(() => ending).then(() =>
      attempt(() => broadcast({ type: 'signed-out', from: pageId(), userId: signOut.userId })),
    ),
    attempt(() =>
      (navigator as { login?: { setStatus(status: string): Promise<void> } }).login?.setStatus('logged-out'),
    ),
  ]);
  const answer = await ending;
  await aside;
  const providerLogout: unknown = answer?.providerLogout;
  const isPage = typeof providerLogout === 'string' && isWebAddress(providerLogout);
  return {
    confirmed: answer !== undefined,
    remains,
    ...(answer?.installedApp && { installedApp: true }),
    ...(isPage && { providerLogout }),
  };
}

/** Resolves with the backend's response; undefined if it has not confirmed the sign-out. */
async function notifyBackend(client: Client, signOut: UnfinishedSignOut): Promise<LogoutAnswer | undefined> {
  const giveBack = await takeLock(signOutLock);
  try {
    return await endOwnSession(client, signOut);
  } catch {
    // Another tab may have compared the note with an older answer.
    await noteSignOut(client, signOut);
    void finishSignOut(client);
    return undefined;
  } finally {
    giveBack?.();
  }
}

/**
 * Asks until the user has accepted the current number of lost changes, of the user whose session ends.
 *
 * @returns that session, as far as it is known.
 */
async function confirmLoss(
  client: Client,
  everything: boolean,
  confirm: SignOutOptions['confirm'],
): Promise<KnownSession | undefined> {
  const nothing: Unsent = { unsent: 0, uncounted: !confirm };
  let accepted: Unsent = { ...nothing, unsent: everything && confirm ? -1 : 0 };
  for (;;) {
    const session = lastSession(client);
    const found = await countUnsent(client, session?.userId);
    if (found.unsent <= accepted.unsent && (accepted.uncounted || !found.uncounted)) return session;
    if (!(await confirm?.({ ...found, everything })))
      throw new LatchError('cancelled', `${found.unsent} changes are not synced.`);
    // Another user may have signed in, past all pages of this device or meanwhile: it is their session that ends.
    await attempt(() => readSession(client));
    const isSame = lastSession(client)?.userId === session?.userId;
    accepted = isSame ? { ...found, uncounted: accepted.uncounted || found.uncounted } : nothing;
  }
}

/** Does what may fail, or never come to an end, without harm to the rest. */
async function attempt(work: () => unknown): Promise<void> {
  try {
    await within(stepTimeout, work);
  } catch {
    // A browser that lacks it, or an extension that has replaced it.
  }
}
