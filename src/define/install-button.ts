import { LatchInstallButton } from '../elements/install-button/install-button.js';

if (!customElements.get('latch-install-button')) customElements.define('latch-install-button', LatchInstallButton);

export { LatchInstallButton };
