import { LatchVaultUnlock } from '../vault/latch-vault-unlock.js';

if (!customElements.get('latch-vault-unlock')) customElements.define('latch-vault-unlock', LatchVaultUnlock);

export { LatchVaultUnlock };
