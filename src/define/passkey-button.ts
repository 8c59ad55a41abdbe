// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchPasskeyButton } from '../passkey/latch-passkey-button.js';

if (!customElements.get('latch-passkey-button')) customElements.define('latch-passkey-button', LatchPasskeyButton);

export { LatchPasskeyButton };
