/** What `latch-digital-credential-button` says. */
export const digitalCredential = {
  button: 'Show your digital ID',
  asking: 'Continue in the dialog.',
  verifying: 'Checking…',
  done: 'Your digital ID was verified.',
  cancelled: 'Nothing was shared. Try again, or use another way.',
  unsupported: 'Digital IDs are not available here. Use another way.',
  rejected: 'That did not work: what your wallet showed is not what is needed here. Use another way.',
};
