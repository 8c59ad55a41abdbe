import { Router } from 'workbox-routing';
import { readOptions, type Settings, type WorkerOptions } from './options.js';
import { obeyPage } from './page-messages.js';
import { routesFor } from './routes.js';
import { workerScope } from './scope.js';
import { dropUnlisted, precache } from './shared-files.js';

/**
 * Makes this script a service worker that keeps what is listed, and nothing else: call it once, while the script is
 * being evaluated. A new version waits until all pages of the old one are closed, or one of them says
 * otherwise. Between two events the worker remembers nothing; everything it knows is in its options and in the
 * browser's caches.
 *
 * @throws {TypeError} naming what is wrong with the options, which fails the registration; or if this is no service
 *   worker.
 */
export function startWorker(options: WorkerOptions = {}): void {
  const settings = readOptions(options, workerScope().registration.scope);
  const router = new Router();
  for (const route of routesFor(settings)) router.registerRoute(route);
  router.addFetchListener();
  attend(settings);
}

/**
 * Does for an app's own worker what has to be done beside answering requests by {@link createRoutes} of the same
 * options: keeps the files of `precache` when the worker is installed, deletes what is not listed any more
 * when it takes over, and does what pages say.
 *
 * @throws {TypeError} as {@link startWorker} does.
 */
export function attendWorker(options: WorkerOptions): void {
  attend(readOptions(options, workerScope().registration.scope));
}

function attend(settings: Settings): void {
  const scope = workerScope();
  scope.addEventListener('install', (event) => event.waitUntil(precache(settings)));
  scope.addEventListener('activate', (event) =>
    event.waitUntil(Promise.all([dropUnlisted(settings), settings.claim && scope.clients.claim()])),
  );
  scope.addEventListener('message', obeyPage);
}
