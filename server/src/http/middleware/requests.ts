import type { MiddlewareHandler } from 'hono';
import { randomText } from '../../crypto/random-text.js';
import { inRequest, type Log } from '../../log.js';
import type { Services } from '../../services.js';
import type { Env } from '../request-context.js';
import { probes } from './saturation.js';

/**
 * Gives each request an id, which its answer (`X-Request-Id`) and all entries of the log have that it causes, and logs
 * how it ended. Of the address only the pattern of the endpoint is logged, because the rest may hold codes. Pages,
 * their files and probes are logged at the level `debug`.
 */
export function logRequests({ clientOf, log }: { clientOf: Services['clientOf']; log: Log }): MiddlewareHandler<Env> {
  return async (context, next) => {
    const id = randomText(12);
    const began = performance.now();
    await inRequest(id, async () => {
      await next();
      const route = context.get('route');
      const { status } = context.res;
      log({
        level: route === undefined || probes.has(route) ? 'debug' : 'info',
        event: 'request',
        method: context.req.method,
        ...(route !== undefined && { route }),
        status,
        ...(context.get('refusal') && { error: context.get('refusal') }),
        milliseconds: Math.round(performance.now() - began),
        client: clientOf(context),
      });
    });
    context.header('X-Request-Id', id);
  };
}

/** Notes the pattern of the endpoint that serves the request. */
export function nameRoute(route: string): MiddlewareHandler<Env> {
  return async (context, next) => {
    context.set('route', route);
    await next();
  };
}
