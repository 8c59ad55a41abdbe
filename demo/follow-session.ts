import type { SessionState } from 'latchkey/session';
import { announce, rest, show } from './view.js';
import { watchWhileShown } from './watch-while-shown.js';

/**
 * Calls `render` with the signed-in user, now and whenever that changes in any tab, and shows above it what has
 * happened. While the session is unknown and the server cannot be reached, the view `unreachable` offers to retry.
 */
export function followSession(render: (state: SessionState) => void): void {
  let known: SessionState | undefined;

  const askAgain = watchWhileShown({
    onChange(state) {
      const before = known?.status;
      known = state;
      if (before && before !== state.status)
        announce(state.status === 'signed-in' ? 'You’re signed in.' : 'You’re signed out.');
      else announce('');
      render(state);
    },
    // Nothing is known yet: say so. Something is: leave it, it may well still be true.
    onError() {
      if (known) announce('Can’t reach the server. What you see may be out of date.');
      else show('unreachable').querySelector('[data-retry]')?.addEventListener('click', askAgain);
    },
    onLeave() {
      known = undefined;
      announce('');
      rest();
    },
  });
}
