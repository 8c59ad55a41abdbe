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

/** Pages that name everything, and how much less what is found there counts. */
const lists: Readonly<Record<string, number>> = { Changelog: 0.2, 'Endpoint reference': 0.4 };

/** How the index is built, and how the browser reads it: both must use the same options. */
export const searchOptions: Options<Section> = {
  fields: ['page', 'heading', 'text'],
  storeFields: ['path', 'page', 'heading'],
  tokenize: wordsOf,
  searchOptions: {
    boost: { page: 3, heading: 4 },
    prefix: true,
    fuzzy: 0.15,
    // Who looks for a subject wants its page before sections of others, and guides before lists.
    boostDocument: (_id, _term, stored) => lists[stored?.['page'] as string] ?? (stored?.['heading'] ? 1 : 2),
    combineWith: 'AND',
    tokenize: (text) => text.split(/[^\p{L}\p{N}_-]+/u),
  },
};

/** What readers call it, and the words of the documentation. */
const synonyms: Readonly<Record<string, string>> = {
  '2fa': 'second factor',
  authn: 'sign-in',
  biometrics: 'passkey',
  csp: 'content security policy',
  cssvariables: 'style elements',
  customise: 'style elements',
  customization: 'style elements',
  customize: 'style elements',
  darkmode: 'dark',
  fido: 'passkey',
  fido2: 'passkey',
  google: 'provider',
  i18n: 'languages',
  idp: 'provider',
  jwt: 'token',
  localization: 'languages',
  login: 'sign-in',
  magiclink: 'one-time code',
  logout: 'sign-out',
  mfa: 'second factor',
  nextjs: 'next client component',
  oauth: 'provider',
  otp: 'one-time code',
  pwa: 'installed app',
  quickstart: 'first page',
  reactjs: 'react',
  registration: 'sign-up',
  signin: 'sign-in',
  signout: 'sign-out',
  signup: 'sign-up',
  social: 'provider',
  sso: 'provider',
  style: 'style elements',
  styling: 'style elements',
  theme: 'style elements',
  theming: 'style elements',
  translation: 'languages',
  vuejs: 'vue',
};

/** The query for what a reader has typed: every word must be found, or what the documentation calls it. */
export function queryFor(typed: string): Query {
  const words = typed
    .toLowerCase()
    .replaceAll(/quick[ -]start/g, 'quickstart')
    .replaceAll(/magic[ -]links?/g, 'magiclink')
    .replaceAll(/css (?:custom properties|variables?)/g, 'cssvariables')
    .replaceAll(/dark[ -](?:mode|theme)/g, 'darkmode')
    .replaceAll(/\b(next|react|vue)\.js\b/g, '$1js')
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
