import { backgroundName } from '../outbox/background/rows.js';
import { askContract, sendBackground, type BackgroundSender } from '../outbox/background/send.js';
import { workerScope } from './scope.js';

/**
 * Sends the writes of `openBackgroundQueue` when the browser reports that there is a connection, while no page is open
 * too. Leaves those to pages that only a page can send. Rejects if they cannot be sent, so that the browser tries again later.
 *
 * @see {@link https://wicg.github.io/background-sync/spec/ Web Background Synchronization}
 */
export function sendWhenConnected(): void {
  workerScope().addEventListener('sync', (event) => {
    if (event.tag === backgroundName) event.waitUntil(sendBackground(sender));
  });
}

/** Without the page's adapter: what it would add is stored with each write. */
const sender: BackgroundSender = {
  findUser: async ({ baseUrl, needsPage = false }) => (needsPage ? undefined : askContract(baseUrl)),
  readBackendHeaders: async ({ backendHeaders = {} }) => backendHeaders,
  // Laravel answers with 419, most others with 403.
  mayBeStale: ({ backendHeaders = {} }, status) =>
    Object.keys(backendHeaders).length > 0 && [403, 419].includes(status),
};
