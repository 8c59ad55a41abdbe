import { LatchPasskeyList } from '../elements/passkey-list/passkey-list.js';

if (!customElements.get('latch-passkey-list')) customElements.define('latch-passkey-list', LatchPasskeyList);

export { LatchPasskeyList };
