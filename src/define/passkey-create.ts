import { LatchPasskeyCreate } from '../passkey/latch-passkey-create.js';

if (!customElements.get('latch-passkey-create')) customElements.define('latch-passkey-create', LatchPasskeyCreate);

export { LatchPasskeyCreate };
