import type { MiddlewareHandler } from 'hono';
import { nameClient } from '../address.js';
import type { AppConfig, Env, RequestContext, Services } from '../../services.js';

const failures = new Set([400, 401, 404, 409]);

/** Names the network that the request came from, as far as trusted proxies say. */
export function nameClientOf({ env, req }: RequestContext, { trustedProxies }: AppConfig): string {
  return nameClient(env.address, req.header('X-Forwarded-For'), trustedProxies);
}

/** Refuses an address that failed too often, and counts the failures of the others. */
export function limitFailures({ config, limits }: Services): MiddlewareHandler<Env> {
  return async (context, next) => {
    const client = nameClientOf(context, config);
    await limits.checkAddress(client);
    await next();
    if (failures.has(context.res.status)) await limits.countAddress(client);
  };
}
