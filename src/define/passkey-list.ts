import { LatchPasskeyList } from '../passkey/latch-passkey-list.js';

if (!customElements.get('latch-passkey-list')) customElements.define('latch-passkey-list', LatchPasskeyList);

export { LatchPasskeyList };
