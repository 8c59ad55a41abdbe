import * as english from './en/vault-errors.js';
import type { Section } from './section.js';

/** What `latch-vault-unlock` says about errors. */
export const vaultErrors: Section<typeof english.vaultErrors> = {
  group: 'vault-errors',
  name: 'vaultErrors',
  english: english.vaultErrors,
};
