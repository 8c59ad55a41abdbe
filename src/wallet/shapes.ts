import type { IdentityRequest, IdentityResponse } from '../base/contract/types.js';
import { LatchError, type LatchErrorCode } from '../base/client/errors.js';
import { record } from '../base/client/shape.js';
import { translateException } from '../base/browser/exceptions.js';

/**
 * All other names, but for those of a failing device, mean only that nothing was shared: `cancelled`. So do `NotAllowedError` and, in WebKit,
 * `OperationError`.
 */
const codes: Readonly<Record<string, LatchErrorCode>> = {
  NotSupportedError: 'unsupported',
  TypeError: 'bad_response',
  AbortError: 'superseded',
};

/**
 * Translates what the browser rejected a request to wallets with into one of our codes. A page cannot distinguish a
 * user who declined, has no such credential, or has no wallet.
 *
 * @returns Always a {@link LatchError}; names that are in no table become `cancelled`, with the original as the cause.
 * @see {@link https://www.w3.org/TR/digital-credentials/ Digital Credentials}
 */
export const translate = (error: unknown): LatchError => translateException(error, codes);

/** What browsers have put in the global scope over the years, as far as it matters here. */
interface Page {
  DigitalCredential?: { userAgentAllowsProtocol?(protocol: string): boolean };
}

/** The types that a credential from a wallet has in browsers of today, and had in WebKit before 27. */
const types = ['digital', 'digital-credential'];

/**
 * Those of `protocols` that this browser says it can ask wallets by, in the same order; all of them in older browsers,
 * which cannot say.
 *
 * @throws {LatchError} `unsupported` if there are none, or the browser does not support wallets at all;
 *   `insecure_context`.
 */
export function allowedProtocols(protocols: readonly string[]): string[] {
  const { DigitalCredential } = globalThis as Page;
  if (!DigitalCredential && !olderContainer())
    throw new LatchError(
      isSecureContext ? 'unsupported' : 'insecure_context',
      'The browser has no digital credentials.',
    );
  const allowed = protocols.filter((protocol) => DigitalCredential?.userAgentAllowsProtocol?.(protocol) ?? true);
  if (allowed.length === 0)
    throw new LatchError('unsupported', `The browser supports none of ${protocols.join(', ') || 'no protocols'}.`);
  return allowed;
}

/**
 * Has the browser ask wallets for any one of `requests`, and gives what was chosen. Browsers that can say which
 * protocols they allow take `requests` and `data`. The ones before them called these `providers` and `request`, at
 * first in `navigator.identity`; they get both, and read what they know.
 *
 * @throws {LatchError} as {@link translate} says; `bad_response` if the browser, or an extension standing in for it,
 *   gave something that was not asked for; the reason of `signal` once it is aborted.
 */
export async function askWallet(requests: readonly IdentityRequest[], signal: AbortSignal): Promise<IdentityResponse> {
  const isNew = (globalThis as Page).DigitalCredential?.userAgentAllowsProtocol !== undefined;
  const asked = requests.map(({ protocol, data }) => ({ protocol, data, ...(!isNew && { request: data }) }));
  const container = (!isNew && olderContainer()) || navigator.credentials;
  let credential: unknown;
  try {
    credential = await container.get({
      digital: { requests: asked, ...(!isNew && { providers: asked }) },
      mediation: 'required',
      signal,
    } as CredentialRequestOptions);
  } catch (error) {
    signal.throwIfAborted();
    throw translate(error);
  }
  return readCredential(credential, requests);
}

function olderContainer(): CredentialsContainer | undefined {
  return (navigator as { identity?: CredentialsContainer }).identity;
}

/**
 * The protocol and the data of what a wallet gave: an object, or the same as text. The first browsers left out the
 * protocol when there was but one.
 */
function readCredential(credential: unknown, requests: readonly IdentityRequest[]): IdentityResponse {
  try {
    const {
      type = types[0],
      protocol = requests.length === 1 ? requests[0]!.protocol : undefined,
      data,
    } = credential as { type?: string; protocol?: string; data: unknown };
    const plain: unknown = JSON.parse(typeof data === 'string' ? data : JSON.stringify(data));
    if (types.includes(type!) && !record(plain) && requests.some((request) => request.protocol === protocol))
      return { protocol, data: plain } as IdentityResponse;
  } catch {
    // Said below, with all other ways of being something else.
  }
  throw new LatchError('bad_response', 'The credential was not requested.');
}
