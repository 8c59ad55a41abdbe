/** What `latch-vault-unlock` says about errors. */
export const vaultErrors = {
  no_prf:
    'This passkey or browser can’t encrypt data. Use Chrome or Edge 116, Safari 18 or Firefox 139, or later, and a passkey from your phone, computer or password manager.',
  vault_wrong_key: 'That passkey doesn’t unlock this data. Use another one.',
  vault_damaged: 'This data is damaged and can’t be unlocked.',
  vault_unsupported: 'A newer version of this app encrypted this data. Reload the page.',
  vault_locked: 'This data was locked in the meantime. Try again.',
  storage_full: 'This device has no space left. Nothing was saved.',
  storage_lost: 'This browser isn’t saving data. Try a normal window.',
  unauthenticated: 'Sign in first. After that, this works offline too.',
  step_up_required: 'Sign in again to confirm it’s you.',
  constraint: 'That isn’t possible here. Try again, or use another passkey.',
  already_registered: 'This device already has a passkey for your account.',
  network: 'This needs a connection once. Try again when you’re online.',
};
