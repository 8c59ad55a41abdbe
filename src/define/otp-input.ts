// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchOtpInput } from '../one-time-code/latch-otp-input.js';

if (!customElements.get('latch-otp-input')) customElements.define('latch-otp-input', LatchOtpInput);

export { LatchOtpInput };
