import { watchPage } from './page.js';

/**
 * Aborts with `signal`, and when the page is left: a request that is pending then would keep the page out of the
 * back-forward cache. Abort it when done, or it keeps listening.
 */
export function untilLeft(signal: AbortSignal): AbortController {
  const attempt = new AbortController();
  const end = () => attempt.abort(signal.reason);
  signal.addEventListener('abort', end, { signal: attempt.signal });
  watchPage((event) => event === 'left' && end(), attempt.signal);
  if (signal.aborted) end();
  return attempt;
}
