import type { Client } from '../../base/client/client.js';
import { writeLocal, readLocal } from '../../base/storage/local.js';

const nameFor = ({ baseUrl }: Client) => `provider-visit:${baseUrl.pathname}`;

/**
 * Notes that the user leaves for the provider in this window: the page that they come back to may have something to
 * do.
 */
export function noteVisit(client: Client): void {
  writeLocal(nameFor(client), true);
}

/** Whether the user may be back from the provider. True once. */
export function takeVisit(client: Client): boolean {
  const isNoted = readLocal(nameFor(client)) === true;
  if (isNoted) writeLocal(nameFor(client), undefined);
  return isNoted;
}
