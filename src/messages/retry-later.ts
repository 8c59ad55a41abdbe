import { Backoff } from '../base/browser/retry.js';

const backoff = new Backoff(2000, 10 * 60_000);

/**
 * Calls `retry` once, when the browser reports that it is online, or after a pause, because the report may come too
 * early.
 */
export function retryLater(retry: () => void): void {
  const over = new AbortController();
  const wake = () => {
    over.abort();
    clearTimeout(timer);
    retry();
  };
  const timer = setTimeout(wake, backoff.next());
  addEventListener('online', wake, { signal: over.signal });
}
