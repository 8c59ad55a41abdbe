import type { Handler } from 'hono';
import { parseJson } from '../http/json.js';
import type { Env } from '../http/request-context.js';
import type { Services } from '../services.js';

const addresses = ['document-uri', 'blocked-uri', 'source-file'];
const fields = [...addresses, 'effective-directive', 'line-number', 'script-sample'];
const longestValue = 200;
/** Anybody can send them, and must not fill the log, nor keep those of others out of it. */
const loggedPerMinute = 60;
const loggedPerClient = 10;

/**
 * The beginning of a value; of an address without what stands behind the path, which may be a secret. Nothing for what
 * is neither text nor a number.
 */
function shorten(field: string, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value);
  return (addresses.includes(field) ? text.replace(/[?#][^]*$/, '') : text).slice(0, longestValue);
}

/**
 * `POST /csp-report`: logs what a page was not allowed to do, 10 times a minute for one client and 60 times for all of
 * them. Only known members are kept, and only their beginnings.
 */
export function cspReport({ clientOf, log, now }: Services): Handler<Env> {
  let logged = 0;
  /** How many of each client were logged in this minute. */
  const perClient = new Map<string, number>();
  let minuteEnds = 0;
  return (context) => {
    const report = (parseJson(context.get('body')) as { 'csp-report'?: Record<string, unknown> } | null)?.[
      'csp-report'
    ];
    const time = now();
    if (time >= minuteEnds) {
      [logged, minuteEnds] = [0, time + 60_000];
      perClient.clear();
    }
    const client = clientOf(context);
    const own = perClient.get(client) ?? 0;
    const isLogged = own < loggedPerClient && logged < loggedPerMinute;
    if (isLogged) {
      perClient.set(client, own + 1);
      logged += 1;
    }
    const known = fields
      .map((field) => [field, shorten(field, report?.[field])])
      .filter(([, value]) => value !== undefined);
    if (isLogged) log({ level: 'warn', event: 'csp-report', ...Object.fromEntries(known) });
    return context.body(null, 204);
  };
}
