import { LatchSignOutButton } from '../elements/sign-out-button/sign-out-button.js';

if (!customElements.get('latch-sign-out-button')) customElements.define('latch-sign-out-button', LatchSignOutButton);

export { LatchSignOutButton };
