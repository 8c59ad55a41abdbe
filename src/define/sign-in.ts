import { LatchSignIn } from '../sign-in/latch-sign-in.js';

if (!customElements.get('latch-sign-in')) customElements.define('latch-sign-in', LatchSignIn);

export { LatchSignIn };
