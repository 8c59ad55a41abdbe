import { LatchError } from '../../base/client/errors.js';
import { request } from '../../base/client/request.js';

/** How long a manifest may take to arrive, in ms. */
const manifestTimeout = 15_000;

/** The longest manifest that is read, in bytes: as much as `latchkey check-manifest` downloads. */
const maxManifestBytes = 5_000_000;

/** Where a manifest is, and whether cookies go along when it is fetched. */
export interface ManifestAddress {
  readonly url: string;
  readonly credentials?: RequestCredentials;
}

/** A manifest as it came. */
export interface FetchedManifest {
  readonly text: string;
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly contentType?: string | undefined;
}

/** The manifest that the head of the page links, if it links one. */
export function findManifest(): ManifestAddress | undefined {
  const link = globalThis.document?.head.querySelector<HTMLLinkElement>('link[rel~=manifest][href]');
  return link
    ? { url: link.href, credentials: link.crossOrigin === 'use-credentials' ? 'include' : 'omit' }
    : undefined;
}

/**
 * Fetches a manifest as browsers do, without cookies unless the address says otherwise; asks the server whether a kept
 * copy is still good.
 *
 * @throws {LatchError} `network` if nothing came within 15 seconds, also once `signal` aborts; `bad_response` if
 *   something other than success came, with the status as the cause.
 */
export async function fetchManifest(
  { url, credentials = 'omit' }: ManifestAddress,
  signal: AbortSignal | null = null,
): Promise<FetchedManifest> {
  const { response, text } = await request(
    url,
    (over) => fetch(url, { credentials, cache: 'no-cache', signal: over }),
    { timeout: manifestTimeout, maxBytes: maxManifestBytes, signal },
  ).catch((cause: unknown) => {
    throw new LatchError('network', `${url} could not be fetched.`, { cause, retryable: true });
  });
  if (!response.ok)
    throw new LatchError('bad_response', `${url} returned ${response.status}.`, { cause: response.status });
  return { text, url: response.url || url, contentType: response.headers.get('content-type') ?? undefined };
}

/** The page that a manifest belongs to: `page`, or for one of another origin a page at the root of that. */
export const documentUrlOf = (manifestUrl: string, page: string): string =>
  new URL(manifestUrl).origin === new URL(page).origin ? page : new URL('/', manifestUrl).href;
