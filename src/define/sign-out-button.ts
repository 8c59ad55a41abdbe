// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchSignOutButton } from '../sign-out/latch-sign-out-button.js';

if (!customElements.get('latch-sign-out-button')) customElements.define('latch-sign-out-button', LatchSignOutButton);

export { LatchSignOutButton };
