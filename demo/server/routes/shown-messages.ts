import type { Handler } from 'hono';
import { isLoopback } from '../address.js';
import type { ShownMessages } from '../one-time-codes/shown-messages.js';
import { Refusal } from '../refusal.js';
import type { Env, Services } from '../services.js';

/**
 * `GET /development/messages`: what would have been sent, for who develops on this machine. Only a peer on this machine gets it, at an address of this server: another site that
 * has its own name point here must not read codes.
 */
export function listShownMessages({ config }: Services, messages: ShownMessages): Handler<Env> {
  return (context) => {
    const isOurs = config.origins.includes(new URL(context.req.url).origin);
    if (!isOurs || !isLoopback(context.env.address)) throw new Refusal(404, 'not_found');
    context.header('Cache-Control', 'no-store');
    return context.json({ messages: messages.list() });
  };
}
