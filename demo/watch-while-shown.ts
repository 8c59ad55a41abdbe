import { clientFor, watchSession, type SessionState, type WatchSessionOptions } from 'latchkey/session';

/** What a page does about the session. */
export interface Watcher extends Omit<WatchSessionOptions, 'signal'> {
  /**
   * Removes all of the user's data from a page that has just been left: another user may return to it through the
   * back-forward cache.
   */
  onLeave(): void;
}

/**
 * Reports the session while the page is shown, and starts over when the page returns from the back-forward cache or
 * goes online.
 *
 * @returns What asks once more, as if nothing had been told yet.
 */
export function watchWhileShown({ onChange, onLeave, ...watcher }: Watcher): () => void {
  let watch = new AbortController();
  let known: SessionState | undefined;

  const begin = (): void => {
    watch.abort();
    watch = new AbortController();
    const note = (state: SessionState): void => onChange((known = state));
    watchSession(clientFor(), { ...watcher, onChange: note, signal: watch.signal });
  };
  const leave = (): void => {
    if (known?.status !== 'signed-in') return;
    watch.abort();
    known = undefined;
    onLeave();
    addEventListener('pageshow', begin, { once: true });
  };

  addEventListener('pagehide', leave);
  addEventListener('online', begin);
  begin();
  return begin;
}
