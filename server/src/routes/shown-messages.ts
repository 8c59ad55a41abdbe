import type { Handler } from 'hono';
import { isLoopback } from '../http/address.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';

/**
 * Whether messages are shown to who asks: a peer on this machine, at an address of this server. Another site that has
 * its own name point here must not read codes.
 */
export function showsMessages({ config, shownMessages }: Services, { env, req }: RequestContext): boolean {
  return shownMessages !== undefined && config.origins.includes(new URL(req.url).origin) && isLoopback(env.address);
}

/** `GET /development/messages`: what would have been sent, for who develops on this machine. */
export function listShownMessages(services: Services): Handler<Env> {
  return (context) => {
    if (!showsMessages(services, context)) throw new Refusal(404, 'unsupported');
    context.header('Cache-Control', 'no-store');
    return context.json({ messages: services.shownMessages!.list() });
  };
}
