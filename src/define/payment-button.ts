// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchPaymentButton } from '../payment/latch-payment-button.js';

if (!customElements.get('latch-payment-button')) customElements.define('latch-payment-button', LatchPaymentButton);

export { LatchPaymentButton };
