import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Who is signed in at the provider, browser by browser. Several people may be, as a family may share a computer. */
export interface SignIns {
  /** Who is signed in in the browser, each with when that was (epoch milliseconds). */
  read(request: IncomingMessage): ReadonlyMap<string, number>;
  /** Also signs the user in, and reports the login status to the browser. */
  add(request: IncomingMessage, response: ServerResponse, sub: string): void;
  /** Signs all users out, and reports the login status to the browser. */
  end(request: IncomingMessage, response: ServerResponse): void;
}

const cookieName = '__Host-people';
/** The browser sends the cookie along when it asks on behalf of another site's page, which is what FedCM is for. */
const cookieAttributes = 'Path=/; Secure; HttpOnly; SameSite=None';
/** The cookie of the OpenID library, and the signature beside it. */
const openIdCookies = ['_session', '_session.sig'];

function readToken({ headers }: IncomingMessage): string {
  return new RegExp(`(?:^|; )${cookieName}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? '';
}

/** Creates the sign-ins of one provider, in memory. */
export function createSignIns(): SignIns {
  const kept = new Map<string, Map<string, number>>();
  return {
    read: (request) => kept.get(readToken(request)) ?? new Map(),

    add(request, response, sub) {
      const signedIn = new Map(kept.get(readToken(request))).set(sub, Date.now());
      kept.delete(readToken(request));
      const token = randomBytes(24).toString('base64url');
      kept.set(token, signedIn);
      response.appendHeader('Set-Cookie', `${cookieName}=${token}; ${cookieAttributes}`);
      response.setHeader('Set-Login', 'logged-in');
    },

    end(request, response) {
      kept.delete(readToken(request));
      response.appendHeader('Set-Cookie', `${cookieName}=; Max-Age=0; ${cookieAttributes}`);
      for (const name of openIdCookies) response.appendHeader('Set-Cookie', `${name}=; Max-Age=0; Path=/; HttpOnly`);
      response.setHeader('Set-Login', 'logged-out');
    },
  };
}
