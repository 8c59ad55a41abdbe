// Generated from the @element lines in src by scripts/generate-tags.mjs. Do not edit: run npm run describe.
import { LatchVaultUnlock } from '../vault/latch-vault-unlock.js';

if (!customElements.get('latch-vault-unlock')) customElements.define('latch-vault-unlock', LatchVaultUnlock);

export { LatchVaultUnlock };
