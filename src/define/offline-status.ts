import { LatchOfflineStatus } from '../outbox/latch-offline-status.js';

if (!customElements.get('latch-offline-status')) customElements.define('latch-offline-status', LatchOfflineStatus);

export { LatchOfflineStatus };
