import type { Handler } from 'hono';
import type { Env, Services } from '../services.js';

/** `GET /healthz`: 200 when the database answers. */
export function health({ store }: Services): Handler<Env> {
  return async (context) => {
    await store.check();
    return context.json({ status: 'ok' });
  };
}
