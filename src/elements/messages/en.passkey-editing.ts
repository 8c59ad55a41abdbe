/**
 * What `latch-passkey-list` says once something is changed: in a file of its own, because it is loaded only then.
 * `{name}` stands for what a passkey is called.
 */
export const passkeyEditing = {
  asking: 'Continue in the dialog.',
  verifying: 'Storing your passkey…',
  added: 'Your passkey is ready.',
  addedHere: 'Your passkey is ready. It stays on this device, so add a second one elsewhere.',
  notOffered: 'That passkey was saved, but browsers will not offer it. Create one on another device.',
  already_registered: 'This device already has a passkey for your account.',
  constraint: 'This device cannot hold a passkey for this site. Use another one.',
  nickname: 'Name of this passkey',
  save: 'Save',
  cancel: 'Cancel',
  renaming: 'Saving the name…',
  renamed: 'The name is saved.',
  remove: 'Remove',
  removeTitle: 'Remove the passkey “{name}”?',
  removeText: 'It will not sign you in any more.',
  removing: 'Removing the passkey…',
  removed: 'The passkey is removed.',
  gone: 'That passkey had been removed already.',
  last_way_in: 'That is the last way into your account, so it stays. Add another passkey first.',
  confirming: 'Confirm that it is you.',
  cancelled: 'Nothing was changed.',
  wrong_account: 'That passkey belongs to another account.',
  step_up_required: 'Sign in again first, to confirm that it is you.',
};
