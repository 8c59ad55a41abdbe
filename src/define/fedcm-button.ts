// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchFedCmButton } from '../provider/fedcm/latch-fedcm-button.js';

if (!customElements.get('latch-fedcm-button')) customElements.define('latch-fedcm-button', LatchFedCmButton);

export { LatchFedCmButton };
