import type { MiddlewareHandler } from 'hono';
import type { Env } from './http/request-context.js';
import { createHandOffs } from './hand-off/hand-offs.js';
import type { Services } from './services.js';

const pause = 60_000;

/** Deletes what is over, beside the requests. */
export interface Sweep {
  /** Begins a sweep after a request when the last one was a minute ago. No request waits for it. */
  afterRequests: MiddlewareHandler<Env>;
  /** Resolves when no sweep is pending. */
  settled(): Promise<void>;
}

/**
 * Creates the sweep of an app. It runs only while requests come in, so that no timer is needed. Missing a turn does no
 * harm: everything that is over is refused by its own time. Grants that came with hand-offs that were never redeemed
 * are given back. Accounts are deleted whose deletion is due.
 */
export function createSweep(services: Services): Sweep {
  const { config, store, grants, now, log } = services;
  const handOffs = createHandOffs(services);
  let last = now();
  let underWay: Promise<unknown> | undefined;
  const removeOver = async (time: number): Promise<void> => {
    // First, because a proof is found by its hand-off.
    await handOffs.forgetLeft();
    await store.sweep(time, config.securityEventLifetime);
    await store.deleteAccounts(time);
    grants.giveBackLeft();
  };
  return {
    async afterRequests(_context, next) {
      await next();
      const time = now();
      if (underWay || Math.abs(time - last) < pause) return; // the clock may have been ahead
      last = time;
      underWay = removeOver(time)
        .catch((error: unknown) => log({ level: 'warn', event: 'sweep-failed', reason: String(error) }))
        .finally(() => (underWay = undefined));
    },
    async settled() {
      await underWay;
    },
  };
}
