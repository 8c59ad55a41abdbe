import type { Handler } from 'hono';
import { parseJson } from '../json.js';
import type { Env, Services } from '../services.js';

const fields = ['document-uri', 'effective-directive', 'blocked-uri', 'source-file', 'line-number', 'script-sample'];
const longestValue = 200;

/** `POST /csp-report`: logs what a page was not allowed to do. Only known members are kept, and only their beginnings. */
export function cspReport({ log }: Services): Handler<Env> {
  return (context) => {
    const report = (parseJson(context.get('body')) as { 'csp-report'?: Record<string, unknown> } | null)?.['csp-report'];
    const known = fields.filter((field) => report?.[field] !== undefined);
    log({ level: 'warn', event: 'csp-report', ...Object.fromEntries(known.map((field) => [field, String(report![field]).slice(0, longestValue)])) });
    return context.body(null, 204);
  };
}
