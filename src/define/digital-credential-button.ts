// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchDigitalCredentialButton } from '../wallet/latch-digital-credential-button.js';

if (!customElements.get('latch-digital-credential-button'))
  customElements.define('latch-digital-credential-button', LatchDigitalCredentialButton);

export { LatchDigitalCredentialButton };
