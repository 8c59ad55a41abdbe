import { broadcast } from '../base/storage/channel.js';

/**
 * Notifies all tabs, this one included, that your page has just signed a user in or out, so that {@link watchSession}
 * requests the session again. The elements do this automatically. Call it after a sign-in of your own, for example by
 * password.
 */
export function announceSession(status: 'signed-in' | 'signed-out'): void {
  broadcast({ type: status });
}
