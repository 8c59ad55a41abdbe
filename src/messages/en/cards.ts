/** What `latch-sign-up` and `latch-sign-in` both say. */
export const accountCard = {
  username: 'Username or email',
  password: 'Password',
  show: 'Show password',
  or: 'or',
  otherWay: 'Use another way',
  terms: 'Terms of service',
  privacy: 'Privacy policy',
};

/** What `latch-sign-up` says beyond that. */
export const signUpCard = {
  heading: 'Create account',
  about: 'No password: you use your fingerprint, face or screen lock.',
  hint: 'At least 8 characters.',
  passkey: 'Create account with a passkey',
  button: 'Create account',
  usePassword: 'Use a password instead',
  usePasskey: 'Use a passkey instead',
  legal: 'By creating an account, you accept:',
  asking: 'Continue in the dialog.',
  verifying: 'Creating your account…',
  done: 'Your account is ready.',
  cancelled: 'No account was created. Try again.',
  missing: 'Enter a username or email.',
  missingPassword: 'Enter a password with at least 8 characters.',
  taken: 'That name is taken. Choose another one, or sign in.',
  invalidName: 'That name can’t be used. Try another one.',
  noPasskeys: 'Passkeys can’t be used here. Choose a password instead.',
  unsupported: 'Accounts can’t be created here. Try another browser.',
  unavailable: 'Accounts can’t be created here.',
};

/** What `latch-sign-in` says beyond that. */
export const signInCard = {
  heading: 'Sign in',
  next: 'Continue',
  help: 'Can’t sign in?',
  lastUsed: 'Last used',
  address: 'Email or phone number',
  send: 'Send a code',
  missing: 'Enter your username or email.',
  missingPassword: 'Enter your password.',
  offer: 'Sign in faster next time',
  offerAbout: 'Use your fingerprint, face or screen lock. There’s nothing to remember.',
  later: 'Not now',
  device: 'Use another device',
  signUp: 'Create account',
};
