import type { WorkerReply } from '../base/contract/worker.js';
import { doubtUser, forgetUsers, keepFor } from './user-cache.js';
import type { Settings } from './options.js';
import { workerScope, type PageMessage } from './scope.js';
import { keepRest } from './shared-files.js';

/** What each message has the worker do. Those of other libraries are left to them. */
const handlers: Record<string, (message: Record<string, unknown>, settings: Settings) => Promise<void>> = {
  SKIP_WAITING: () => workerScope().skipWaiting(),
  'latchkey.signed-in': ({ userId }) => keepFor(userId),
  'latchkey.unknown': doubtUser,
  'latchkey.signed-out': forgetUsers,
  'latchkey.keep-rest': (_message, settings) => keepRest(settings),
};

/** Handles a message from a page, and responds when it is done, if the page has sent a port. */
export function handlePageMessage(event: PageMessage, settings: Settings): void {
  const data: unknown = event.data;
  const type = (data as { type?: unknown } | null)?.type;
  const handler = typeof type === 'string' && Object.hasOwn(handlers, type) ? handlers[type] : undefined;
  if (!handler) return;
  const reply = (answer: WorkerReply) => event.ports[0]?.postMessage(answer);
  event.waitUntil(
    handler(data as Record<string, unknown>, settings).then(
      () => reply({ ok: true }),
      (error: unknown) => reply({ ok: false, reason: error instanceof Error ? error.message : String(error) }),
    ),
  );
}
