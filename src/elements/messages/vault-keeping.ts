import * as english from './en/vault-keeping.js';
import type { Section } from './section.js';

/** What `latch-vault-unlock` says when its keys change. `{count}` stands for a number. */
export const vaultKeeping: Section<typeof english.vaultKeeping> = {
  group: 'vault-keeping',
  name: 'vaultKeeping',
  english: english.vaultKeeping,
};
