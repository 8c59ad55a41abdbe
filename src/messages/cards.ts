import * as english from './en/cards.js';
import type { Section } from './section.js';

/** What `latch-sign-up` and `latch-sign-in` both say. */
export const accountCard: Section<typeof english.accountCard> = {
  group: 'cards',
  name: 'accountCard',
  english: english.accountCard,
};

/** What `latch-sign-up` says beyond that. */
export const signUpCard: Section<typeof english.signUpCard> = {
  group: 'cards',
  name: 'signUpCard',
  english: english.signUpCard,
};

/** What `latch-sign-in` says beyond that. */
export const signInCard: Section<typeof english.signInCard> = {
  group: 'cards',
  name: 'signInCard',
  english: english.signInCard,
};
