// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchSignIn } from '../sign-in/latch-sign-in.js';

if (!customElements.get('latch-sign-in')) customElements.define('latch-sign-in', LatchSignIn);

export { LatchSignIn };
