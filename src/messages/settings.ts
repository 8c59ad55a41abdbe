import * as english from './en/settings.js';
import type { Section } from './section.js';

/** What `latch-account` says before a section is loaded. */
export const accountPage: Section<typeof english.accountPage> = {
  group: 'settings',
  name: 'accountPage',
  english: english.accountPage,
};
