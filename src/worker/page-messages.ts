import type { WorkerReply } from '../base/contract/worker.js';
import { doubtPerson, forgetPeople, keepFor } from './person-cache.js';
import { workerScope, type PageMessage } from './scope.js';

/** What each message has the worker do. Those of other libraries are left to them. */
const deeds: Record<string, (message: Record<string, unknown>) => Promise<void>> = {
  SKIP_WAITING: () => workerScope().skipWaiting(),
  'latchkey.signed-in': ({ person }) => keepFor(person),
  'latchkey.unknown': doubtPerson,
  'latchkey.signed-out': forgetPeople,
};

/** Handles a message from a page, and responds when it is done, if the page has sent a port. */
export function obeyPage(event: PageMessage): void {
  const data: unknown = event.data;
  const type = (data as { type?: unknown } | null)?.type;
  const deed = typeof type === 'string' && Object.hasOwn(deeds, type) ? deeds[type] : undefined;
  if (!deed) return;
  const reply = (answer: WorkerReply) => event.ports[0]?.postMessage(answer);
  event.waitUntil(
    deed(data as Record<string, unknown>).then(
      () => reply({ ok: true }),
      (error: unknown) => reply({ ok: false, reason: error instanceof Error ? error.message : String(error) }),
    ),
  );
}
