import type { Handler } from 'hono';
import type { Env } from '../http/request-context.js';
import type { Services } from '../services.js';

/** `GET /.well-known/webauthn`: the origins that may use this RP ID. Browsers ask without cookies. */
export function relatedOrigins({ config }: Services): Handler<Env> {
  return (context) => context.json({ origins: config.origins });
}
