import { LatchOfflineStatus } from '../elements/offline-status/offline-status.js';

if (!customElements.get('latch-offline-status')) customElements.define('latch-offline-status', LatchOfflineStatus);

export { LatchOfflineStatus };
