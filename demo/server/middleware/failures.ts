import type { MiddlewareHandler } from 'hono';
import { nameClient } from '../address.js';
import type { Env, Services } from '../services.js';

const failures = new Set([400, 401, 404, 409]);

/** Refuses an address that failed too often, and counts the failures of the others. */
export function limitFailures({ config, limits }: Services): MiddlewareHandler<Env> {
  return async (context, next) => {
    const client = nameClient(context.env.address, context.req.header('X-Forwarded-For'), config.trustedProxies);
    await limits.checkAddress(client);
    await next();
    if (failures.has(context.res.status)) await limits.countAddress(client);
  };
}
