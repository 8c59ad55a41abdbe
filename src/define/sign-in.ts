import { LatchSignIn } from '../elements/sign-in/sign-in.js';

if (!customElements.get('latch-sign-in')) customElements.define('latch-sign-in', LatchSignIn);

export { LatchSignIn };
