import { tell } from '../../core/channel.js';

/**
 * Tells all tabs, this one included, that a page of yours has just signed somebody in or out, so that what
 * {@link watchSession} watches asks the backend again.
 * The elements do so themselves; a page does after a sign-in of its own, by password for example.
 */
export function announceSession(status: 'signed-in' | 'signed-out'): void {
  tell({ type: status });
}
