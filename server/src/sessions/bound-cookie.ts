import { boundCookieLifetime, inFlightAtMost } from '../config/lifetimes.js';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { signaturesFor } from '../crypto/derived-keys.js';
import type { Secrets } from '../crypto/secrets.js';
import { cookieAttributes } from '../http/cookie-attributes.js';
import type { RequestContext } from '../http/request-context.js';

/** The cookie that goes with the one of a bound session, and that only the browser with the key gets renewed. */
export const boundCookieName = '__Host-bound';
/** Its attributes as they are sent to browsers, which identify the cookie. */
export const boundCookieAttributes = 'Path=/; HttpOnly; Secure; SameSite=Lax';

/**
 * Sets and reads the cookie. It holds when it is over and a keyed hash over that and the session, so that nothing has
 * to be written down when it is renewed.
 */
export interface BoundCookie {
  /** Sets one for the session with this public id, for 10 minutes. */
  set(context: RequestContext, publicId: string): void;
  /** Whether the request brings one of the session that is not over. */
  isIn(context: RequestContext, publicId: string): boolean;
  /** Has the browser forget the one that the request brings. */
  expire(context: RequestContext): void;
}

/** Creates the cookie. `secrets` key the hash. */
export function createBoundCookie(secrets: Secrets, now: () => number): BoundCookie {
  const { sign, isSigned } = signaturesFor(secrets, 'latchkey companion cookie v1');
  return {
    set(context, publicId) {
      const end = (now() + boundCookieLifetime + inFlightAtMost).toString(36);
      setCookie(context, boundCookieName, `${end}.${sign(`${end}.${publicId}`)}`, {
        ...cookieAttributes,
        maxAge: boundCookieLifetime / 1000,
      });
    },

    isIn(context, publicId) {
      const value = getCookie(context, boundCookieName);
      const [, end, mac] = /^([0-9a-z]{1,10})\.([\w-]{43})$/.exec(value ?? '') ?? [];
      if (end === undefined || Number.parseInt(end, 36) <= now()) return false;
      return isSigned(`${end}.${publicId}`, mac!);
    },

    expire(context) {
      if (getCookie(context, boundCookieName) !== undefined) deleteCookie(context, boundCookieName, cookieAttributes);
    },
  };
}
