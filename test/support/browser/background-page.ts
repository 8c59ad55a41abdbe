import { clientFor } from '../../../src/base/client/client.js';
import { readSession } from '../../../src/session/session.js';
import { openBackgroundQueue } from '../../../src/offline.js';

const client = clientFor();
const queue = openBackgroundQueue({ client, signal: new AbortController().signal });

/** What the journey has its page do. */
const page = {
  /** Registers the worker, and waits until it serves this page. */
  async register(): Promise<void> {
    const isControlled = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
    await navigator.serviceWorker.register('/service-worker.js?claim');
    if (!navigator.serviceWorker.controller) await isControlled;
    await readSession(client);
  },

  /** Queues entries that this page cannot send. */
  async enqueue(...texts: string[]): Promise<void> {
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    for (const text of texts) await queue.enqueue({ method: 'POST', path: '/entries', body: { text } });
  },

  /** How many are left. */
  count: async (): Promise<number> => (await queue.list()).length,
};

Object.assign(globalThis, { page });
