/** The messages for errors for which an element has no message of its own. */
export const errors = {
  unsupported: 'This browser can’t use passkeys here. Sign in another way.',
  invalid_rp_id: 'Passkeys don’t work at this address. Sign in another way.',
  misconfigured: 'This page is not set up correctly.',
  embedded: 'Open this page in its own window to continue.',
  challenge_expired: 'That took too long. Try again.',
  rejected: 'That didn’t work. Try again, or use another way.',
  rate_limited: 'Too many attempts. Wait a few minutes and try again.',
  timed_out: 'That took too long. Try again.',
  network: 'Can’t reach the server. Check your connection and try again.',
  bad_response: 'The server has a problem. Try again later.',
  next_step: 'One more step is needed. Continue on the sign-in page.',
};

/** What `latch-passkey-field` and `latch-passkey-button` say. */
export const signIn = {
  username: 'Username',
  button: 'Sign in with a passkey',
  asking: 'Continue in the dialog.',
  verifying: 'Checking…',
  done: 'You’re signed in.',
  cancelled: 'No passkey was used. Try again.',
  unknown_credential: 'That passkey was removed from this account. Sign in another way.',
};

/** What the button says beyond that, in immediate mode. */
export const immediate = {
  no_local_passkey: 'This device has no passkey for this site. Sign in another way.',
};

/** What the button says when it is there for a step-up. */
export const stepUp = {
  button: 'Confirm it’s you',
  done: 'Confirmed.',
  cancelled: 'Not confirmed. Try again.',
  unknown_credential: 'That passkey was removed from this account. Use another one.',
  wrong_account: 'That passkey belongs to another account. Use a passkey of this account.',
  unauthenticated: 'Sign in first.',
  step_up_required: 'This account has no passkey. Sign in again to confirm it’s you.',
};

/** What `latch-password-form` says. `{minutes}` stands for a number. */
export const passwordForm = {
  username: 'Username',
  password: 'Password',
  button: 'Sign in',
  asking: 'Continue in the dialog.',
  verifying: 'Signing in…',
  done: 'You’re signed in.',
  rejected: 'Wrong username or password. Try again, or sign in another way.',
  unsupported: 'Passwords can’t be used here. Sign in another way.',
  unknown_credential: 'That passkey was removed from this account. Sign in another way.',
  no_local_passkey: 'Sign in with your username and password.',
  wait: {
    one: 'Too many attempts. Wait a minute and try again.',
    other: 'Too many attempts. Wait {minutes} minutes and try again.',
  },
};
