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
  done: 'The payment is confirmed.',
  cancelled: 'The payment was not confirmed. Try again.',
  constraint: 'Your account has no passkey to confirm with. Create one first.',
  unsupported: 'Payments cannot be confirmed here. Use another way.',
  unknown_credential: 'That passkey was removed from this account. Use another one.',
  wrong_account: 'That passkey belongs to another account. Use one of this account.',
  unauthenticated: 'You are not signed in any more. Sign in and try again.',
};
