import { expectAccepted } from './expect-accepted.js';

expectAccepted('latch-otp-input', 'latch-digital-credential-button', 'latch-payment-button', 'latch-install-button');
