/** What an element says when it asks for the password before a change. */
export const confirmPassword = {
  title: 'Confirm it’s you',
  text: 'Enter your password to continue.',
  password: 'Password',
  confirm: 'Continue',
  cancel: 'Cancel',
  rejected: 'Wrong password. Try again.',
  unsupported: 'Your password can’t be checked here. Sign in again.',
  unauthenticated: 'Sign in first.',
  wrong_account: 'Another user is signed in now. Reload the page.',
};

/** What `latch-passkey-list` says when something changes. `{name}` stands for the name of a passkey. */
export const passkeyEditing = {
  asking: 'Continue in the dialog.',
  verifying: 'Saving your passkey…',
  added: 'Your passkey is ready.',
  addedHere: 'Your passkey is ready on this device only. Add a second one on another device.',
  notOffered: 'That passkey was saved, but browsers can’t offer it. Create one on another device.',
  already_registered: 'This device already has a passkey for your account.',
  constraint: 'This device can’t store a passkey for this site. Use another one.',
  nickname: 'Passkey name',
  save: 'Save',
  cancel: 'Cancel',
  renaming: 'Saving the name…',
  renamed: 'Name saved.',
  remove: 'Remove passkey',
  removeTitle: 'Remove the passkey “{name}”?',
  removeText: 'You won’t be able to sign in with it.',
  removing: 'Removing the passkey…',
  removed: 'Passkey removed.',
  gone: 'That passkey was already removed.',
  last_way_in: 'This is your only way to sign in. Add another passkey first.',
  confirming: 'Confirm it’s you.',
  cancelled: 'Nothing changed.',
  wrong_account: 'That passkey belongs to another account.',
  step_up_required: 'Sign in again to confirm it’s you.',
};

/** What `latch-session-list` says when a device is signed out. `{device}` stands for the name of a device. */
export const sessionEnding = {
  endTitle: 'Sign out “{device}”?',
  endText: 'Anyone using it must sign in again.',
  othersTitle: 'Sign out all other devices?',
  othersText: 'You stay signed in on this device only.',
  confirm: 'Sign out',
  cancel: 'Cancel',
  ending: 'Signing out…',
  confirming: 'Confirm it’s you.',
  endedOne: 'That device is signed out.',
  endedMany: 'The other devices are signed out.',
  cancelled: 'Nothing changed.',
  wrong_account: 'That passkey belongs to another account.',
  step_up_required: 'Sign in again to confirm it’s you.',
  approveTitle: 'Enter the code that the other device shows',
  approveText:
    'That device will be signed in to your account. If someone sent you a code, don’t enter it: they want to get into your account.',
  code: 'Code',
  approveConfirm: 'Sign in',
  approving: 'Signing in…',
  approved: 'The other device will be signed in within a few seconds.',
  unknownCode: 'No device shows this code anymore. Check the code, or get a new one there.',
};
