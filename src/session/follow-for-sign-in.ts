import type { ReactiveControllerHost } from 'lit';
import type { BackendHost } from '../base/element/backend.js';
import { FollowedSession, type FollowedSessionOptions } from './followed-session.js';

import { retryLater } from '../messages/retry-later.js';

export type { FollowedSession, FollowedSessionKind } from './followed-session.js';

/** A tag for signing in. */
type SignInHost = ReactiveControllerHost & BackendHost & HTMLElement & { readonly isSigningIn: boolean };

/** Has a tag for signing in follow the session, and show one that has begun elsewhere by code that few visits need. */
export function followForSignIn(
  host: SignInHost,
  options: Pick<FollowedSessionOptions, 'startOver'> & Partial<FollowedSessionOptions>,
): FollowedSession {
  return new FollowedSession(host, {
    kind: () => 'part',
    isSigningIn: () => host.isSigningIn,
    onOther: loadNotice,
    ...options,
  });
}

/** Defines the notice; if it cannot be fetched, once that may work. */
function loadNotice(): void {
  import('./latch-session-notice.js').catch(() => retryLater(loadNotice));
}
