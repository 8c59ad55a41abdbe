import { challengeLifetime, inFlightAtMost } from '../config/lifetimes.js';
import { randomText } from '../crypto/random-text.js';
import type { Secrets } from '../crypto/secrets.js';
import type { Log } from '../log.js';
import { pathOf } from '../http/contract.js';
import type { RequestContext } from '../http/request-context.js';
import type { Session } from '../store/records.js';
import type { Store } from '../store/store.js';
import { createBoundCookie, type BoundCookie } from './bound-cookie.js';
import { offeredAlgorithms } from './binding-proof.js';

/** Which sessions belong to one device, by a key that only its browser has. */
export interface Bindings {
  cookie: BoundCookie;
  /**
   * Invites the browser to bind the session that the answer begins or renews, unless it is bound already. A browser
   * that does not know the header does nothing, and a sign-in does not fail for this.
   */
  offer(context: RequestContext, sessionId: string): Promise<void>;
  /**
   * Whether the session may be used by this request: it is not bound, was not until a moment ago, or the request brings
   * the cookie that its device has.
   */
  allow(context: RequestContext, session: Session): boolean;
}

/** Creates the bindings over a store. Browsers bind below `basePath` of the origin. */
export function createBindings(store: Store, secrets: Secrets, now: () => number, log: Log, basePath = ''): Bindings {
  const cookie = createBoundCookie(secrets, now);
  return {
    cookie,

    async offer(context, sessionId) {
      const time = now();
      // The browser sends no cookie with its answer when it came here from another site, so the challenge names the
      // session, by the hash that opens nothing.
      const challenge = `${sessionId}.${randomText()}`;
      const expires = time + challengeLifetime;
      try {
        const session = await store.findSession(sessionId, time);
        if (!session || session.binding) return;
        if (
          !(await store.addChallenge({ sessionId, challenge, purpose: 'bind', expires }, time, { keepUntil: expires }))
        )
          return;
      } catch (error) {
        log({ level: 'warn', event: 'binding-not-offered', reason: String(error) });
        return;
      }
      context.header(
        'Secure-Session-Registration',
        `${offeredAlgorithms};path="${basePath}${pathOf('bindSession')}";challenge="${challenge}"`,
      );
    },

    allow: (context, { publicId, binding }) =>
      binding === null || Math.abs(now() - binding.since) < inFlightAtMost || cookie.isIn(context, publicId),
  };
}
