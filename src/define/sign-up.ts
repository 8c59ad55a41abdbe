import { LatchSignUp } from '../sign-in/latch-sign-up.js';

if (!customElements.get('latch-sign-up')) customElements.define('latch-sign-up', LatchSignUp);

export { LatchSignUp };
