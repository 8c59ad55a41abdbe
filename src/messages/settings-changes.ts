import * as english from './en/settings-changes.js';
import type { Section } from './section.js';

/** What the sections of `latch-account` say. */
export const accountSettings: Section<typeof english.accountSettings> = {
  group: 'settings-changes',
  name: 'accountSettings',
  english: english.accountSettings,
};
