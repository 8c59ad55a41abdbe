/**
 * What `latch-offline-status` says. `{count}` is how many changes wait, `{sent}` how many are sent, `{subject}` what a
 * change is about.
 */
export const offlineStatus = {
  offline: 'You are offline.',
  unreachable: 'The server cannot be reached. It is tried again by itself.',
  replaying: 'Sending your changes: {sent} of {all} sent.',
  'signed-out': 'Sign in again to send your changes.',
  'other-person': 'Changes of somebody else wait on this device. They are sent when that person signs in again.',
  stopped: 'Your changes cannot be read on this device. Reload the page.',
  done: 'All your changes are sent.',
  waitingOne: 'One change waits on this device.',
  waitingMany: '{count} changes wait on this device.',
  progress: 'Changes sent',
  list: 'Changes that need a decision',
  change: 'A change',
  conflict: 'It was changed elsewhere in the meantime.',
  failed: 'The server does not accept it.',
  mine: 'Keep mine',
  again: 'Try again',
  theirs: 'Take the other',
  undo: 'Undo my change',
  drop: 'Discard',
  about: '{choice}: {subject}',
  unauthenticated: 'Sign in again to decide about that.',
  wrong_account: 'Somebody else is signed in. Sign in again to decide about that.',
};
