import { countUnsent, pageId, wipeBelongings, type Remains } from '../../core/belongings.js';
import { tell } from '../../core/channel.js';
import type { Client } from '../../core/client.js';
import { within } from '../../core/deadline.js';
import { restoreKept } from '../../core/durable.js';
import { endSession, signOutLock } from '../../core/end-session.js';
import { abortError, LatchError, unlessAborted } from '../../core/errors.js';
import { finishSignOut } from '../../core/finish-sign-out.js';
import { lastSession } from '../../core/known-session.js';
import { holdWatchers, readSession } from '../../core/session.js';
import { preventSilentAccess } from '../../core/silent-access.js';
import { takeLock } from '../../core/locks/take-lock.js';
import { noteSignOut, type UnfinishedSignOut } from '../../core/unfinished-sign-out.js';

/** What a sign-out would cost the person. */
export interface Loss {
  /** How many writes of theirs the server has not got yet. */
  readonly unsent: number;
  /** Whether all data of the site goes from this device, and not only what belongs to them. */
  readonly everything: boolean;
}

/** Where the session ends, and what ends with it. */
export interface SignOutOptions {
  client: Client;
  /** Has the backend's answer remove everything that the site has stored on this device. Defaults to false. */
  everything?: boolean;
  /**
   * Asks the person whether they accept the loss. Called when writes would be lost or `everything` is to go, again if
   * more writes have come up meanwhile.
   */
  confirm?(loss: Loss): Promise<boolean>;
  /** Called when the person has nothing more to decide. */
  onBegin?(): void;
  /** Ends it as long as nothing has been deleted. From then on a sign-out goes to its end. */
  signal?: AbortSignal;
}

/** The person is signed out on this device. */
export interface SignedOut {
  /**
   * Whether the backend has ended the session. If not, {@link readSession} says all the same that nobody is signed in,
   * and the request is made again until it gets through.
   */
  readonly confirmed: boolean;
  /** What could not be deleted here; mostly nothing. */
  readonly remains: readonly Remains[];
}

/** How long what only improves a sign-out may take, in ms. */
const patience = 3000;

/**
 * Signs the person out completely, offline too: counts the writes that would be lost and has them confirmed, notes the
 * sign-out so that it survives the page and the browser, deletes what {@link belongsToPerson}, has the browser ask before
 * it hands out a saved password again, tells the other tabs and the browser's login status, and ends the session at the
 * backend. Whatever fails on the way, the rest still happens.
 *
 * @throws {LatchError} `cancelled` if the person would rather not, or if writes would be lost and there is no
 *   `confirm`; `aborted`, or the signal's reason if that is a LatchError. Nothing has happened then.
 * @see
 *   {@link https://www.w3.org/TR/credential-management-1/#dom-credentialscontainer-preventsilentaccess Credential Management, preventSilentAccess}
 * @see {@link https://www.w3.org/TR/clear-site-data/ Clear Site Data}
 */
export async function signOut({
  client,
  everything = false,
  confirm,
  onBegin,
  signal,
}: SignOutOptions): Promise<SignedOut> {
  await unlessAborted(signal, async () => {
    await restoreKept();
    if (!lastSession(client)) await attempt(() => readSession(client));
    await confirmLoss(client, everything, confirm);
  });
  if (signal?.aborted) throw abortError(signal);
  onBegin?.();
  const ending = signOutHere(client, everything);
  holdWatchers(ending);
  return ending;
}

async function signOutHere(client: Client, everything: boolean): Promise<SignedOut> {
  const signOut = { at: Date.now(), ...lastSession(client), everything };
  // First of all: a page that is closed, or killed, from here on is one of a person who has signed out.
  await noteSignOut(client, signOut);
  const remains = await wipeBelongings(client);
  const ending = tellBackend(client, signOut);
  const aside = Promise.all([
    attempt(preventSilentAccess),
    // Other tabs offer to sign in at once, for which the session had better be gone. A slow backend does not keep them
    // from forgetting the person.
    attempt(() => ending).then(() => attempt(() => tell({ type: 'signed-out', from: pageId() }))),
    attempt(() =>
      (navigator as { login?: { setStatus(status: string): Promise<void> } }).login?.setStatus('logged-out'),
    ),
  ]);
  const confirmed = await ending;
  await aside;
  return { confirmed, remains };
}

async function tellBackend(client: Client, signOut: UnfinishedSignOut): Promise<boolean> {
  const giveBack = await takeLock(signOutLock);
  try {
    await endSession(client, signOut);
    return true;
  } catch {
    // Another tab may have compared the note with an older answer.
    await noteSignOut(client, signOut);
    void finishSignOut(client);
    return false;
  } finally {
    giveBack?.();
  }
}

/** Asks until the person has accepted as many lost writes as there are by then. */
async function confirmLoss(client: Client, everything: boolean, confirm: SignOutOptions['confirm']): Promise<void> {
  let accepted = everything && confirm ? -1 : 0;
  for (let unsent = await countUnsent(client); unsent > accepted; unsent = await countUnsent(client)) {
    if (!(await confirm?.({ unsent, everything })))
      throw new LatchError('cancelled', `${unsent} writes have not been sent.`);
    accepted = unsent;
  }
}

/** Does what may fail, or never come to an end, without harm to the rest. */
async function attempt(work: () => unknown): Promise<void> {
  try {
    await within(patience, work);
  } catch {
    // A browser that lacks it, or an extension that has replaced it.
  }
}
