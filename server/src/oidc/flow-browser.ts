import { flowStepLifetime } from '../config/lifetimes.js';
import { getCookie, setCookie } from 'hono/cookie';
import { hashesFor } from '../crypto/derived-keys.js';
import { createToken, isToken, type Secrets } from '../crypto/secrets.js';
import { cookieAttributes } from '../http/cookie-attributes.js';
import type { RequestContext } from '../http/request-context.js';

const cookieName = '__Host-flow';

/** How a browser is known from here on. */
export interface BrowserMark {
  /** What the database knows it by. */
  hash: string;
  /** Sets the cookie for the next 10 minutes, once everything has been saved that belongs to it. */
  keep(): void;
}

/**
 * Knows the browser in which a flow began by a cookie of 32 random bytes. The database knows it by a keyed hash only.
 */
export interface FlowBrowser {
  /** The hash of the browser's cookie, if it has one. */
  read(context: RequestContext): string | undefined;
  /** Marks the browser. Flows that run side by side share the cookie. */
  mark(context: RequestContext): BrowserMark;
}

/** Creates the functions that recognize browsers. `secrets` key the hash. */
export function createFlowBrowser(secrets: Secrets): FlowBrowser {
  const hash = hashesFor(secrets, 'latchkey flow browser v1');
  const readCookie = (context: RequestContext): string | undefined => {
    const value = getCookie(context, cookieName);
    return isToken(value) ? value : undefined;
  };

  return {
    read(context) {
      const cookie = readCookie(context);
      return cookie === undefined ? undefined : hash(cookie);
    },

    mark(context) {
      const cookie = readCookie(context) ?? createToken(secrets);
      return {
        hash: hash(cookie),
        keep: () => setCookie(context, cookieName, cookie, { ...cookieAttributes, maxAge: flowStepLifetime / 1000 }),
      };
    },
  };
}
