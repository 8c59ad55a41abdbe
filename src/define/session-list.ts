// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchSessionList } from '../session/latch-session-list.js';

if (!customElements.get('latch-session-list')) customElements.define('latch-session-list', LatchSessionList);

export { LatchSessionList };
