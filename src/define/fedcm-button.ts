import { LatchFedCmButton } from '../provider/fedcm/latch-fedcm-button.js';

if (!customElements.get('latch-fedcm-button')) customElements.define('latch-fedcm-button', LatchFedCmButton);

export { LatchFedCmButton };
