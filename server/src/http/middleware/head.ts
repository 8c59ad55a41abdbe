import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../refusal.js';
import type { Env } from '../request-context.js';

/** Refuses `HEAD`, which the router handles like `GET`, where `GET` starts a flow or uses something up. */
export const refuseHead: MiddlewareHandler<Env> = async (context, next) => {
  if (context.req.method === 'HEAD') throw new Refusal(405, 'method_not_allowed', { headers: { Allow: 'GET' } });
  await next();
};
