import * as english from './en/settings-events.js';
import type { Section } from './section.js';

/** What happened to an account, by the contract's name for it. */
export const accountEvents: Section<typeof english.accountEvents> = {
  group: 'settings-events',
  name: 'accountEvents',
  english: english.accountEvents,
};
