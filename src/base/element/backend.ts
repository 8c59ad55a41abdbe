import { clientFor, type Client } from '../client/client.js';
import { isEmbedded } from '../browser/embedding.js';
import { LatchError } from '../client/errors.js';
import type { Prefetched } from '../client/prefetch.js';

/** A view that has a backend. */
export interface BackendHost {
  /** Where the backend is, as {@link clientFor} takes it. Read when something begins. */
  readonly baseUrl: string;
  /** Whether the view may be used in a frame of another origin's page. */
  readonly allowEmbedded: boolean;
}

/**
 * Whether the view must not be used where it is: in a frame of another origin's page, which could lay its own pictures
 * over it.
 */
export function isRefused({ allowEmbedded }: BackendHost): boolean {
  return !allowEmbedded && isEmbedded();
}

/**
 * The client for a view's backend.
 *
 * @throws {LatchError} `unsupported` where the view {@link isRefused}.
 * @throws {TypeError} what {@link clientFor} throws.
 */
export function clientOf(host: BackendHost): Client {
  if (isRefused(host)) throw new LatchError('unsupported', 'Embedded.');
  return clientFor(host.baseUrl);
}

/**
 * The address of `path` at a view's backend, where a form is sent without script.
 *
 * @throws {TypeError} what {@link clientFor} throws.
 */
export function addressOf({ baseUrl }: BackendHost, path: string): string {
  return new URL(path, clientFor(baseUrl).baseUrl).href;
}

/** What `make` makes for a view's backend: when it is first needed, and anew when the view has another backend. */
export function perBackend<Made>(host: BackendHost, make: (client: Client) => Made): () => Made & { client: Client } {
  let made: (Made & { client: Client }) | undefined;
  return () => {
    const client = clientOf(host);
    if (made?.client !== client) made = { ...make(client), client };
    return made;
  };
}

/** Fetches ahead what a click will need. It never rejects: the click meets an error that lasts. */
export async function prepare(needed: () => Prefetched<unknown>): Promise<void> {
  try {
    await needed().prepare();
  } catch {
    // An invalid base URL.
  }
}
