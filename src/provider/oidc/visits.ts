import type { Client } from '../../base/client/client.js';
import { keep, recall } from '../../base/storage/kept.js';

const nameFor = ({ baseUrl }: Client) => `provider-visit:${baseUrl.pathname}`;

/**
 * Notes that the person leaves for the provider in this window: the page that they come back to may have something to
 * do.
 */
export function noteVisit(client: Client): void {
  keep(nameFor(client), true);
}

/** Whether the person may be back from the provider. True once. */
export function takeVisit(client: Client): boolean {
  const isNoted = recall(nameFor(client)) === true;
  if (isNoted) keep(nameFor(client), undefined);
  return isNoted;
}
