import { pageAddress } from '../../base/browser/embedding.js';
import type { Workbox } from 'workbox-window';
import { attempt } from '../../base/attempt.js';
import { type TurnKind, run } from '../../base/browser/ceremony.js';
import { within } from '../../base/client/deadline.js';
import { LatchError } from '../../base/client/errors.js';
import type { WorkerMessage } from '../../base/contract/worker.js';

/**
 * A new version of the worker, which waits until the page lets it take over, or all pages of the old one are closed.
 */
export interface WorkerUpdate {
  /**
   * Lets the new version take over, and resolves when it has: reload the page then. If you call it from a click, it
   * aborts the page's pending ceremony. Otherwise it aborts only autofill, and waits until everything else has ended,
   * so that no ceremony is interrupted.
   *
   * @throws {LatchError} `timed_out` if the worker does not take over within ten seconds; `superseded` by a click on
   *   something else, or by a later `apply`; `aborted`.
   */
  apply(options?: { signal?: AbortSignal }): Promise<void>;
}

/** The worker, and the callback for new versions. */
export interface RegisterWorkerOptions {
  /** The worker's file, on the page's own origin. */
  url: string;
  /** The part of the site that it serves. Defaults to the folder of its file. */
  scope?: string;
  /**
   * What the worker keeps from the beginning is kept: its pages open without a connection from now on. The files of
   * `later` are fetched after that.
   */
  onReady?(): void;
  /** A new version waits. It is never forced on a page. */
  onUpdate?(update: WorkerUpdate): void;
}

/** How long the new version may take to take over, in ms. */
const workerTimeout = 10_000;

/** Everything that a page may be asking the browser for. */
const kinds: readonly TurnKind[] = ['publicKey', 'password', 'identity', 'otp', 'digital'];

/**
 * Registers the service worker. Under a policy that requires Trusted Types, the page has to allow the policy
 * `latchkey`.
 *
 * @throws {LatchError} `unsupported` where the browser has no service workers, or not here; `network` if the worker
 *   cannot be loaded, or does not start.
 * @throws {TypeError} if `url` is not on the page's origin.
 */
export async function registerWorker({
  url,
  scope,
  onReady,
  onUpdate,
}: RegisterWorkerOptions): Promise<ServiceWorkerRegistration> {
  const address = trustWorker(url);
  if (!attempt(() => navigator.serviceWorker))
    throw new LatchError('unsupported', 'The browser has no service workers.');
  try {
    // Not before it is needed: what Node finds under this name it cannot import.
    const { Workbox } = await import('workbox-window');
    const workbox = new Workbox(address, scope === undefined ? {} : { scope });
    workbox.addEventListener('waiting', () =>
      onUpdate?.({ apply: async ({ signal } = {}) => applyUpdate((await registered)!, workbox, signal) }),
    );
    void workbox.active.then((worker) => {
      const message: WorkerMessage = { type: 'latchkey.precache-rest' };
      worker.postMessage(message);
      onReady?.();
    });
    const registered = workbox.register();
    const registration = await registered;
    if (registration) return registration;
  } catch (cause) {
    throw new LatchError('network', 'The service worker could not be registered.', { cause, retryable: true });
  }
  throw new LatchError('network', 'The service worker could not be registered.', { retryable: true });
}

function applyUpdate(
  registration: ServiceWorkerRegistration,
  workbox: Workbox,
  signal: AbortSignal | undefined,
): Promise<void> {
  const mode = navigator.userActivation?.isActive ? 'modal' : 'calm';
  // Another tab may have let it take over, and a page that no worker controls gets none by that. One that is newer still
  // may have replaced it.
  const askWaiting = (resolve: () => void): void => {
    const worker = registration.waiting ?? registration.active;
    if (!worker || worker.state === 'activated') return resolve();
    worker.addEventListener('statechange', () => askWaiting(resolve), { once: true });
    workbox.messageSkipWaiting();
  };
  const takeOver = () => within(workerTimeout, () => new Promise<void>(askWaiting));
  // Taking every turn keeps the page from asking for anything while the worker changes.
  const inEveryTurn = kinds.reduce<() => Promise<void>>(
    (work, kind) => () => run(work, { mode, kind, signal }),
    takeOver,
  );
  return inEveryTurn();
}

/** As much of Trusted Types as is needed here. */
interface TrustedTypesPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: TrustedTypesPolicy): TrustedTypesPolicy;
}

/** A page may create a policy of one name only once. */
let policy: TrustedTypesPolicy | undefined;

/**
 * The address of a worker as pages under `require-trusted-types-for 'script'` have to give it, by the policy
 * `latchkey`, which lets only the page's own origin through.
 *
 * @throws {TypeError} if the URL is invalid, or on another origin.
 * @see {@link https://www.w3.org/TR/trusted-types/ Trusted Types}
 */
function trustWorker(address: string): string {
  const createScriptURL = (given: string): string => {
    const url = URL.canParse(given, document.baseURI) ? new URL(given, document.baseURI) : undefined;
    if (url?.origin !== pageAddress().origin || url.protocol !== pageAddress().protocol)
      throw new TypeError(`"url" must be a URL on ${pageAddress().origin}`);
    return url.href;
  };
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  policy ??= trustedTypes?.createPolicy('latchkey', { createScriptURL }) ?? { createScriptURL };
  return policy.createScriptURL(address);
}
