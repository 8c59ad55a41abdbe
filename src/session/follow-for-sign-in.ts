import type { ReactiveControllerHost } from 'lit';
import type { BackendHost } from '../base/element/backend.js';
import type { LatchSignInFailedEvent } from '../events.js';
import { FollowedSession, type FollowedSessionOptions } from './followed-session.js';
import { retryLater } from '../messages/retry-later.js';

export type { FollowedSession, FollowedSessionKind } from './followed-session.js';

/** A tag for signing in. */
type SignInHost = ReactiveControllerHost & BackendHost & HTMLElement & { readonly isSigningIn: boolean };

/** The errors after which the backend may have signed the user in all the same. */
const unanswered: unknown[] = ['network', 'timed_out', 'bad_response'];

/**
 * Has a tag for signing in follow the session, and show one that has begun elsewhere by code that few visits need: also
 * its own, if the answer that said so was lost.
 */
export function followForSignIn(
  host: SignInHost,
  options: Pick<FollowedSessionOptions, 'startOver'> & Partial<FollowedSessionOptions>,
): FollowedSession {
  const session = new FollowedSession(host, {
    kind: () => 'part',
    isSigningIn: () => host.isSigningIn,
    onOther: loadNotice,
    ...options,
  });
  // of the tag itself, and of the parts of a card
  for (const type of ['latch-sign-in-failed', 'latch-sign-up-failed'])
    host.addEventListener(type, (event) => {
      if (unanswered.includes((event as LatchSignInFailedEvent).detail.code)) void session.check();
    });
  return session;
}

/** Defines the notice; if it cannot be fetched, once that may work. */
function loadNotice(): void {
  import('./latch-session-notice.js').catch(() => retryLater(loadNotice));
}
