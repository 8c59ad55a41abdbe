import type { MiddlewareHandler } from 'hono';
import { createHandOffs } from './oidc/hand-offs.js';
import type { Env } from './http/request-context.js';
import type { Services } from './services.js';

const pause = 60_000;

/**
 * Deletes what is over, at most once a minute and only while requests come in, so that no timer is needed. Missing a
 * turn does no harm:
 * everything that is over is refused by its own time. Grants that came with hand-offs which nobody has redeemed are
 * given back, which takes 2 s at most.
 */
export function sweepNowAndThen(services: Services): MiddlewareHandler<Env> {
  const { store, grants, now, log } = services;
  const handOffs = createHandOffs(services);
  let last = now();
  return async (_context, next) => {
    await next();
    const time = now();
    if (time - last < pause) return;
    last = time;
    await Promise.all([handOffs.forgetLeft(), store.sweep(time).then(() => grants.giveBackLeft())]).catch(
      (error: unknown) => log({ level: 'warn', event: 'sweep-failed', reason: String(error) }),
    );
  };
}
