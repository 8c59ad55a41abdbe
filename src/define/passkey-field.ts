// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchPasskeyField } from '../passkey/latch-passkey-field.js';

if (!customElements.get('latch-passkey-field')) customElements.define('latch-passkey-field', LatchPasskeyField);

export { LatchPasskeyField };
