import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../refusal.js';
import type { Env } from '../request-context.js';

/**
 * Refuses `HEAD`, which the router takes for `GET`, where that begins something or uses something up: whoever asks for
 * headers alone wants neither.
 */
export const refuseHead: MiddlewareHandler<Env> = async (context, next) => {
  if (context.req.method === 'HEAD') throw new Refusal(405, 'method_not_allowed', { headers: { Allow: 'GET' } });
  await next();
};
