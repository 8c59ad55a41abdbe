/** Every sentence that the elements say, by what they are about. An element takes along only what it says itself. */

export const signIn = {
  username: 'Username',
  button: 'Sign in with a passkey',
  asking: 'Continue in the dialog.',
  verifying: 'Checking…',
  done: 'You are signed in.',
  cancelled: 'No passkey was used. Try again.',
  unknown_credential: 'That passkey was removed from this account. Use another way.',
};

/** What the button says beyond that, in immediate mode. */
export const signInImmediately = {
  ...signIn,
  no_local_passkey: 'There is no passkey for this site on this device. Use another way.',
};

/** What `latch-passkey-create` says. */
export const createPasskey = {
  button: 'Create a passkey',
  asking: 'Continue in the dialog.',
  verifying: 'Storing your passkey…',
  done: 'Your passkey is ready.',
  onlyHere: 'Your passkey is ready. It stays on this device, so add a second one elsewhere.',
  cancelled: 'No passkey was created. Try again.',
  already_registered: 'This device already has a passkey for your account.',
  unauthenticated: 'You are not signed in any more. Sign in and try again.',
  constraint: 'This device cannot hold a passkey for this site. Use another one.',
  step_up_required: 'Sign in again first, to confirm that it is you.',
};

/** What `latch-sign-out-button` says. */
export const signOut = {
  button: 'Sign out',
  signingOut: 'Signing you out…',
  done: 'You are signed out.',
  network: 'You are still signed in. Check your connection and try again.',
  rejected: 'You are still signed in. Try again later.',
};

/** What to say of an error of which an element has nothing of its own to say. */
export const errors: Record<string, string> = {
  unsupported: 'Passkeys are not available here. Use another way.',
  embedded: 'Open this page in its own window to go on.',
  challenge_expired: 'That took too long. Try again.',
  rejected: 'That did not work. Try again or use another way.',
  rate_limited: 'Too many tries. Wait a few minutes.',
  timed_out: 'That took too long. Try again.',
  network: 'The server cannot be reached. Check your connection.',
  bad_response: 'The server is having trouble. Try again.',
};
