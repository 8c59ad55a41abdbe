import type { Handler } from 'hono';
import type { Env } from '../http/request-context.js';
import type { Services } from '../services.js';

/** `GET /healthz`: 200 when the database answers. */
export function health({ store }: Services): Handler<Env> {
  return async (context) => {
    await store.check();
    return context.json({ status: 'ok' });
  };
}
