import { LatchPasskeyButton } from '../passkey/latch-passkey-button.js';

if (!customElements.get('latch-passkey-button')) customElements.define('latch-passkey-button', LatchPasskeyButton);

export { LatchPasskeyButton };
