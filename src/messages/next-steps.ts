import * as english from './en/next-steps.js';
import type { Section } from './section.js';

/** What `latch-sign-in` says when a sign-in needs another step. `{address}` stands for an address. */
export const nextSteps: Section<typeof english.nextSteps> = {
  group: 'next-steps',
  name: 'nextSteps',
  english: english.nextSteps,
};
