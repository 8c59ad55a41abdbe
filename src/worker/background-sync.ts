import { backgroundName } from '../core/background/rows.js';
import { sendBackground } from '../core/background/send.js';
import { workerScope } from './scope.js';

/**
 * Sends the writes of `openBackgroundQueue` when the browser reports that there is a connection, while no page is open
 * too. Rejects if they cannot be sent, so that the browser tries again later.
 *
 * @see {@link https://wicg.github.io/background-sync/spec/ Web Background Synchronization}
 */
export function sendWhenConnected(): void {
  workerScope().addEventListener('sync', (event) => {
    if (event.tag === backgroundName) event.waitUntil(sendBackground());
  });
}
