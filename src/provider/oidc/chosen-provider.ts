import type { Client } from '../../base/client/client.js';
import { readSession } from '../../base/contract/session.js';
import { writeLocal, readLocal } from '../../base/storage/local.js';
import { takeVisit } from './visits.js';

const nameFor = ({ baseUrl }: Client) => `provider-chosen:${baseUrl.pathname}`;

/**
 * Remembers the provider, if the user is back from it in this window and is signed in. For the page that `returnTo`
 * names. Never throws.
 */
export async function rememberVisit(client: Client): Promise<void> {
  if (takeVisit(client)) await rememberProvider(client);
}

/**
 * Remembers in this browser at which provider the user has signed in last, by the provider's id. It names no user. Does
 * nothing for users who signed in another way. Never throws: the user is signed in anyway.
 */
export async function rememberProvider(client: Client): Promise<void> {
  const { provider } = await client.call(readSession).catch(() => ({ provider: undefined }));
  const id: unknown = provider?.id;
  if (typeof id === 'string') writeLocal(nameFor(client), id);
}

/** The id of the provider at which the user has signed in last in this browser; undefined if there is none. */
export function readChosenProvider(client: Client): string | undefined {
  const id = readLocal(nameFor(client));
  return typeof id === 'string' ? id : undefined;
}
