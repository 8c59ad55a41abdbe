// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchOfflineStatus } from '../outbox/latch-offline-status.js';

if (!customElements.get('latch-offline-status')) customElements.define('latch-offline-status', LatchOfflineStatus);

export { LatchOfflineStatus };
