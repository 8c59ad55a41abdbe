import { LatchPaymentButton } from '../payment/latch-payment-button.js';

if (!customElements.get('latch-payment-button')) customElements.define('latch-payment-button', LatchPaymentButton);

export { LatchPaymentButton };
