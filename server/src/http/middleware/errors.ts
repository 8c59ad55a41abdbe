import type { ErrorHandler } from 'hono';
import { isNavigation } from '../navigation.js';
import { answerRefusalPage } from '../refusal-page.js';
import { Refusal } from '../refusal.js';
import type { Env } from '../request-context.js';
import type { Log } from '../../log.js';
import { StoreUnavailable } from '../../store/database.js';

function toRefusal(error: unknown, path: string, log: Log): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof StoreUnavailable) {
    log({ level: 'error', event: 'store-unavailable', path, reason: error.message });
    return new Refusal(503, 'unavailable');
  }
  log({
    level: 'error',
    event: 'server-error',
    path,
    reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
  });
  return new Refusal(500, 'server_error');
}

/**
 * Turns every error into the contract's error response, or for a browser navigation into a page with the same status.
 * Unexpected errors are logged and reveal nothing to the client.
 */
export function answerErrors(log: Log, signInPage: string): ErrorHandler<Env> {
  return (error, context) => {
    const refusal = toRefusal(error, context.req.path, log);
    context.set('refusal', refusal.code);
    const { status, code, details } = refusal;
    if (details.foreignOrigin) log({ level: 'warn', event: 'foreign-origin', ...details.foreignOrigin });
    if (status === 503) context.header('Retry-After', '1');
    if (isNavigation(context)) return answerRefusalPage(context, refusal, signInPage);
    const message = details.message === undefined ? {} : { message: details.message };
    return context.json({ error: code, ...details.body, ...message }, status, details.headers);
  };
}
