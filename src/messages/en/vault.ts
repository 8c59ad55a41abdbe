/** What `latch-vault-unlock` says. Those under the names of states stand above the button. */
export const vault = {
  none: 'Encrypt this app’s data so only your passkey can open it.',
  locked: 'Your passkey unlocks this app’s data, even offline.',
  lost: 'Your browser deleted this app’s data on this device. Data on the server will be restored.',
  damaged: 'Something else changed this app’s data on this device. Data on the server will be restored.',
  create: 'Lock with a passkey',
  unlock: 'Unlock',
  anew: 'Start over',
  code: 'Use recovery code',
  lock: 'Lock',
  more: 'More actions',
  asking: 'Continue in the dialog.',
  unlockedNow: 'Unlocked.',
  lockedNow: 'Locked.',
  cancelled: 'Nothing changed. Try again.',
};
