import { addressToSend } from '../base/text/address.js';
import type { Client } from '../base/client/client.js';
import * as contract from '../base/contract/one-time-codes.js';
import { isEmbedded } from '../base/browser/embedding.js';
import { unlessAborted } from '../base/client/errors.js';
import { afterFetches } from '../base/storage/locks/after-fetches.js';

/** Who is to get a code, and who sends it. */
export interface RequestCodeOptions {
  client: Client;
  /** An e-mail address, or a telephone number with the code of its country, as the user typed it. */
  to: string;
  signal?: AbortSignal | undefined;
}

/** The backend's response, the same for every address. */
export interface CodeRequested {
  /** Until when a code that was sent can be used, epoch ms. */
  readonly expires: number;
}

/**
 * Requests a code for an address from the backend. It resolves even if no account has the address, so that it reveals
 * nothing. The code belongs to the session of this browser and replaces the previous one.
 *
 * @throws {LatchError} `rejected` for an invalid address, `rate_limited`, `unsupported` if the backend sends no codes,
 *   `aborted`, and the other errors of {@link Client.call}.
 * @throws {TypeError} if `to` is not a string.
 */
export async function requestCode({ client, to, signal }: RequestCodeOptions): Promise<CodeRequested> {
  if (typeof to !== 'string') throw new TypeError('"to" must be a string');
  // In a frame the message must also name the top page; Gecko does not reveal it.
  const topOrigin = isEmbedded() ? [...(location.ancestorOrigins ?? [])].at(-1) : undefined;
  const { expires } = await unlessAborted(signal, () =>
    afterFetches(() =>
      client.call(contract.requestCode, { body: { to: addressToSend(to), ...(topOrigin && { topOrigin }) }, signal }),
    ),
  );
  return { expires };
}
