import { Router } from 'workbox-routing';
import { readOptions, type Settings, type WorkerOptions } from './options.js';
import { sendWhenConnected } from './background-sync.js';
import { handlePageMessage } from './page-messages.js';
import { routesFor } from './routes.js';
import { workerScope } from './scope.js';
import { dropUnlisted, precache } from './shared-files.js';

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
  scope.addEventListener('message', (event) => handlePageMessage(event, settings));
  sendWhenConnected();
}
