import { LatchPasskeyField } from '../passkey/latch-passkey-field.js';

if (!customElements.get('latch-passkey-field')) customElements.define('latch-passkey-field', LatchPasskeyField);

export { LatchPasskeyField };
