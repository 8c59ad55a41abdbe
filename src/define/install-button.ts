// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchInstallButton } from '../install/latch-install-button.js';

if (!customElements.get('latch-install-button')) customElements.define('latch-install-button', LatchInstallButton);

export { LatchInstallButton };
