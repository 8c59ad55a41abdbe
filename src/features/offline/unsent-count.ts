import { registerBelonging, type Belonging } from '../../core/belongings.js';
import type { Client } from '../../core/client.js';
import { keep, recall } from '../../core/kept.js';

const nameFor = ({ baseUrl }: Client) => `unsent:${baseUrl.pathname}`;

/**
 * Takes down how many writes wait, for when the vault is locked and nobody can count them. The number alone says
 * nothing about anybody.
 */
export const keepCount = (client: Client, count: number): void => keep(nameFor(client), count || undefined);

/**
 * Has a sign-out ask before it loses writes that the server has not got, whether or not the vault is unlocked. Call it
 * in every page that has a way to sign out. The writes themselves go with the vault.
 *
 * @returns What takes it back.
 */
export function registerUnsentWrites(client: Client): () => void {
  const belonging: Belonging = {
    name: 'unsent writes',
    countUnsent: () => (recall(nameFor(client)) as number | undefined) ?? 0,
    wipe: () => keepCount(client, 0),
  };
  return registerBelonging(belonging, client);
}
