import type { Client } from '../../base/client/client.js';
import { listProviders } from '../../base/contract/oidc.js';
import { LatchError, unlessAborted } from '../../base/client/errors.js';
import { watchPage } from '../../base/browser/page.js';
import { startAddress, type StartOptions } from './start-address.js';
import { noteVisit } from './visits.js';

/** Where the user signs in, and where they go on. */
export interface RedirectSignInOptions extends StartOptions {
  client: Client;
  /** A path of the site to return to; defaults to the backend's root, also for a URL on another origin. */
  returnTo?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * How long the redirect to the provider may take, in ms. The page stays visible meanwhile, and the user may stop the
 * navigation.
 */
const navigationTimeout = 30_000;

/**
 * Redirects this window to the provider. The user returns to `returnTo`, or, if the user or the provider declined, to this
 * page, with `error=cancelled` or `error=refused` and `provider` in its query. The state of the page is then lost, unless the browser has cached
 * it. The page stays if the backend cannot be reached, or has no provider.
 *
 * @throws {LatchError} always, since success is to be gone: `aborted` when the page is back as the browser has kept it,
 *   `timed_out` if it was never left, 30 seconds later; `unsupported` where the backend has no provider, and the other
 *   errors of {@link Client.call}.
 */
export async function signInByRedirect(options: RedirectSignInOptions): Promise<never> {
  const { client, returnTo, signal } = options;
  await client.call(listProviders, { signal });
  // Where a flow that ends early comes back to.
  const from = location.origin === client.baseUrl.origin ? location.pathname + location.search : undefined;
  const address = startAddress(client, options, { returnTo, from });
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await unlessAborted(signal, () => {
      const back = new Promise<never>((_resolve, reject) => {
        watchPage(
          (event) => event === 'back' && reject(new LatchError('aborted', 'The page was restored.')),
          over.signal,
        );
        timer = setTimeout(
          () => reject(new LatchError('timed_out', 'Timed out.', { retryable: true })),
          navigationTimeout,
        );
      });
      noteVisit(client);
      location.assign(address);
      return back;
    });
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}
