import { listen } from '../../core/channel.js';
import type { Client } from '../../core/client.js';
import { lockForOthers } from './lock-for-others.js';
import { hearTabs, tellTabs } from './tabs.js';
import type { Vault } from './vault.js';

/** The vault is going to be locked, because no tab of the app was touched for a while. */
export interface LockWarning {
  /** How much time is left, in ms: at least 20 seconds, or half of `idleAfter` if that is less. */
  left: number;
  /** Aborts when the warning no longer holds: half a second after a touch, or when the vault is locked. */
  over: AbortSignal;
}

/** When a vault is locked by itself. */
export interface LockWhenLeftOptions {
  /** How long nobody may touch any tab of the app, in ms. Defaults to five minutes. */
  idleAfter?: number;
  /** How long a tab may be hidden, in ms. Defaults to thirty seconds. */
  hiddenAfter?: number;
  /**
   * Where the person signs in. The vault is locked once another person is signed in, by `user.id` of `GET /session`;
   * and five seconds after another session was found, or another tab told of one, whose person is unknown.
   */
  client?: Client;
  /**
   * Is called before the vault is locked because of `idleAfter`, so that the page can warn the user. Any touch keeps the
   * vault unlocked, a click on a button of the warning included. The other reasons to lock come without a warning.
   */
  onWarning?(warning: LockWarning): void;
}

/**
 * What says that somebody is there. Assistive technology activates buttons and fills in fields without pointer or
 * keyboard.
 */
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'click', 'input'];
/** How often touches are told to the other tabs, and the clocks are looked at, in ms. */
const every = 1000;
/** How long before an idle lock the warning comes, in ms: https://www.w3.org/TR/WCAG22/#timing-adjustable. */
const warnedBefore = 20_000;
/**
 * How long a warning stays after a touch, in ms. What shows it may be what was tapped: if it went at once, the click
 * would hit what is below.
 */
const tap = 500;

/**
 * Locks a vault as soon as the person seems to have gone: when nobody has touched any tab of the app for a while, and
 * when somebody has signed out, or is signed in whose vault it is not, in all tabs; when a tab
 * was hidden for a while, is left, or frozen, in that tab. A clock that was set, and a machine that slept, are noticed:
 * two clocks have to agree that there is time left. Before it locks because nobody has touched the app, it warns. Ends
 * with the vault.
 *
 * @throws {TypeError} if one of the times is none.
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
    tellTabs({ type: 'active', vault: vault.id });
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
  hearTabs(({ type, vault: name }) => {
    if (type === 'active' && name === vault.id && !idle.end()) stay();
  }, signal);
  // Whoever says so may be wrong; locking for nothing costs the person one touch.
  listen(({ type }) => type === 'signed-out' && vault.lock({ reason: 'sign-out' }), signal);
  if (client) lockForOthers(vault, client);
}

/** How far the clock on the wall may be set back while it is kept right, in ms. */
const correction = 1000;

/**
 * Counts down by the clock on the wall, which goes on while a machine sleeps, and by the page's own, which nobody can
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
