/**
 * The events of a page that matter to pending work: `left` (for the back-forward cache, or closed), `back` from that
 * cache, `visible` or focused again, `online` again.
 */
export type PageEvent = 'left' | 'back' | 'visible' | 'online';

/** Calls `listener` with what happens to the page until `signal` aborts. */
export function watchPage(listener: (event: PageEvent) => void, signal: AbortSignal): void {
  addEventListener('pagehide', () => listener('left'), { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && listener('back'), { signal });
  addEventListener('focus', () => listener('visible'), { signal });
  addEventListener('online', () => listener('online'), { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && listener('visible'), {
    signal,
  });
}
