import { LatchDigitalCredentialButton } from '../wallet/latch-digital-credential-button.js';

if (!customElements.get('latch-digital-credential-button'))
  customElements.define('latch-digital-credential-button', LatchDigitalCredentialButton);

export { LatchDigitalCredentialButton };
