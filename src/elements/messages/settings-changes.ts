import * as english from './en/settings-changes.js';
import type { Section } from './section.js';

/** What the sections of `latch-account` say. */
export const accountSettings: Section<typeof english.accountSettings> = {
  group: 'settings-changes',
  name: 'accountSettings',
  english: english.accountSettings,
};

/** What happened to an account, by the contract's name for it. */
export const accountEvents: Section<typeof english.accountEvents> = {
  group: 'settings-changes',
  name: 'accountEvents',
  english: english.accountEvents,
};
