import * as english from './en/account-changes.js';
import type { Section } from './section.js';

/** What an element says when it asks for the password before a change. */
export const confirmPassword: Section<typeof english.confirmPassword> = {
  group: 'account-changes',
  name: 'confirmPassword',
  english: english.confirmPassword,
};

/** What `latch-passkey-list` says when something changes. `{name}` stands for the name of a passkey. */
export const passkeyEditing: Section<typeof english.passkeyEditing> = {
  group: 'account-changes',
  name: 'passkeyEditing',
  english: english.passkeyEditing,
};

/** What `latch-session-list` says when a device is signed out. `{device}` stands for the name of a device. */
export const sessionEnding: Section<typeof english.sessionEnding> = {
  group: 'account-changes',
  name: 'sessionEnding',
  english: english.sessionEnding,
};
