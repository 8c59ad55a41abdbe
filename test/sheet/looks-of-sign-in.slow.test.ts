import { expectAccepted } from './expect-accepted.js';

expectAccepted(
  'latch-sign-in',
  'latch-sign-up',
  'latch-passkey-field',
  'latch-passkey-button',
  'latch-password-form',
  'latch-oidc-button',
  'latch-fedcm-button',
);
