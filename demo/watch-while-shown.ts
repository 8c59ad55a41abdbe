import { clientFor, watchSession, type SessionState, type WatchSessionOptions } from 'latchkey/session';

/** What a page does about the session. */
export interface Watcher extends Omit<WatchSessionOptions, 'signal'> {
  /**
   * Takes everything of the person out of the page, which has just been left: whoever comes back to it through the
   * back-forward cache may be somebody else.
   */
  onLeave(): void;
}

/**
 * Tells who is signed in for as long as the page is shown, and begins anew when the page comes back from the
 * back-forward cache or the connection does.
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
