import * as english from './en/account.js';
import type { Section } from './section.js';

/** What `latch-passkey-create` says. */
export const createPasskey: Section<typeof english.createPasskey> = {
  group: 'account',
  name: 'createPasskey',
  english: english.createPasskey,
};

/** What `latch-passkey-list` says. `{name}` stands for the name of a passkey, `{when}` for how long ago it was. */
export const passkeyList: Section<typeof english.passkeyList> = {
  group: 'account',
  name: 'passkeyList',
  english: english.passkeyList,
};

/** What `latch-session-list` says. `{name}` stands for the name of a device, `{when}` for how long ago it was. */
export const sessionList: Section<typeof english.sessionList> = {
  group: 'account',
  name: 'sessionList',
  english: english.sessionList,
};

/** How a person has signed in, by the contract's name for it. */
export const sessionMethods: Section<typeof english.sessionMethods> = {
  group: 'account',
  name: 'sessionMethods',
  english: english.sessionMethods,
};
