/** An event that keeps the worker alive until a promise settles. */
export interface LastingEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}

/** A message of a page, with the port that it may want an answer on. */
export type PageMessage = LastingEvent & Pick<MessageEvent, 'data' | 'ports'>;

/** A request of a page, or for one. */
export interface RequestEvent extends LastingEvent {
  readonly request: Request;
}

/** The end of the time without a connection, for those who have asked for it by this tag. */
export interface SyncEvent extends LastingEvent {
  readonly tag: string;
}

/**
 * As much of a service worker's global scope as this package uses. The types of workers and of pages exclude each
 * other, and this package has both.
 */
export interface WorkerScope {
  readonly registration: {
    readonly scope: string;
    readonly installing: unknown;
    readonly waiting: unknown;
    update(): Promise<unknown>;
  };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void;
  addEventListener(type: 'message', listener: (event: PageMessage) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: SyncEvent) => void): void;
}

/** Whether this script runs in a service worker. */
export const inServiceWorker = (): boolean => 'ServiceWorkerGlobalScope' in globalThis;

/**
 * The global scope of this service worker.
 *
 * @throws {TypeError} if the script runs anywhere else.
 */
export function workerScope(): WorkerScope {
  if (!inServiceWorker()) throw new TypeError('latchkey/worker works in a service worker only');
  return globalThis as unknown as WorkerScope;
}
