import type { Client } from '../../core/client.js';
import { providerEndpoint, startPath } from '../../core/contract/federated-sign-in.js';
import { LatchError, unlessAborted } from '../../core/errors.js';
import { watchPage } from '../../core/page.js';
import { noteVisit } from './visits.js';

/** Where the person signs in, and where they go on. */
export interface RedirectSignInOptions {
  client: Client;
  /**
   * A path of the site to come back to; the backend's root if there is none. What leads to elsewhere becomes that too.
   */
  returnTo?: string | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * How long the way to the provider may take, in ms. The page is there all the time, and somebody may have stopped it.
 */
const patience = 30_000;

/**
 * Sends the person to the provider in this window. They come back to `returnTo`, or, when they or the provider said no,
 * to `/login?error=refused` or `/login?error=cancelled`: nothing of what the page holds is left then, unless the browser has kept it.
 * The page is not left for a backend that cannot be reached, or has no provider.
 *
 * @throws {LatchError} always, since success is to be gone: `aborted` when the page is back as the browser has kept it,
 *   `timed_out` if it was never left, 30 seconds later; `unsupported` where the backend has no
 * provider, and the other errors of {@link Client.call}.
 */
export async function signInByRedirect({ client, returnTo, signal }: RedirectSignInOptions): Promise<never> {
  await client.call(providerEndpoint, { signal });
  const address = new URL(startPath, client.baseUrl);
  if (returnTo) address.searchParams.set('returnTo', returnTo);
  const over = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await unlessAborted(signal, () => {
      const back = new Promise<never>((_resolve, reject) => {
        watchPage((event) => event === 'back' && reject(new LatchError('aborted', 'The page is back.')), over.signal);
        timer = setTimeout(() => reject(new LatchError('timed_out', 'Timed out.', { retryable: true })), patience);
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
