import { LatchAccount } from '../elements/account/account.js';

if (!customElements.get('latch-account')) customElements.define('latch-account', LatchAccount);

export { LatchAccount };
