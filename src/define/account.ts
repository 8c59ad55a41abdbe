// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchAccount } from '../account/latch-account.js';

if (!customElements.get('latch-account')) customElements.define('latch-account', LatchAccount);

export { LatchAccount };
