import * as english from './en/vault-keeping.js';
import type { Section } from './section.js';

/**
 * What `latch-vault-unlock` says when its keys change, and before it locks automatically. `{count}` stands for a number,
 * `{when}` for a time such as "in 20 seconds".
 */
export const vaultKeeping: Section<typeof english.vaultKeeping> = {
  group: 'vault-keeping',
  name: 'vaultKeeping',
  english: english.vaultKeeping,
};
