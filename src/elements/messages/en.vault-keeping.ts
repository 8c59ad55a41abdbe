/**
 * What `latch-vault-unlock` says beyond that, when something about its keys is to change. `{count}` stands for a
 * number.
 */
export const vaultKeeping = {
  goOn: 'Go on',
  cancel: 'Cancel',
  offerTitle: 'Create a passkey first?',
  offerText:
    'Your account has no passkey yet. You are asked twice: once to create one, and once more for the key to seal with.',
  secondTitle: 'Now use the new passkey',
  secondText: 'It gives the key to seal with only when it is used.',
  addTitle: 'Add a passkey?',
  addText: 'You are asked twice: first for a passkey that opens this already, and then for the new one.',
  addByCodeText: 'Enter the recovery code once more. You are asked for the new passkey then.',
  newTitle: 'Now the new passkey',
  newText: 'Choose the one that is to open this from now on.',
  noOther: 'All your passkeys open this already. Add another one to your account first.',
  added: 'That passkey opens this too, from now on.',
  codeTitle: 'Make a recovery code?',
  codeText:
    'It opens this when no passkey does. You see it once, and an earlier one stops working. Confirm with your passkey.',
  shownTitle: 'Your recovery code',
  shownText: 'Keep it where nobody else finds it, and not on this device. It is not shown again.',
  copy: 'Copy',
  copied: 'Copied',
  kept: 'I have kept it',
  discard: 'Throw it away',
  coded: 'The recovery code opens this too, from now on.',
  enterTitle: 'Unlock with the recovery code',
  enterText: 'Enter it as you have kept it. Dashes and capitals do not matter.',
  enterLabel: 'Recovery code',
  unlock: 'Unlock',
  wrongCode: 'That code does not open this. Check it and try again.',
  wipeTitle: 'Start anew?',
  wipeText: 'Everything that is sealed on this device is deleted. What the server has comes back.',
  unsentOne: '1 change has not been sent to the server, and is lost.',
  unsentMany: '{count} changes have not been sent to the server, and are lost.',
  wipe: 'Delete and start anew',
  wiped: 'It is deleted. You can protect this app again.',
};

/** What it says of errors. */
export const vaultErrors: Record<string, string> = {
  no_prf:
    'That passkey, or this browser, has no key to seal with. Use Chrome or Edge from 116, Safari from 18 or Firefox from 139, with a passkey that your phone, computer or password manager keeps.',
  vault_wrong_key: 'That passkey does not open this. Use another one.',
  vault_damaged: 'This cannot be opened any more.',
  vault_unsupported: 'A newer version of this app has sealed this. Reload the page.',
  vault_locked: 'It was locked meanwhile. Try again.',
  storage_full: 'There is no space left on this device. Nothing was written.',
  storage_lost: 'This browser keeps nothing here, as in some private windows.',
  unauthenticated: 'Sign in first. After that this works without a connection too.',
  step_up_required: 'Sign in again first, to confirm that it is you.',
  constraint: 'That is not possible here. Try again, or use another passkey.',
  already_registered: 'This device already has a passkey for your account.',
  network: 'This needs a connection, this once. Try again when you are online.',
};
