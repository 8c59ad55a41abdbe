import type { MiddlewareHandler } from 'hono';
import { bodyShares } from '../../config/limits.js';
import { Refusal } from '../refusal.js';
import type { Env } from '../request-context.js';

/** What probes ask for every few seconds. Operators must see it also when there is too much to do. */
export const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** Limits the requests that are answered at once, and apart from them the bodies that are arriving. */
export interface Saturation {
  /**
   * Refuses a request with 503 while too many others are being answered, before anything is stored for it: waiting would
   * only make each of them late.
   */
  refuseWhenSaturated: MiddlewareHandler<Env>;
  /**
   * Reads the body of a request. Until it is there the request does not count as one that is being answered, because
   * the client decides how long that takes.
   *
   * @throws {Refusal} 503 when too many bodies are arriving already, of all clients or of this one, or when too many
   *   other requests are being answered once this one is there.
   */
  receive<Body>(client: string, read: () => Promise<Body>): Promise<Body>;
}

function refuse(message: string): never {
  throw new Refusal(503, 'unavailable', { headers: { 'Retry-After': '1' }, message });
}

/** Creates the limits: `most` requests and as many bodies. */
export function createSaturation(most: number): Saturation {
  let running = 0;
  let arriving = 0;
  const arrivingOf = new Map<string, number>();

  return {
    async refuseWhenSaturated(context, next) {
      if (running >= most && !probes.has(context.req.path)) refuse('The server answers too many other requests.');
      running += 1;
      try {
        await next();
      } finally {
        running -= 1;
      }
    },

    async receive(client, read) {
      const own = arrivingOf.get(client) ?? 0;
      const isOpen = arriving < most * bodyShares.open || own < most * bodyShares.perClient;
      if (arriving >= most || !isOpen) refuse('The server receives too many other requests.');
      arriving += 1;
      arrivingOf.set(client, own + 1);
      running -= 1;
      const body = await read().finally(() => {
        running += 1;
        arriving -= 1;
        const left = arrivingOf.get(client)! - 1;
        if (left === 0) arrivingOf.delete(client);
        else arrivingOf.set(client, left);
      });
      if (running > most) refuse('The server answers too many other requests.');
      return body;
    },
  };
}
