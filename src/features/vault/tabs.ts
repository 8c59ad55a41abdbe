import { hear, post } from '../../core/broadcast.js';

/**
 * Why a vault was locked. Somebody has locked it here (`asked`), or in another tab (`other-tab`); nobody was there
 * (`idle`), or may have been there for longer than the clock says, which was set back (`clock`); the
 * page was `hidden` for too long, `left`, or `frozen` by the browser; somebody has signed out (`sign-out`), or is
 * signed in whose vault it is not (`user-changed`); the key is another one by now (`key-changed`);
 * the browser has deleted the vault (`lost`), or something else has changed it (`damaged`); the element that had it was
 * taken out of the page (`removed`).
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
 * What tabs that have a vault unlocked tell each other: that it is to be locked, and why, or that somebody is at work
 * in one of them.
 */
export interface TabMessage {
  type: 'lock' | 'active';
  /** The name of the vault. */
  vault: string;
  reason?: LockReason;
}

const name = 'latchkey.vault';

/** Tells the other tabs. */
export function tellTabs(message: TabMessage): void {
  post(name, message);
}

/**
 * Listens to the other tabs until `signal` aborts. Any script of the origin can write there: the most that it can do is
 * lock, or keep unlocked what it could read anyway.
 */
export function hearTabs(listener: (message: TabMessage & { reason: LockReason }) => void, signal: AbortSignal): void {
  const read = (data: unknown) => {
    const { type, vault, reason } = (data ?? {}) as Partial<TabMessage>;
    if ((type === 'lock' || type === 'active') && typeof vault === 'string')
      listener({ type, vault, reason: sharedReasons.find((shared) => shared === reason) ?? 'other-tab' });
  };
  hear(name, read, signal);
}
