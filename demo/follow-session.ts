import { clientFor, watchSession, type SessionState } from 'latchkey/session';
import { announce, show } from './view.js';

/**
 * Has `render` show who is signed in, now and whenever that changes in any tab, and says above it what has happened. While nothing is known and the server cannot be reached, the view `unreachable`
 * offers another try.
 */
export function followSession(render: (state: SessionState) => void): void {
  let known: SessionState | undefined;
  let watch = new AbortController();

  const showSession = (state: SessionState): void => {
    const before = known?.status;
    known = state;
    if (before && before !== state.status) announce(state.status === 'signed-in' ? 'You are signed in.' : 'You are signed out.');
    else announce('');
    render(state);
  };
  // Nothing is known yet: say so. Something is: leave it, it may well still be true.
  const showUnreachable = (): void => {
    if (known) announce('The server cannot be reached. What you see may be out of date.');
    else show('unreachable').querySelector('[data-retry]')?.addEventListener('click', follow);
  };
  const follow = (): void => {
    watch.abort();
    watch = new AbortController();
    watchSession(clientFor(), { onChange: showSession, onError: showUnreachable, signal: watch.signal });
  };

  addEventListener('online', follow);
  follow();
}
