import { LatchOidcButton } from '../provider/oidc/latch-oidc-button.js';

if (!customElements.get('latch-oidc-button')) customElements.define('latch-oidc-button', LatchOidcButton);

export { LatchOidcButton };
