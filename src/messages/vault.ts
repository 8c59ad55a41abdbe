import * as english from './en/vault.js';
import type { Section } from './section.js';

/** What `latch-vault-unlock` says. Those under the names of states stand above the button. */
export const vault: Section<typeof english.vault> = { group: 'vault', name: 'vault', english: english.vault };
