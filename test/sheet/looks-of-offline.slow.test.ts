import { expectAccepted } from './expect-accepted.js';

expectAccepted('latch-vault-unlock', 'latch-offline-status', 'latch-manifest-inspector');
