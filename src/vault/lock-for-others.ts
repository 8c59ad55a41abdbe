import { listen } from '../base/storage/channel.js';
import type { Client } from '../base/client/client.js';
import { watchPage } from '../base/browser/page.js';
import { Backoff } from '../base/browser/retry.js';
import { readSession, type SignedInState } from '../session/session.js';
import type { Vault } from './vault.js';

/** How long another session than the one that the vault was unlocked in may go without a known user, in ms. */
const longestUnknown = 5000;
/** The first pause before an unanswered question is asked again, and the longest, in ms. */
const shortestPause = 1000;
const longestPause = 60_000;

/**
 * Locks `vault` when another user than its owner is signed in, by `user.id` of `GET /session`. Requests the session
 * now, when another tab reports a sign-in or sign-out, and when the page is shown or online again; a failed request is
 * retried.
 *
 * While the user of a session is unknown, a vault that was unlocked in another session is locked after five seconds.
 * Without any sign of another session it stays unlocked, however long the backend is out of reach.
 */
export function lockForOthers(vault: Vault, client: Client): void {
  const signal = vault.locked;
  const lock = () => vault.lock({ reason: 'user-changed' });
  /** The session that the vault was unlocked in; undefined until the first answer, and null without a session. */
  let unlockedIn: string | null | undefined;
  let asked = 0;
  let isAsking = false;
  const backoff = new Backoff(shortestPause, longestPause);
  let retry: ReturnType<typeof setTimeout> | undefined;
  let suspicion: ReturnType<typeof setTimeout> | undefined;

  const suspect = () => {
    suspicion ??= setTimeout(lock, longestUnknown);
  };
  const clear = () => {
    clearTimeout(suspicion);
    suspicion = undefined;
  };
  const ask = async () => {
    const mine = ++asked;
    const isOver = () => mine !== asked || signal.aborted;
    isAsking = true;
    clearTimeout(retry);
    try {
      const state = await readSession(client, signal);
      const session = state.status === 'signed-in' ? describe(state) : null;
      const owner = state.status === 'signed-in' && state.user?.id;
      const isOwner = typeof owner === 'string' && (await vault.belongsTo(owner));
      if (isOver()) return;
      backoff.reset();
      isAsking = false;
      if (unlockedIn === undefined) unlockedIn = session;
      if (typeof owner === 'string' && !isOwner) lock();
      else if (isOwner || session === null || session === unlockedIn) clear();
      else suspect();
    } catch {
      if (isOver()) return;
      isAsking = false;
      // A session that is found later need not be the one that the vault was unlocked in.
      if (unlockedIn === undefined) unlockedIn = null;
      retry = setTimeout(() => void ask(), backoff.next());
    }
  };
  const askAtOnce = () => {
    backoff.reset();
    void ask();
  };

  signal.addEventListener('abort', () => {
    clearTimeout(retry);
    clear();
  });
  listen(({ type }) => {
    if (type === 'signed-in') suspect();
    askAtOnce();
  }, signal);
  watchPage((event) => {
    // A page that becomes visible mostly gets the focus too: one question serves both.
    if (event !== 'left' && !(event === 'visible' && isAsking)) askAtOnce();
  }, signal);
  void ask();
}

/** What differs between two sessions, as far as a backend that sends no `user.id` says. */
const describe = ({ user, authMethod, authTime }: SignedInState): string =>
  JSON.stringify([user?.name, authMethod, authTime]);
