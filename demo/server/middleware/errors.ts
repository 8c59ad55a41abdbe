import type { ErrorHandler } from 'hono';
import { Refusal } from '../refusal.js';
import type { Env } from '../services.js';
import type { Log } from '../log.js';
import { StoreUnavailable } from '../store/database.js';

function toRefusal(error: unknown, path: string, log: Log): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) {
    log({ level: 'error', event: 'store-unavailable', path, reason: error.message });
    return new Refusal(503, 'unavailable');
  }
  log({ level: 'error', event: 'server-error', path, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  return new Refusal(500, 'server_error');
}

/** Turns whatever was thrown into the contract's error answer. What was not foreseen is logged and says nothing to the outside. */
export function answerErrors(log: Log): ErrorHandler<Env> {
  return (error, context) => {
    const { status, code, details } = toRefusal(error, context.req.path, log);
    const message = details.message === undefined ? {} : { message: details.message };
    return context.json({ error: code, ...details.body, ...message }, status, details.headers);
  };
}
