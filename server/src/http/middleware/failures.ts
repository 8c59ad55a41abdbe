import type { MiddlewareHandler } from 'hono';
import type { Services } from '../../services.js';
import type { Env } from '../request-context.js';

const failures = new Set([400, 401, 404, 409, 429]);

/** Refuses an address that failed too often, and counts the failures of the others. */
export function limitFailures({ clientOf, limits }: Services): MiddlewareHandler<Env> {
  return async (context, next) => {
    const client = clientOf(context);
    await limits.checkClient(client);
    await next();
    if (failures.has(context.res.status)) await limits.countFailureOfClient(client);
  };
}
