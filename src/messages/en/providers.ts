/** What `latch-fedcm-button` says. */
export const fedCm = {
  button: 'Sign in with your provider',
  asking: 'Continue in the dialog.',
  verifying: 'Signing in…',
  done: 'You’re signed in.',
  cancelled: 'You’re not signed in yet. Try again, or sign in at the provider first.',
  provider_failed: 'The provider couldn’t sign you in. Try again, or use another way.',
  unsupported: 'This browser can’t sign you in with a provider. Sign in another way.',
};

/** What `latch-oidc-button` says. */
export const oidc = {
  button: 'Sign in with another account',
  leaving: 'Opening the sign-in page…',
  blocked: 'Your browser blocked the window. Continuing in this one…',
  open: 'Continue in the other window.',
  lost: 'Continue in the other window. If you closed it, try again.',
  starting: 'One moment…',
  waiting: 'Sign in on the page that opens. Then enter this code:',
  openPage: 'Open the sign-in page',
  cancel: 'Cancel',
  chosen: 'You signed in this way last time.',
  done: 'You’re signed in.',
  cancelled: 'You were not signed in. Try again.',
  popup_blocked: 'Your browser blocked the window. Allow pop-ups and try again.',
  popup_closed: 'The window was closed before you signed in. Try again.',
  provider_failed: 'The sign-in service has a problem. Try again later.',
  unsupported: 'You can’t sign in this way here. Use another way.',
};

/** What `latch-digital-credential-button` says. */
export const digitalCredential = {
  button: 'Show your digital ID',
  asking: 'Continue in the dialog.',
  verifying: 'Checking…',
  done: 'Your digital ID was verified.',
  cancelled: 'Nothing was shared. Try again, or use another way.',
  unsupported: 'This browser can’t show a digital ID here. Use another way.',
  rejected: 'Your wallet didn’t share what is needed here. Use another way.',
};

/**
 * What `latch-payment-button` says. `{amount}`, `{payee}` and `{instrument}` stand for what is paid, to whom and with
 * what.
 */
export const payment = {
  button: 'Confirm payment',
  asking: 'Continue in the dialog.',
  confirming: '',
  title: 'Pay {amount}?',
  text: 'To {payee}, with {instrument}.',
  confirm: 'Pay {amount}',
  cancel: 'Cancel',
  verifying: 'Checking…',
  done: 'Payment confirmed.',
  cancelled: 'The payment was not confirmed. Try again.',
  constraint: 'Your account has no passkey for payments. Create one first.',
  unsupported: 'This browser can’t confirm payments. Use another way.',
  unknown_credential: 'That passkey was removed from this account. Use another one.',
  wrong_account: 'That passkey belongs to another account. Use a passkey of this account.',
  unauthenticated: 'Sign in first.',
};

/** What `latch-sign-in` says when another device signs it in. */
export const otherDevice = {
  about: 'On your phone or computer, open this page and enter the code.',
  starting: 'Getting a code…',
  waiting: 'Waiting until you have entered the code…',
  timed_out: 'The code has expired.',
  again: 'New code',
  picture: 'QR code of the page',
  unsupported: 'You can’t sign in with another device here. Use another way.',
};
