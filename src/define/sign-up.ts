import { LatchSignUp } from '../elements/sign-up/sign-up.js';

if (!customElements.get('latch-sign-up')) customElements.define('latch-sign-up', LatchSignUp);

export { LatchSignUp };
