import { subscribe, post } from '../base/storage/broadcast.js';

/**
 * Why a vault was locked: it was locked on purpose, here (`asked`) or in another tab (`other-tab`); no tab was touched
 * for too long (`idle`), or the clock was set back, so that this is unknown (`clock`); the page was `hidden` for too
 * long, `left`, or `frozen` by the browser; the user has signed out (`sign-out`), or another user is signed in
 * (`user-changed`); the key was replaced (`key-changed`); the browser has deleted the vault (`lost`), or something else
 * has changed it (`damaged`); its element was removed from the page (`removed`).
 */
export type LockReason =
  | (typeof sharedReasons)[number]
  | 'asked'
  | 'other-tab'
  | 'hidden'
  | 'left'
  | 'frozen'
  | 'key-changed'
  | 'lost'
  | 'damaged'
  | 'removed';

/** The reasons that hold in all tabs. */
const sharedReasons = ['idle', 'clock', 'sign-out', 'user-changed'] as const;

/**
 * The messages between tabs with an unlocked vault: that it must be locked, and why; that the user is active in one of
 * them; or that something was written.
 */
export interface TabMessage {
  type: (typeof types)[number];
  /** The name of the vault. */
  vault: string;
  reason?: LockReason;
}

const types = ['lock', 'active', 'changed'] as const;
const name = 'latchkey.vault';

/** Notifies the other tabs. */
export function notifyTabs(message: TabMessage): void {
  post(name, message);
}

/**
 * Listens to the other tabs until `signal` aborts. Any script of the origin can write there: the most that it can do is
 * lock, or keep unlocked what it could read anyway. `onMissed` is called when messages may have been missed.
 */
export function listenToTabs(
  listener: (message: TabMessage & { reason: LockReason }) => void,
  signal: AbortSignal,
  onMissed?: () => void,
): void {
  const read = (data: unknown) => {
    const { type, vault, reason } = (data ?? {}) as Partial<TabMessage>;
    const known = types.find((one) => one === type);
    if (known && typeof vault === 'string')
      listener({ type: known, vault, reason: sharedReasons.find((shared) => shared === reason) ?? 'other-tab' });
  };
  subscribe(name, read, signal, onMissed);
}
