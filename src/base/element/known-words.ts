/** The words that attributes know. The types, the descriptions for editors and the warnings all come from here. */
export const signInMethods = ['passkey', 'password', 'fedcm', 'oidc', 'code', 'device', 'sign-up'] as const;
export const signUpMethods = ['passkey', 'password'] as const;
export const oidcModes = ['auto', 'redirect', 'popup', 'handoff'] as const;
export const hints = ['security-key', 'client-device', 'hybrid'] as const;
export const fedCmContexts = ['signin', 'signup', 'use', 'continue'] as const;
export const fedCmFields = ['name', 'email', 'picture', 'tel', 'username'] as const;
export const accountSections = [
  'name',
  'addresses',
  'passkeys',
  'password',
  'second-factor',
  'providers',
  'devices',
  'events',
  'sign-out',
  'delete',
] as const;

/** A way to sign in. */
export type SignInMethodName = (typeof signInMethods)[number];

/** A way to create an account. */
export type SignUpMethodName = (typeof signUpMethods)[number];

/** How the user signs in at a provider. */
export type OidcModeName = (typeof oidcModes)[number];

/** A kind of authenticator. */
export type HintName = (typeof hints)[number];

/** The wording of the browser's dialog for FedCM. */
export type FedCmContextName = (typeof fedCmContexts)[number];

/** What a provider is asked to share. */
export type FedCmFieldName = (typeof fedCmFields)[number];

/** A section of `latch-account`. */
export type AccountSectionName = (typeof accountSections)[number];

/**
 * A list of words: an array, or text with spaces between them. The type checks the first three words of a text, because
 * all orders of ten words would be too many for a type.
 */
export type WordList<Word extends string> =
  Word | `${Word} ${Word}` | `${Word} ${Word} ${Word}` | `${Word} ${Word} ${Word} ${string}` | readonly Word[];
