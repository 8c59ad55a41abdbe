/** What `latch-passkey-create` says. */
export const createPasskey = {
  button: 'Create a passkey',
  asking: 'Continue in the dialog.',
  verifying: 'Saving your passkey…',
  confirming: 'Confirm it’s you.',
  done: 'Your passkey is ready.',
  onlyHere: 'Your passkey is ready on this device only. Add a second one on another device.',
  notOffered: 'That passkey was saved, but browsers can’t offer it. Create one on another device.',
  cancelled: 'No passkey was created. Try again.',
  already_registered: 'This device already has a passkey for your account.',
  unauthenticated: 'Sign in first.',
  constraint: 'This device can’t store a passkey for this site. Use another one.',
  step_up_required: 'Sign in again to confirm it’s you.',
};

/** What `latch-passkey-list` says. `{name}` stands for the name of a passkey, `{when}` for how long ago it was. */
export const passkeyList = {
  button: 'Add a passkey',
  list: 'Your passkeys',
  loading: 'Loading your passkeys…',
  retry: 'Try again',
  empty: 'No passkeys yet',
  emptyAbout: 'Next time, sign in with your fingerprint, face or screen lock.',
  advice: 'If you lose this device, you lose this passkey. Add another one.',
  unknownProvider: 'Unknown provider',
  synced: 'Synced',
  notSynced: 'Only on this device',
  created: 'Created',
  lastUsed: 'Last used',
  used: 'Last used {when}',
  neverUsed: 'Never used',
  rename: 'Rename',
  remove: 'Remove',
  actions: 'Actions for {name}',
  unsupported: 'You can’t manage passkeys here.',
  unauthenticated: 'Sign in to see your passkeys.',
  stale: 'You’re offline. This list may be out of date.',
};

/** What `latch-session-list` says. `{name}` stands for the name of a device, `{when}` for how long ago it was. */
export const sessionList = {
  button: 'Sign out all other devices',
  list: 'Your devices',
  loading: 'Loading your devices…',
  retry: 'Try again',
  here: 'This device',
  unknown: 'Unknown device',
  only: 'No other device is signed in.',
  signedIn: 'Signed in',
  lastSeen: 'Last seen',
  seen: 'Last seen {when}',
  actions: 'Actions for {name}',
  end: 'Sign out',
  unsupported: 'You can’t see your devices here.',
  unauthenticated: 'Sign in to see your devices.',
  stale: 'You’re offline. This list may be out of date.',
  approve: 'Sign in another device',
};

/** How a person has signed in, by the contract's name for it. */
export const sessionMethods = {
  signup: 'When creating the account',
  password: 'With a password',
  passkey: 'With a passkey',
  otp: 'With a code',
  provider: 'With a provider',
  other_device: 'With another device',
};
