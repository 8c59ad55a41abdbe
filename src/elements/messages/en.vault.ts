/** What `latch-vault-unlock` says. Those under the names of states stand above the button. */
export const vault: Record<string, string> = {
  none: 'What this app keeps on this device can be sealed, so that only your passkey opens it.',
  locked: 'This is locked. Your passkey opens it, also without a connection.',
  lost: 'Your browser has deleted what this app kept on this device. What the server has comes back.',
  damaged:
    'What this app kept on this device was changed from outside and cannot be trusted any more. What the server has comes back.',
  create: 'Protect what this app keeps on this device',
  unlock: 'Unlock',
  anew: 'Start anew',
  code: 'Use the recovery code',
  lock: 'Lock',
  last: 'Only one passkey opens this. If you lose it, what the server has not got is lost too.',
  byCode: 'The recovery code opened this. If your passkey is lost, add another one.',
  addPasskey: 'Add a passkey',
  makeCode: 'Make a recovery code',
  asking: 'Continue in the dialog.',
  unlockedNow: 'Unlocked.',
  lockedNow: 'Locked.',
  cancelled: 'Nothing has changed. Try again.',
};
