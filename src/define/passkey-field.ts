import { LatchPasskeyField } from '../elements/passkey-field/passkey-field.js';

if (!customElements.get('latch-passkey-field')) customElements.define('latch-passkey-field', LatchPasskeyField);

export { LatchPasskeyField };
