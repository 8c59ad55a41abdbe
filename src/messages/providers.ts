import * as english from './en/providers.js';
import type { Section } from './section.js';

/** What `latch-fedcm-button` says. */
export const fedCm: Section<typeof english.fedCm> = { group: 'providers', name: 'fedCm', english: english.fedCm };

/** What `latch-oidc-button` says. */
export const oidc: Section<typeof english.oidc> = { group: 'providers', name: 'oidc', english: english.oidc };

/** What `latch-digital-credential-button` says. */
export const digitalCredential: Section<typeof english.digitalCredential> = {
  group: 'providers',
  name: 'digitalCredential',
  english: english.digitalCredential,
};

/**
 * What `latch-payment-button` says. `{amount}`, `{payee}` and `{instrument}` stand for what is paid, to whom and with
 * what.
 */
export const payment: Section<typeof english.payment> = {
  group: 'providers',
  name: 'payment',
  english: english.payment,
};

/** What `latch-sign-in` says when another device signs it in. */
export const otherDevice: Section<typeof english.otherDevice> = {
  group: 'providers',
  name: 'otherDevice',
  english: english.otherDevice,
};
