import { LatchPaymentButton } from '../elements/payment-button/payment-button.js';

if (!customElements.get('latch-payment-button')) customElements.define('latch-payment-button', LatchPaymentButton);

export { LatchPaymentButton };
