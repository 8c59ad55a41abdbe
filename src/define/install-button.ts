import { LatchInstallButton } from '../install/latch-install-button.js';

if (!customElements.get('latch-install-button')) customElements.define('latch-install-button', LatchInstallButton);

export { LatchInstallButton };
