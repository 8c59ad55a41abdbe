import * as english from './en/sign-in.js';
import type { Section } from './section.js';

/** The messages for errors for which an element has no message of its own. */
export const errors: Section<typeof english.errors> = { group: 'sign-in', name: 'errors', english: english.errors };

/** What `latch-passkey-field` and `latch-passkey-button` say. */
export const signIn: Section<typeof english.signIn> = { group: 'sign-in', name: 'signIn', english: english.signIn };

/** What the button says beyond that, in immediate mode. */
export const immediate: Section<typeof english.immediate> = {
  group: 'sign-in',
  name: 'immediate',
  english: english.immediate,
};

/** What the button says when it is there for a step-up. */
export const stepUp: Section<typeof english.stepUp> = { group: 'sign-in', name: 'stepUp', english: english.stepUp };

/** What `latch-password-form` says. `{minutes}` stands for a number. */
export const passwordForm: Section<typeof english.passwordForm> = {
  group: 'sign-in',
  name: 'passwordForm',
  english: english.passwordForm,
};
