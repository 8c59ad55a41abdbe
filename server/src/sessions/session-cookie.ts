import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { longestSession } from '../config/lifetimes.js';
import { hashesFor } from '../crypto/derived-keys.js';
import { createToken, isToken, type Secrets } from '../crypto/secrets.js';
import { cookieAttributes } from '../http/cookie-attributes.js';
import type { RequestContext } from '../http/request-context.js';

const cookieName = '__Host-sid';

/** The cookie that names a session. It holds 32 random bytes; the store knows only their keyed hash. */
export interface SessionCookie {
  /** The id of the session that the request's cookie names, which may be over. */
  readId(context: RequestContext): string | undefined;
  /** The id of a new session, and what sets its cookie once it is saved. */
  create(): { id: string; set: (context: RequestContext) => void };
  expire(context: RequestContext): void;
}

/** Creates the cookie. `secrets` key its hash; it names the one that it was made with. */
export function createSessionCookie(secrets: Secrets): SessionCookie {
  const idOf = hashesFor(secrets, 'latchkey session id v1');
  return {
    readId(context) {
      const token = getCookie(context, cookieName);
      return isToken(token) ? idOf(token) : undefined;
    },
    create() {
      const token = createToken(secrets);
      return {
        id: idOf(token),
        set(context) {
          setCookie(context, cookieName, token, { ...cookieAttributes, maxAge: longestSession / 1000 });
          context.header('Cache-Control', 'no-store');
        },
      };
    },
    expire(context) {
      deleteCookie(context, cookieName, cookieAttributes);
    },
  };
}
