import * as english from './en/offline.js';
import type { Section } from './section.js';

/**
 * What `latch-offline-status` says. `{count}` stands for the number of changes that wait, `{sent}` and `{all}` for how
 * many of how many are sent, `{subject}` for what a change is about, `{choice}` for the label of a button.
 */
export const offlineStatus: Section<typeof english.offlineStatus> = {
  group: 'offline',
  name: 'offlineStatus',
  english: english.offlineStatus,
};

/** What `latch-sign-out-button` says. `{count}` stands for a number. */
export const signOut: Section<typeof english.signOut> = { group: 'offline', name: 'signOut', english: english.signOut };

/** What tags for signing in say while a session exists that has begun elsewhere. `{name}` stands for the user. */
export const sessionNotice: Section<typeof english.sessionNotice> = {
  group: 'offline',
  name: 'sessionNotice',
  english: english.sessionNotice,
};
