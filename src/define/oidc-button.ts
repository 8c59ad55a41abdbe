// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchOidcButton } from '../provider/oidc/latch-oidc-button.js';

if (!customElements.get('latch-oidc-button')) customElements.define('latch-oidc-button', LatchOidcButton);

export { LatchOidcButton };
