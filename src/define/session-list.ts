import { LatchSessionList } from '../session/latch-session-list.js';

if (!customElements.get('latch-session-list')) customElements.define('latch-session-list', LatchSessionList);

export { LatchSessionList };
