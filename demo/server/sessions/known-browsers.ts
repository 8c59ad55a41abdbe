import { getCookie, setCookie } from 'hono/cookie';
import { knownBrowserLifetime } from '../config/lifetimes.js';
import { signaturesFor } from '../crypto/derived-keys.js';
import { randomText } from '../crypto/random-text.js';
import type { Secrets } from '../crypto/secrets.js';
import type { RequestContext } from '../http/request-context.js';

const cookieName = '__Host-known';
const attributes = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const;
/** The accounts that share a browser. */
const marksAtMost = 4;

/**
 * Knows the browsers in which an account was signed in to before, by a signed cookie that proves nothing else: failures
 * there count separately from those of strangers, so that strangers cannot lock the account's owner out.
 */
export interface KnownBrowsers {
  /** Marks the browser as one in which the account was signed in to. It stays marked after the sign-out. */
  mark(context: RequestContext, userId: string): void;
  /** What the browser counts as for the account; undefined when it never signed in to it. */
  read(context: RequestContext, userId: string | undefined): string | undefined;
}

/** Creates the functions that recognize browsers. `secrets` key the signature. */
export function createKnownBrowsers(secrets: Secrets): KnownBrowsers {
  const { sign, isSigned } = signaturesFor(secrets, 'latchkey known browser v1');
  const readMarks = (context: RequestContext): string[] =>
    (getCookie(context, cookieName) ?? '')
      .split('.')
      .filter((mark) => /^[\w-]{65}$/.test(mark))
      .slice(0, marksAtMost);
  const write = (browser: string, userId: string): string => browser + sign(`${browser}.${userId}`);
  const isOf = (mark: string, userId: string): boolean => isSigned(`${mark.slice(0, 22)}.${userId}`, mark.slice(22));

  return {
    mark(context, userId) {
      const marks = readMarks(context);
      const own = marks.find((mark) => isOf(mark, userId)) ?? write(randomText(16), userId);
      const all = [own, ...marks.filter((mark) => mark !== own)].slice(0, marksAtMost);
      setCookie(context, cookieName, all.join('.'), { ...attributes, maxAge: knownBrowserLifetime / 1000 });
    },

    read(context, userId) {
      if (userId === undefined) return undefined;
      return readMarks(context)
        .find((mark) => isOf(mark, userId))
        ?.slice(0, 22);
    },
  };
}
