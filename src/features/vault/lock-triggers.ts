import { listen } from '../../core/channel.js';
import type { Client } from '../../core/client.js';
import { lockForOthers } from './lock-for-others.js';
import { hearTabs, tellTabs } from './tabs.js';
import type { Vault } from './vault.js';

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
}

/** What says that somebody is there. */
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];
/** How often touches are told to the other tabs, and the clocks are looked at, in ms. */
const every = 1000;

/**
 * Locks a vault as soon as the person seems to have gone: when nobody has touched any tab of the app for a while, and
 * when somebody has signed out, or is signed in whose vault it is not, in all tabs; when a tab
 * was hidden for a while, is left, or frozen, in that tab. A clock that was set, and a machine that slept, are noticed:
 * two clocks have to agree that there is time left. Ends with the vault.
 *
 * @throws {TypeError} if one of the times is none.
 */
export function lockWhenLeft(
  vault: Vault,
  { idleAfter = 300_000, hiddenAfter = 30_000, client }: LockWhenLeftOptions = {},
): void {
  for (const [name, ms] of Object.entries({ idleAfter, hiddenAfter }))
    if (!(typeof ms === 'number' && ms > 0))
      throw new TypeError(`"${name}" must be a number of milliseconds greater than 0`);
  const signal = vault.locked;
  if (signal.aborted) return;
  const idle = countdown(idleAfter);
  const hidden = countdown(hiddenAfter);
  let toldAt = -Infinity;

  const look = () => {
    const reason = idle.end();
    if (reason) vault.lock({ reason });
    else if (document.visibilityState === 'hidden' && hidden.end()) vault.lock({ onlyHere: true, reason: 'hidden' });
  };
  const touch = () => {
    // A machine that wakes up is touched before any timer runs.
    look();
    idle.restart();
    const now = performance.now();
    if (signal.aborted || now - toldAt < every) return;
    toldAt = now;
    tellTabs({ type: 'active', vault: vault.id });
  };

  const timer = setInterval(look, Math.min(every, idleAfter, hiddenAfter));
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
    if (type === 'active' && name === vault.id && !idle.end()) idle.restart();
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
function countdown(ms: number): { restart(): void; end(): 'idle' | 'clock' | undefined } {
  let wall = 0;
  let own = 0;
  const restart = () => {
    wall = Date.now();
    own = performance.now();
  };
  restart();
  return {
    restart,
    end() {
      const passed = Date.now() - wall;
      if (passed < -correction) return 'clock';
      return passed >= ms || performance.now() - own >= ms ? 'idle' : undefined;
    },
  };
}
