import type { Handler } from 'hono';
import type { Env } from '../http/request-context.js';
import { Refusal } from '../http/refusal.js';
import type { Services } from '../services.js';

/** `GET /healthz`: 200 when the database answers. */
export function health({ store }: Services): Handler<Env> {
  return async (context) => {
    await store.check();
    return context.json({ status: 'ok' });
  };
}

/** `GET /readyz`: 200 when the database answers and the process is not about to end. */
export function readiness(services: Services, isStopping = () => false): Handler<Env> {
  const check = health(services);
  return (context, next) => {
    if (isStopping()) throw new Refusal(503, 'unavailable', { message: 'The server is stopping.' });
    return check(context, next);
  };
}
