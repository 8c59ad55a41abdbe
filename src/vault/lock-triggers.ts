import { watchPage } from '../base/browser/page.js';
import { Backoff } from '../base/browser/retry.js';
import type { Client } from '../base/client/client.js';
import { listen } from '../base/storage/channel.js';
import { readSession, type SignedInState } from '../session/session.js';
import { listenToTabs, notifyTabs } from './tabs.js';
import type { Vault } from './vault.js';

/** The vault is about to lock, because no tab of the app was touched for a while. */
export interface LockWarning {
  /** How much time is left, in ms: at least 20 seconds, or half of `idleAfter` if that is less. */
  left: number;
  /** Aborts when the warning no longer holds: half a second after a touch, or when the vault is locked. */
  over: AbortSignal;
}

/** When a vault is locked automatically. */
export interface LockWhenLeftOptions {
  /** How long all tabs of the app may go without a touch, in ms. Defaults to five minutes. */
  idleAfter?: number;
  /** How long a tab may be hidden, in ms. Defaults to thirty seconds. */
  hiddenAfter?: number;
  /**
   * The backend. The vault is locked once another user is signed in, by `user.id` of `GET /session`. It is also locked
   * five seconds after another session was found, or reported by another tab, if its user is still unknown.
   */
  client?: Client;
  /**
   * Is called before the vault is locked because of `idleAfter`, so that the page can warn the user. Any touch keeps the
   * vault unlocked, a click on a button of the warning included. The other reasons to lock come without a warning.
   */
  onWarning?(warning: LockWarning): void;
}

/** The events that count as a touch. Assistive technology uses buttons and fields without pointer or keyboard. */
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'click', 'input'];
/** How often touches are reported to the other tabs, and the clocks are checked, in ms. */
const every = 1000;
/** How long before an idle lock the warning comes, in ms: https://www.w3.org/TR/WCAG22/#timing-adjustable. */
const warnedBefore = 20_000;
/**
 * How long a warning stays after a touch, in ms. What shows it may be what was tapped: if it went at once, the click
 * would hit what is below.
 */
const tap = 500;

/**
 * Locks a vault when the user seems to have left. In all tabs: after a time without a touch in any tab, and when the
 * user has signed out or another user is signed in. Only in its own tab: when the tab was hidden for a time, is left,
 * or frozen. A clock that was changed, and a machine that slept, are noticed: two clocks must agree that there is time
 * left. Warns before it locks after a time without a touch. Ends with the vault.
 *
 * @throws {TypeError} if one of the times is not a positive number.
 */
export function lockWhenLeft(
  vault: Vault,
  { idleAfter = 300_000, hiddenAfter = 30_000, client, onWarning }: LockWhenLeftOptions = {},
): void {
  for (const [name, ms] of Object.entries({ idleAfter, hiddenAfter }))
    if (!(typeof ms === 'number' && ms > 0))
      throw new TypeError(`"${name}" must be a number of milliseconds greater than 0`);
  const signal = vault.locked;
  if (signal.aborted) return;
  const idle = countdown(idleAfter);
  const hidden = countdown(hiddenAfter);
  const interval = Math.min(every, idleAfter, hiddenAfter);
  const left = Math.min(warnedBefore, idleAfter / 2);
  let toldAt = -Infinity;
  let warning: AbortController | undefined;

  const look = () => {
    const reason = idle.end();
    if (reason) vault.lock({ reason });
    else if (document.visibilityState === 'hidden' && hidden.end()) vault.lock({ onlyHere: true, reason: 'hidden' });
    // One interval earlier, because a touch that comes between two looks may already be too late.
    else if (!warning && idle.left() <= left + interval) {
      warning = new AbortController();
      onWarning?.({ left, over: AbortSignal.any([warning.signal, signal]) });
    }
  };
  const stay = () => {
    idle.restart();
    const given = warning;
    warning = undefined;
    if (given) setTimeout(() => given.abort(), tap);
  };
  const touch = () => {
    // A machine that wakes up is touched before any timer runs.
    look();
    stay();
    const now = performance.now();
    if (signal.aborted || now - toldAt < every) return;
    toldAt = now;
    notifyTabs({ type: 'active', vault: vault.id });
  };

  const timer = setInterval(look, interval);
  signal.addEventListener('abort', () => clearInterval(timer));
  for (const type of touches) document.addEventListener(type, touch, { signal, passive: true, capture: true });
  document.addEventListener(
    'visibilitychange',
    () => {
      look();
      hidden.restart();
    },
    { signal },
  );
  globalThis.addEventListener('pagehide', () => vault.lock({ onlyHere: true, reason: 'left' }), { signal });
  document.addEventListener('freeze', () => vault.lock({ onlyHere: true, reason: 'frozen' }), { signal });
  listenToTabs(({ type, vault: name }) => {
    if (type === 'active' && name === vault.id && !idle.end()) stay();
  }, signal);
  // The message may be wrong, but an unnecessary lock costs the user only one touch.
  listen(({ type }) => type === 'signed-out' && vault.lock({ reason: 'sign-out' }), signal);
  if (client) lockForOthers(vault, client);
}

/** How far the system clock may be set back by ordinary corrections, in ms. */
const correction = 1000;

/**
 * Counts down by the system clock, which continues while a machine sleeps, and by the page's own clock, which cannot be
 * set.
 */
function countdown(ms: number): { restart(): void; left(): number; end(): 'idle' | 'clock' | undefined } {
  let wall = 0;
  let own = 0;
  const restart = () => {
    wall = Date.now();
    own = performance.now();
  };
  restart();
  const left = () => ms - Math.max(Date.now() - wall, performance.now() - own);
  return {
    restart,
    left,
    end() {
      if (Date.now() - wall < -correction) return 'clock';
      return left() <= 0 ? 'idle' : undefined;
    },
  };
}

/** How long another session than the one that the vault was unlocked in may go without a known user, in ms. */
const unknownUserTimeout = 5000;
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
function lockForOthers(vault: Vault, client: Client): void {
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
    suspicion ??= setTimeout(lock, unknownUserTimeout);
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
