import type { MiddlewareHandler } from 'hono';
import type { Env } from '../request-context.js';

/** How long browsers may keep the answer to a preflight, in seconds. */
const longestMemory = '600';

/** The request headers that pages send: those of the package, and of the notes of the demo. */
const requestHeaders = 'Content-Type, Idempotency-Key, If-Match, If-None-Match, Latch-User';

/** The headers of answers that pages read: the package, and its outbox, which compares versions. */
const answerHeaders = 'ETag, Retry-After';

/**
 * Lets pages of `appOrigins`, which are other origins of this site, read the answers, with cookies. An origin is
 * compared as a whole and never echoed unless it is in the list. Answers vary by it, so that no cache gives one
 * origin's answer to another. Without any, nothing changes.
 *
 * @see {@link https://fetch.spec.whatwg.org/#http-cors-protocol Fetch, CORS protocol}
 */
export function shareWithApps(appOrigins: readonly string[]): MiddlewareHandler<Env> {
  return async (context, next) => {
    if (appOrigins.length === 0) return next();
    const origin = context.req.header('Origin');
    const isShared = origin !== undefined && appOrigins.includes(origin);
    const share = (): void => {
      context.header('Vary', 'Origin', { append: true });
      if (!isShared) return;
      context.header('Access-Control-Allow-Origin', origin);
      context.header('Access-Control-Allow-Credentials', 'true');
    };
    if (isShared && context.req.method === 'OPTIONS' && context.req.header('Access-Control-Request-Method')) {
      share();
      context.header('Access-Control-Allow-Methods', 'GET, POST, PUT, PATCH, DELETE');
      context.header('Access-Control-Allow-Headers', requestHeaders);
      context.header('Access-Control-Max-Age', longestMemory);
      return context.body(null, 204);
    }
    await next();
    share();
    if (!isShared) return;
    context.header('Access-Control-Expose-Headers', answerHeaders);
    context.header('Cross-Origin-Resource-Policy', 'same-site');
  };
}
