/** What `latch-account` says before a section is loaded. */
export const accountPage = {
  loading: 'Loading your account…',
  retry: 'Try again',
  unsupported: 'You can’t manage your account here.',
  unauthenticated: 'Sign in to see your account.',
  stale: 'You’re offline. This page may be out of date.',
  name: 'Name',
  addresses: 'Email and phone',
  passkeys: 'Passkeys',
  password: 'Password',
  secondFactor: 'Two-step verification',
  providers: 'Linked accounts',
  devices: 'Devices',
  events: 'Recent activity',
  signOut: 'Sign out everywhere',
  deletion: 'Delete account',
};
