import { expectAccepted } from './expect-accepted.js';

expectAccepted(
  'latch-account',
  'latch-passkey-list',
  'latch-session-list',
  'latch-passkey-create',
  'latch-sign-out-button',
);
