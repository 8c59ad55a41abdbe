import { LatchPasskeyCreate } from '../elements/passkey-create/passkey-create.js';

if (!customElements.get('latch-passkey-create')) customElements.define('latch-passkey-create', LatchPasskeyCreate);

export { LatchPasskeyCreate };
