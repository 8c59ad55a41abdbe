import { read } from '../../base/attempt.js';
import { within } from '../../base/client/deadline.js';
import { abortError, LatchError } from '../../base/client/errors.js';
import { translate } from './browser-errors.js';
import { describeRequest, issuerOf, tokenOf, type TokenRequest } from './browser-shapes.js';

/**
 * How long the browser may take, in ms: as long as the nonce lives on the server. What comes later is worth nothing.
 */
const tokenTimeout = 5 * 60_000;

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

/** A token, and the config file of the provider that issued it. */
export interface IssuedToken {
  token: string;
  configURL: string;
}

/**
 * Has the browser ask the user for an account at one of the providers, and that provider for a token. A browser that
 * answers a click with the accounts of one provider only gets the first one. `navigator.credentials` is looked
 * up at each call: extensions put theirs in its place at any time.
 *
 * @throws {LatchError} `unsupported` also where the permissions policy forbids it, `insecure_context`, `timed_out`
 *   after 5 minutes, the errors of {@link translate} and {@link tokenOf}; the reason of `signal` once it is aborted.
 */
export async function requestToken(request: TokenRequest, signal: AbortSignal): Promise<IssuedToken> {
  if (!isFedCmSupported())
    throw new LatchError(isSecureContext ? 'unsupported' : 'insecure_context', 'The browser has no FedCM.');
  if (!isFedCmPermitted())
    throw new LatchError('unsupported', 'The permissions policy forbids "identity-credentials-get" here.');
  const over = new AbortController();
  const ending = AbortSignal.any([signal, over.signal]);
  const ask = async (providers: TokenRequest['providers']): Promise<IssuedToken> => {
    let credential: unknown;
    try {
      credential = await navigator.credentials.get({ ...describeRequest({ ...request, providers }), signal: ending });
    } catch (error) {
      // Chromium 156 shows several providers in passive mode only, and rejects this at once.
      if (providers.length > 1 && read(error, 'name') === 'InvalidStateError') return ask(providers.slice(0, 1));
      throw translate(error);
    }
    return { token: tokenOf(credential), configURL: issuerOf(credential, providers) };
  };
  try {
    return await within(tokenTimeout, () => ask(request.providers));
  } catch (error) {
    throw signal.aborted ? abortError(signal) : error;
  } finally {
    over.abort();
  }
}
