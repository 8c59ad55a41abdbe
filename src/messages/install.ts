import * as english from './en/install.js';
import type { Section } from './section.js';

/** What `latch-install-button` says. */
export const install: Section<typeof english.install> = { group: 'install', name: 'install', english: english.install };

/** What its dialog says besides the steps. */
export const installGuide: Section<typeof english.installGuide> = {
  group: 'install',
  name: 'installGuide',
  english: english.installGuide,
};

/** What a person has to do, in the words of the browsers' own menus. */
export const installSteps: Section<typeof english.installSteps> = {
  group: 'install',
  name: 'installSteps',
  english: english.installSteps,
};
