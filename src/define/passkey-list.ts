// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchPasskeyList } from '../passkey/latch-passkey-list.js';

if (!customElements.get('latch-passkey-list')) customElements.define('latch-passkey-list', LatchPasskeyList);

export { LatchPasskeyList };
