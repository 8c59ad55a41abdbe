import { Router } from 'workbox-routing';
import type { WorkerReply } from '../base/contract/worker.js';
import { backgroundName } from '../outbox/background/rows.js';
import { askContract, type BackgroundSender, sendBackground } from '../outbox/background/send.js';
import { readOptions, type Settings, type WorkerOptions } from './options.js';
import { routesFor } from './routes.js';
import { type PageMessage, type RequestEvent, workerScope } from './scope.js';
import { dropUnlisted, precache, precacheRest } from './shared-files.js';
import { isDenied } from './spelling.js';
import { doubtUser, forgetUsers, setUser } from './user-cache.js';

/**
 * Makes this script a service worker that keeps what is listed, and nothing else: call it once, while the script is
 * being evaluated. A new version waits until all pages of the old one are closed, or one of them says
 * otherwise. Between two events the worker remembers nothing; everything it knows is in its options and in the
 * browser's caches.
 *
 * @throws {TypeError} with the invalid option, which makes the registration fail; or if this is not a service worker.
 */
export function startWorker(options: WorkerOptions = {}): void {
  const settings = readOptions(options, workerScope().registration.scope);
  const router = new Router();
  for (const route of routesFor(settings)) router.registerRoute(route);
  router.addFetchListener();
  addListeners(settings);
}

/**
 * Handles everything except requests for an app's own worker, with the same options as {@link createRoutes}: caches the
 * files of `precache` when the worker is installed, and those of `later` when a page asks for it; deletes files that are no longer listed when it takes over, and
 * handles messages from pages. Sends the writes of a `BackgroundQueue` when there is a connection.
 *
 * @throws {TypeError} as {@link startWorker} does.
 */
export function addWorkerListeners(options: WorkerOptions): void {
  addListeners(readOptions(options, workerScope().registration.scope));
}

function addListeners(settings: Settings): void {
  const scope = workerScope();
  scope.addEventListener('install', (event) => event.waitUntil(precache(settings)));
  scope.addEventListener('activate', (event) =>
    event.waitUntil(Promise.all([dropUnlisted(settings), settings.claim && scope.clients.claim()])),
  );
  scope.addEventListener('fetch', doubtAtSignIn);
  scope.addEventListener('message', (event) => handlePageMessage(event, settings));
  sendWhenConnected();
}

/** The parts of the addresses that a sign-in at a provider goes through, at whatever backend. */
const signInPath = /\/(?:auth|login)\/./i;

/**
 * A form without script, or the return from a provider, may sign another user in, and no page reports it. Cached
 * responses are not used again until a page has sent the id of its user.
 */
function doubtAtSignIn(event: RequestEvent): void {
  const { mode, method, url } = event.request;
  const { pathname } = new URL(url);
  if (mode !== 'navigate' || !navigator.onLine || !isDenied(pathname)) return;
  if (method !== 'GET' || signInPath.test(pathname)) event.waitUntil(doubtUser());
}

/** What each message has the worker do. Those of other libraries are left to them. */
const handlers: Record<string, (message: Record<string, unknown>, settings: Settings) => Promise<void>> = {
  SKIP_WAITING: () => workerScope().skipWaiting(),
  'latchkey.signed-in': ({ userId }) => setUser(userId),
  'latchkey.unknown': doubtUser,
  'latchkey.signed-out': forgetUsers,
  'latchkey.precache-rest': (_message, settings) => precacheRest(settings),
};

/** Handles a message from a page, and responds when it is done, if the page has sent a port. */
function handlePageMessage(event: PageMessage, settings: Settings): void {
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

/**
 * Sends the writes of `openBackgroundQueue` when the browser reports that there is a connection, while no page is open
 * too. Leaves those to pages that only a page can send. Rejects if they cannot be sent, so that the browser tries again later.
 *
 * @see {@link https://wicg.github.io/background-sync/spec/ Web Background Synchronization}
 */
function sendWhenConnected(): void {
  workerScope().addEventListener('sync', (event) => {
    if (event.tag === backgroundName) event.waitUntil(sendBackground(sender));
  });
}

/** Without the page's adapter: what it would add is stored with each write. */
const sender: BackgroundSender = {
  findUser: async ({ baseUrl, needsPage = false }) => (needsPage ? undefined : askContract(baseUrl)),
  readBackendHeaders: async ({ backendHeaders = {} }) => backendHeaders,
  // Laravel answers with 419, most others with 403.
  mayBeStale: ({ backendHeaders = {} }, status) =>
    Object.keys(backendHeaders).length > 0 && [403, 419].includes(status),
};
