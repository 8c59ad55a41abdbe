import { Backoff } from '../base/browser/retry.js';

/** How long an element waits for the sentences of its language before it shows English ones, in ms. */
export const translationTimeout = 3000;

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
