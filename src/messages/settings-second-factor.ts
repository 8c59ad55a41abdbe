import * as english from './en/settings-second-factor.js';
import type { Section } from './section.js';

/** What `latch-account` says about the second factor. */
export const secondFactorSettings: Section<typeof english.secondFactorSettings> = {
  group: 'settings-second-factor',
  name: 'secondFactorSettings',
  english: english.secondFactorSettings,
};
