import { clientFor, type Client } from '../client/client.js';
import { isEmbedded } from '../browser/embedding.js';
import { LatchError } from '../client/errors.js';

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
