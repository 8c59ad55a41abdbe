import { accepts } from 'hono/accepts';
import type { RequestContext } from './request-context.js';

/**
 * Whether a user will look at the answer: the browser says that it opens a page with it, or, where it does not say
 * such things, that it prefers HTML to JSON. A program that accepts anything gets JSON.
 */
export function isNavigation(context: RequestContext): boolean {
  const mode = context.req.header('Sec-Fetch-Mode');
  if (mode !== undefined) return mode === 'navigate';
  return (
    accepts(context, { header: 'Accept', supports: ['application/json', 'text/html'], default: 'application/json' }) ===
    'text/html'
  );
}
