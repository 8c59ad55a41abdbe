import type { Messages, ServerMessages } from './section.js';

type Load = () => Promise<{ default: Messages; consequences: ServerMessages }>;

/**
 * What fetches each language but English. An application that chooses its languages itself has `none.ts` in its place, see
 * docs/languages.md.
 */
export const shipped: Readonly<Record<string, Load>> = {
  ar: () => import('./languages/ar.js'),
  de: () => import('./languages/de.js'),
  es: () => import('./languages/es.js'),
  fr: () => import('./languages/fr.js'),
  he: () => import('./languages/he.js'),
  hi: () => import('./languages/hi.js'),
  it: () => import('./languages/it.js'),
  ja: () => import('./languages/ja.js'),
  ko: () => import('./languages/ko.js'),
  nl: () => import('./languages/nl.js'),
  pl: () => import('./languages/pl.js'),
  pt: () => import('./languages/pt-BR.js'),
  tr: () => import('./languages/tr.js'),
  uk: () => import('./languages/uk.js'),
  'zh-Hans': () => import('./languages/zh-Hans.js'),
  'zh-Hant': () => import('./languages/zh-Hant.js'),
};
