/** The pause before the next try, in ms. It doubles each time. */
let pause = 1000;

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
  const timer = setTimeout(wake, (pause *= 2));
  addEventListener('online', wake, { signal: over.signal });
}
