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

/** What the button says when it is there for a step-up. */
export const stepUp = {
  button: 'Confirm it is you',
  done: 'Confirmed. It is you.',
  cancelled: 'Nothing was confirmed. Try again.',
  unknown_credential: 'That passkey was removed from this account. Use another one.',
  wrong_account: 'That passkey belongs to another account. Use one of this account.',
  unauthenticated: 'You are not signed in any more. Sign in and try again.',
  step_up_required: 'This account has no passkey. Sign in again to confirm that it is you.',
};

/** What an element says when it asks for the password in the middle of something. */
export const confirmPassword: Record<string, string> = {
  title: 'Confirm it is you',
  text: 'Enter your password to go on.',
  password: 'Password',
  confirm: 'Go on',
  cancel: 'Cancel',
  rejected: 'That is not your password. Try again.',
  unsupported: 'That cannot be checked here. Sign in again first.',
  unauthenticated: 'You are not signed in any more. Sign in and try again.',
  wrong_account: 'Somebody else is signed in by now. Reload the page.',
};

/** What `latch-passkey-create` says. */
export const createPasskey = {
  button: 'Create a passkey',
  asking: 'Continue in the dialog.',
  verifying: 'Storing your passkey…',
  confirming: 'Confirm that it is you.',
  done: 'Your passkey is ready.',
  onlyHere: 'Your passkey is ready. It stays on this device, so add a second one elsewhere.',
  notOffered: 'That passkey was saved, but browsers will not offer it. Create one on another device.',
  cancelled: 'No passkey was created. Try again.',
  already_registered: 'This device already has a passkey for your account.',
  unauthenticated: 'You are not signed in any more. Sign in and try again.',
  constraint: 'This device cannot hold a passkey for this site. Use another one.',
  step_up_required: 'Sign in again first, to confirm that it is you.',
};

/** What `latch-passkey-list` says. `{name}` stands for what a passkey is called. */
export const passkeyList = {
  button: 'Add a passkey',
  list: 'Your passkeys',
  loading: 'Looking up your passkeys…',
  retry: 'Try again',
  empty: 'No passkeys yet',
  emptyAbout: 'Sign in next time by fingerprint, face or screen lock.',
  advice: 'This passkey is lost with its device. Add a second one elsewhere.',
  unknownProvider: 'Unknown provider',
  synced: 'Synced',
  notSynced: 'Only on this device',
  created: 'Created',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  rename: 'Rename',
  renameNamed: 'Rename {name}',
  remove: 'Remove',
  removeNamed: 'Remove {name}',
  unsupported: 'Passkeys cannot be managed here.',
  unauthenticated: 'Sign in to see your passkeys.',
  stale: 'The server cannot be reached. This was known before.',
};

/** What `latch-session-list` says. */
export const sessionList = {
  button: 'Sign out all other devices',
  list: 'Your devices',
  loading: 'Looking up your devices…',
  retry: 'Try again',
  here: 'This device',
  unknown: 'Unknown device',
  only: 'No other device is signed in.',
  signedIn: 'Signed in',
  lastSeen: 'Last seen',
  end: 'Sign out',
  unsupported: 'Devices cannot be listed here.',
  unauthenticated: 'Sign in to see your devices.',
  stale: 'The server cannot be reached. This was known before.',
};

/** What it says beyond that, once somebody signs a device out. `{device}` stands for what that is called. */
export const sessionEnding = {
  endTitle: 'Sign out “{device}”?',
  endText: 'Whoever uses it has to sign in again there.',
  othersTitle: 'Sign out all other devices?',
  othersText: 'You stay signed in here, and nowhere else.',
  confirm: 'Sign out',
  cancel: 'Cancel',
  ending: 'Signing out…',
  confirming: 'Confirm that it is you.',
  endedOne: 'That device is signed out.',
  endedMany: 'The other devices are signed out.',
  cancelled: 'Nothing was changed.',
  wrong_account: 'That passkey belongs to another account.',
  step_up_required: 'Sign in again first, to confirm that it is you.',
};

/** How a person has signed in, by the contract's name for it. */
export const sessionMethods = new Map([
  ['signup', 'By creating the account'],
  ['password', 'With a password'],
  ['passkey', 'With a passkey'],
  ['passkey-uv', 'With a passkey'],
  ['otp', 'With a code'],
  ['oidc', 'At a provider'],
  ['fedcm', 'At a provider'],
]);

/** What `latch-sign-out-button` says. `{count}` stands for a number. */
export const signOut = {
  button: 'Sign out',
  confirming: '',
  title: 'Sign out and lose changes?',
  unsentOne: '1 change has not been sent to the server. Sign out and lose it?',
  unsentMany: '{count} changes have not been sent to the server. Sign out and lose them?',
  confirm: 'Sign out',
  everythingTitle: 'Remove everything from this device?',
  everythingText: 'This signs you out and removes all data that this site has stored on this device.',
  everythingConfirm: 'Sign out and remove',
  cancel: 'Stay signed in',
  signingOut: 'Signing you out…',
  unconfirmed:
    'You are signed out on this device. The server could not be told yet. It will be told as soon as it can be reached.',
  done: 'You are signed out.',
  remains: 'You are signed out, but some of your data could not be removed from this device.',
  cancelled: 'You are still signed in.',
};

/** What `latch-password-form` says. `{minutes}` stands for a number. */
export const passwordForm = {
  username: 'Username',
  password: 'Password',
  button: 'Sign in',
  asking: 'Continue in the dialog.',
  verifying: 'Signing you in…',
  done: 'You are signed in.',
  rejected: 'Username and password do not match. Try again, or use another way.',
  unsupported: 'Passwords cannot be used here. Use another way.',
  unknown_credential: 'That passkey was removed from this account. Use another way.',
  no_local_passkey: 'Sign in with your username and password.',
  waitOne: 'Too many tries. Wait a minute and try again.',
  waitMany: 'Too many tries. Wait {minutes} minutes and try again.',
};

/** What `latch-fedcm-button` says. */
export const fedCm = {
  button: 'Sign in with your provider',
  asking: 'Continue in the dialog.',
  verifying: 'Signing you in…',
  done: 'You are signed in.',
  cancelled: 'You are not signed in yet. Try again, sign in at the provider first, or use another way.',
  provider_failed: 'The provider could not sign you in. Try again, or use another way.',
  unsupported: 'Signing in with a provider is not available here. Use another way.',
};

/** What `latch-oidc-button` says. */
export const oidc = {
  button: 'Sign in with another account',
  leaving: 'Going to the sign-in page…',
  blocked: 'Your browser has blocked the window. Going on in this one…',
  open: 'Continue in the other window.',
  lost: 'Continue in the other window. If you closed it, try again.',
  starting: 'One moment…',
  waiting: 'Sign in on the page that opens. Then type this code:',
  openPage: 'Open the sign-in page',
  cancel: 'Cancel',
  chosen: 'You signed in this way last time.',
  done: 'You are signed in.',
  cancelled: 'You were not signed in. Try again.',
  popup_blocked: 'Your browser has blocked the window. Allow it and try again.',
  popup_closed: 'The window was closed before you were signed in. Try again.',
  provider_failed: 'The sign-in service is having trouble. Try again later.',
  unsupported: 'This way of signing in is not available here. Use another one.',
};

/** What `latch-install-button` says. */
export const install = {
  button: 'Install app',
  asking: 'Continue in the dialog.',
  guiding: '',
  done: 'The browser installs the app.',
  cancelled: 'The app was not installed.',
};

/** What `latch-manifest-inspector` says before there is anything to report. */
export const manifestInspector = {
  address: 'Address of the manifest',
  load: 'Load',
  text: 'Manifest',
  placeholder: 'Paste a manifest here, or load one by its address.',
  loading: 'Loading…',
  offline: 'You are offline. Paste the manifest, or load it when you are back.',
  network: 'The manifest could not be fetched. If it is on another site, paste its text.',
  bad_response: 'The server has no manifest there.',
  rejected: 'That is not an address on the web.',
  done: 'Errors: {errors}. Warnings: {warnings}.',
};

/** What to say of an error of which an element has nothing of its own to say. */
export const errors: Record<string, string> = {
  unsupported: 'Passkeys are not available here. Use another way.',
  invalid_rp_id: 'Passkeys are not available at this address. Use another way.',
  misconfigured: 'This page is not set up correctly.',
  embedded: 'Open this page in its own window to go on.',
  challenge_expired: 'That took too long. Try again.',
  rejected: 'That did not work. Try again or use another way.',
  rate_limited: 'Too many tries. Wait a few minutes.',
  timed_out: 'That took too long. Try again.',
  network: 'The server cannot be reached. Check your connection.',
  bad_response: 'The server is having trouble. Try again.',
};
