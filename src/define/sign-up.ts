// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchSignUp } from '../sign-in/latch-sign-up.js';

if (!customElements.get('latch-sign-up')) customElements.define('latch-sign-up', LatchSignUp);

export { LatchSignUp };
