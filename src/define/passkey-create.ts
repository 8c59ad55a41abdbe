// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchPasskeyCreate } from '../passkey/latch-passkey-create.js';

if (!customElements.get('latch-passkey-create')) customElements.define('latch-passkey-create', LatchPasskeyCreate);

export { LatchPasskeyCreate };
