import { LatchAccount } from '../account/latch-account.js';

if (!customElements.get('latch-account')) customElements.define('latch-account', LatchAccount);

export { LatchAccount };
