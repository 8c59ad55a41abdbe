import { FollowedSession, type FollowedSessionHost, type FollowedSessionKind } from './followed-session.js';

export type { FollowedSession, FollowedSessionHost, FollowedSessionKind } from './followed-session.js';

/** Has a tag for signing in follow the session, and show one that has begun elsewhere by code that few visits need. */
export function followForSignIn(
  host: FollowedSessionHost,
  kind: () => FollowedSessionKind = () => 'part',
): FollowedSession {
  return new FollowedSession(host, kind, () => void import('./latch-session-notice.js').catch(reportError));
}
