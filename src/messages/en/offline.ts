/**
 * What `latch-offline-status` says. `{count}` stands for the number of changes that wait, `{sent}` and `{all}` for how
 * many of how many are sent, `{subject}` for what a change is about, `{choice}` for the label of a button.
 */
export const offlineStatus = {
  offline: 'You’re offline.',
  unreachable: 'Can’t reach the server. Retrying automatically.',
  replaying: 'Sending your changes…',
  'signed-out': 'Sign in again to send your changes.',
  'other-person': 'Another user’s changes are waiting on this device. They are sent when that user signs in.',
  stopped: 'Your changes can’t be read on this device. Reload the page.',
  storage_full: 'This device has no space left. Free up space to finish sending.',
  done: 'All your changes are sent.',
  waiting: { one: 'One change is waiting on this device.', other: '{count} changes are waiting on this device.' },
  progress: 'Changes sent',
  list: 'Changes that need a decision',
  change: 'A change',
  changed: 'This was changed elsewhere in the meantime.',
  exists: 'This already exists on the server.',
  gone: 'This no longer exists on the server.',
  forbidden: 'You aren’t allowed to make this change.',
  too_large: 'This change is too large for the server.',
  invalid: 'The server doesn’t accept this content.',
  unsendable: 'The file is missing on this device, or the server can’t receive it.',
  state: 'The server can’t make this change right now. Try again later.',
  mine: 'Keep my version',
  again: 'Try again',
  theirs: 'Use the server’s version',
  undo: 'Undo my change',
  drop: 'Discard',
  about: '{choice}: {subject}',
  unauthenticated: 'Sign in again to decide.',
  wrong_account: 'Another user is signed in. Sign in again to decide.',
};

/** What `latch-sign-out-button` says. `{count}` stands for a number. */
export const signOut = {
  button: 'Sign out',
  confirming: '',
  title: 'Sign out and lose changes?',
  unsent: {
    one: '1 change has not been sent to the server. If you sign out, you lose it.',
    other: '{count} changes have not been sent to the server. If you sign out, you lose them.',
  },
  uncountedTitle: 'Sign out anyway?',
  uncounted: 'Some changes may not have been sent to the server. If you sign out, you lose them.',
  confirm: 'Sign out and lose changes',
  everythingTitle: 'Remove everything from this device?',
  everythingText: 'This signs you out and removes all data that this site has stored on this device.',
  everythingConfirm: 'Sign out and remove',
  cancel: 'Stay signed in',
  signingOut: 'Signing out…',
  unconfirmed: 'You’re signed out on this device. The server will be notified when it can be reached.',
  done: 'You’re signed out.',
  remains: 'You’re signed out, but some of your data couldn’t be removed from this device.',
  cancelled: 'You’re still signed in.',
};

/** What tags for signing in say while a session exists that has begun elsewhere. `{name}` stands for the user. */
export const sessionNotice = {
  signedInAs: 'You’re signed in as {name}.',
  signedIn: 'You’re signed in.',
  goOn: 'Continue',
  otherAccount: 'Use another account',
};
