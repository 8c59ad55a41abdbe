import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../refusal.js';
import type { Env } from '../request-context.js';

/** What operators must see also when there is too much to do. */
const always = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Refuses requests with 503 while `most` others are being answered, before anything is read or stored for them: waiting
 * would only make each of them late.
 */
export function refuseWhenSaturated(most: number): MiddlewareHandler<Env> {
  let running = 0;
  return async (context, next) => {
    if (running >= most && !always.has(context.req.path)) {
      throw new Refusal(503, 'unavailable', {
        headers: { 'Retry-After': '1' },
        message: 'The server answers too many other requests.',
      });
    }
    running += 1;
    try {
      await next();
    } finally {
      running -= 1;
    }
  };
}
