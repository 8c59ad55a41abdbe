import { LatchFedCmButton } from '../elements/fedcm-button/fedcm-button.js';

if (!customElements.get('latch-fedcm-button')) customElements.define('latch-fedcm-button', LatchFedCmButton);

export { LatchFedCmButton };
