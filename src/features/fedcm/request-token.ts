import { within } from '../../core/deadline.js';
import { abortError, LatchError } from '../../core/errors.js';
import { translate } from './browser-errors.js';
import { describeRequest, tokenOf, type TokenRequest } from './browser-shapes.js';

/**
 * How long the browser may take, in ms: as long as the nonce lives on the server. What comes later is worth nothing.
 */
const deadline = 5 * 60_000;

/** Whether the browser has FedCM. */
export function isFedCmSupported(): boolean {
  return 'IdentityCredential' in globalThis;
}

/**
 * Whether the page may use it. In a frame that takes `allow="identity-credentials-get"`, from every page around it; a
 * page can also forbid it to itself.
 */
export function isFedCmPermitted(): boolean {
  return (
    (document as { featurePolicy?: { allowsFeature(name: string): boolean } }).featurePolicy?.allowsFeature(
      'identity-credentials-get',
    ) !== false
  );
}

/**
 * Has the browser ask the person for an account at the provider, and the provider for a token. `navigator.credentials`
 * is looked up at each call: extensions put theirs in its place at any time.
 *
 * @throws {LatchError} `unsupported` also where the permissions policy forbids it, `insecure_context`, `timed_out`
 *   after 5 minutes, the errors of {@link translate} and {@link tokenOf}; the reason of `signal` once it is aborted.
 */
export async function requestToken(request: TokenRequest, signal: AbortSignal): Promise<string> {
  if (!isFedCmSupported())
    throw new LatchError(isSecureContext ? 'unsupported' : 'insecure_context', 'The browser has no FedCM.');
  if (!isFedCmPermitted())
    throw new LatchError('unsupported', 'The permissions policy forbids "identity-credentials-get" here.');
  const over = new AbortController();
  const ending = AbortSignal.any([signal, over.signal]);
  const ask = async () => {
    try {
      return await navigator.credentials.get({ ...describeRequest(request), signal: ending });
    } catch (error) {
      throw translate(error);
    }
  };
  try {
    return tokenOf(await within(deadline, ask));
  } catch (error) {
    throw signal.aborted ? abortError(signal) : error;
  } finally {
    over.abort();
  }
}
