import type { Options, Query } from 'minisearch';

/** A section of a page, as it is found. */
export interface Section {
  readonly id: string;
  readonly path: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
}

/** The words of a text: names such as `last_way_in` and `latch-sign-in` whole, and in parts. */
const wordsOf = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}_-]+/u).flatMap((word) => (/[_-]/.test(word) ? [word, ...word.split(/[_-]+/)] : word));

/** How the index is built, and how the browser reads it: both must use the same options. */
export const searchOptions: Options<Section> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['path', 'page', 'heading'],
  tokenize: wordsOf,
  searchOptions: {
    boost: { page: 3, heading: 4 },
    prefix: true,
    fuzzy: 0.15,
    combineWith: 'AND',
    tokenize: (text) => text.split(/[^\p{L}\p{N}_-]+/u),
  },
};

/** What readers call it, and the words of the documentation. */
const synonyms: Readonly<Record<string, string>> = {
  '2fa': 'step-up',
  authn: 'sign-in',
  biometrics: 'passkey',
  csp: 'content security policy',
  fido: 'passkey',
  fido2: 'passkey',
  google: 'provider',
  i18n: 'languages',
  idp: 'provider',
  jwt: 'token',
  localization: 'languages',
  login: 'sign-in',
  logout: 'sign-out',
  mfa: 'step-up',
  otp: 'one-time code',
  pwa: 'installed app',
  quickstart: 'first page',
  registration: 'sign-up',
  signin: 'sign-in',
  signout: 'sign-out',
  signup: 'sign-up',
  social: 'provider',
  sso: 'provider',
  theming: 'tokens',
  translation: 'languages',
};

/** The query for what a reader has typed: every word must be found, or what the documentation calls it. */
export function queryFor(typed: string): Query {
  const words = typed
    .toLowerCase()
    .replaceAll(/quick[ -]start/g, 'quickstart')
    .split(/\s+/)
    .filter(Boolean);
  const all = (queries: Query[]): Query => ({ combineWith: 'AND', queries });
  return all(
    words.map((word) => {
      const synonym = synonyms[word];
      return synonym ? { combineWith: 'OR', queries: [word, all(synonym.split(' '))] } : word;
    }),
  );
}
