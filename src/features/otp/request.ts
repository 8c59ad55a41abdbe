import type { Client } from '../../core/client.js';
import { requestCode as requestCodeEndpoint } from '../../core/contract/one-time-codes.js';
import { isEmbedded } from '../../core/embedding.js';
import { unlessAborted } from '../../core/errors.js';
import { afterFetches } from '../../core/locks/after-fetches.js';

/** Who is to get a code, and who sends it. */
export interface RequestCodeOptions {
  client: Client;
  /** An e-mail address, or a telephone number with the code of its country. */
  to: string;
  signal?: AbortSignal | undefined;
}

/** What the backend says about every address, whoever has it. */
export interface CodeRequested {
  /** Until when a code that was sent can be used, epoch ms. */
  readonly expires: number;
}

/**
 * Has the backend send a code to an address. That it resolves does not say that there is somebody of this address:
 * nobody is told that. The code belongs to the session of this browser, and ends the one before.
 *
 * @throws {LatchError} `rejected` for what is no address, `rate_limited`, `unsupported` where the backend sends no
 *   codes, `aborted`, and the other errors of {@link Client.call}.
 * @throws {TypeError} if `to` is no string.
 */
export async function requestCode({ client, to, signal }: RequestCodeOptions): Promise<CodeRequested> {
  if (typeof to !== 'string') throw new TypeError('"to" must be a string');
  // In a frame the message has to name the page at the top too; Gecko does not tell which that is.
  const topOrigin = isEmbedded() ? [...(location.ancestorOrigins ?? [])].at(-1) : undefined;
  const { expires } = await unlessAborted(signal, () =>
    afterFetches(() => client.call(requestCodeEndpoint, { body: { to, ...(topOrigin && { topOrigin }) }, signal })),
  );
  return { expires };
}
