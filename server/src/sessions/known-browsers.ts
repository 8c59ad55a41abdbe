import { createHash } from 'node:crypto';
import { getCookie, setCookie } from 'hono/cookie';
import { knownBrowserLifetime } from '../config/lifetimes.js';
import { randomText } from '../crypto/random-text.js';
import { cookieAttributes } from '../http/cookie-attributes.js';
import type { RequestContext } from '../http/request-context.js';
import type { KnownBrowser, KnownBrowserStore } from '../store/known-browsers.js';

const cookieName = '__Host-known';
/** The accounts that share a browser. */
const marksAtMost = 4;

/**
 * Knows the browsers in which an account was signed in to before, by a cookie that proves nothing else: failures there
 * count separately from those of strangers, so that strangers cannot lock the account's owner out. The store knows the
 * marks of an account by their hashes, few of them, and forgets them when the owner may want to be rid of someone.
 */
export interface KnownBrowsers {
  /** What the browser counts as for the account; undefined when it is a stranger's, or was forgotten. */
  read(context: RequestContext, userId: string | undefined): Promise<KnownBrowser | undefined>;
  /**
   * The mark of the browser for the account, by its hash, to be saved with the sign-in; `keep` sets the cookie, which
   * stays after the sign-out.
   */
  mark(context: RequestContext, userId: string): Promise<{ hash: string; isNew: boolean; keep: () => void }>;
}

/** Random bits need no slow hash. */
const hashOf = (mark: string): string => createHash('sha256').update(mark).digest('base64url');

/** Creates the functions that recognize browsers. */
export function createKnownBrowsers(store: KnownBrowserStore): KnownBrowsers {
  const readMarks = (context: RequestContext): string[] =>
    (getCookie(context, cookieName) ?? '')
      .split('.')
      .filter((mark) => /^[\w-]{43}$/.test(mark))
      .slice(0, marksAtMost);
  /** What a request was told: it asks before the user authenticates, and when they are signed in. */
  const known = new WeakMap<RequestContext, { userId: string; found: KnownBrowser | undefined }>();
  const find = async (context: RequestContext, userId: string): Promise<KnownBrowser | undefined> => {
    const before = known.get(context);
    if (before?.userId === userId) return before.found;
    const marks = readMarks(context);
    const found = marks.length === 0 ? undefined : await store.findKnownBrowser(userId, marks.map(hashOf));
    known.set(context, { userId, found });
    return found;
  };

  return {
    // A name that no account has takes the same time.
    read: (context, userId) => find(context, userId ?? ''),

    async mark(context, userId) {
      const marks = readMarks(context);
      const found = await find(context, userId);
      const own = marks.find((mark) => hashOf(mark) === found?.hash) ?? randomText();
      const all = [own, ...marks.filter((mark) => mark !== own)].slice(0, marksAtMost);
      return {
        hash: hashOf(own),
        isNew: found === undefined,
        keep: () =>
          setCookie(context, cookieName, all.join('.'), { ...cookieAttributes, maxAge: knownBrowserLifetime / 1000 }),
      };
    },
  };
}
