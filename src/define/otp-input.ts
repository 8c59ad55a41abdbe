import { LatchOtpInput } from '../elements/otp-input/otp-input.js';

if (!customElements.get('latch-otp-input')) customElements.define('latch-otp-input', LatchOtpInput);

export { LatchOtpInput };
