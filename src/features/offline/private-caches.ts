import { registerBelonging } from '../../core/belongings.js';
import { toBase64Url } from '../../core/bytes.js';
import type { Client } from '../../core/client.js';
import { credentialsEndpoint } from '../../core/contract/passkey-settings.js';
import { opaqueId, personCachePrefix, type WorkerMessage } from '../../core/contract/worker.js';
import { keep, recall } from '../../core/kept.js';
import { watchSession } from '../../core/session.js';

/** What stands for a person on this device: a random id, and a mark by which they are known again, which without their user handle says nothing. */
interface Alias {
  id: string;
  mark: string;
}

const nameFor = ({ baseUrl }: Client) => `alias:${baseUrl.pathname}`;

function recallAlias(client: Client): Alias | undefined {
  const { id, mark } = (recall(nameFor(client)) ?? {}) as Partial<Alias>;
  return typeof id === 'string' && opaqueId.test(id) && typeof mark === 'string' ? { id, mark } : undefined;
}

/**
 * Has the service worker of `latchkey/worker` keep answers for the person who is signed in, under a random id, until `signal` aborts. What is kept stays when the session merely ends, so that the app works on offline. It is
 * deleted when the person signs out, and when somebody else signs in.
 *
 * @param onError Told when it could not be found out whose caches these are; nothing is kept then that was not kept before.
 */
export function keepPrivateCaches(client: Client, { signal, onError = reportError }: { signal: AbortSignal; onError?: (error: unknown) => void }): void {
  if (signal.aborted) return;
  const takeBack = registerBelonging({ name: 'private caches', wipe: () => wipePrivateCaches(client) }, client);
  signal.addEventListener('abort', takeBack);
  let isSomebodyThere = false;
  const tellWhoseTheyAre = () => {
    if (isSomebodyThere) admit(client, signal).catch((error: unknown) => signal.aborted || onError(error));
  };
  watchSession(client, {
    onChange({ status }) {
      isSomebodyThere = status === 'signed-in';
      tellWhoseTheyAre();
    },
    signal,
  });
  // A worker that has only just begun has heard nothing yet.
  navigator.serviceWorker?.addEventListener('controllerchange', tellWhoseTheyAre, { signal });
}

/**
 * Opens a cache of the app's own that belongs to the person, and goes with them.
 *
 * @returns Nothing if {@link keepPrivateCaches} has not seen anybody yet.
 */
export async function openPrivateCache(client: Client, name: string): Promise<Cache | undefined> {
  const alias = recallAlias(client);
  return alias && caches.open(`${personCachePrefix}${alias.id}.${name}`);
}

async function admit(client: Client, signal: AbortSignal): Promise<void> {
  const { userId } = await client.call(credentialsEndpoint, { signal });
  const known = recallAlias(client);
  if (known && known.mark === (await markOf(known.id, userId))) return tellWorker({ type: 'latchkey.signed-in', person: known.id });
  await wipePrivateCaches(client);
  const id = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const mark = await markOf(id, userId);
  if (signal.aborted) return;
  keep(nameFor(client), { id, mark });
  tellWorker({ type: 'latchkey.signed-in', person: id });
}

async function markOf(id: string, userId: string): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${id} ${userId}`))));
}

async function wipePrivateCaches(client: Client): Promise<void> {
  keep(nameFor(client), undefined);
  tellWorker({ type: 'latchkey.signed-out' });
  // The page deletes them itself: there may be no worker, or none that listens.
  const names = (await caches.keys()).filter((name) => name.startsWith(personCachePrefix));
  await Promise.all(names.map((name) => caches.delete(name)));
}

function tellWorker(message: WorkerMessage): void {
  void navigator.serviceWorker?.getRegistration().then((registration) => registration?.active?.postMessage(message));
}
