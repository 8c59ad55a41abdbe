import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';

/**
 * The provider is down, too slow, or says what it must not say. `reason` is for the log: words of ours, of the OpenID
 * library and of the system, and the provider's own `error` and `error_description` without what could be a token or
 * secret. For the same reason the original error is not kept.
 */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';

  constructor(readonly reason: string) {
    super(`The provider failed: ${reason}`);
  }
}

/** These would quote what could not be parsed. */
const quoting = new Set(['SyntaxError', 'JOSEError']);

/** The longest text of a provider that is logged. */
const longest = 200;

/** A text of the provider for the log: as plain words, and without anything as long as a token. */
function quote(text: unknown): string {
  return (typeof text === 'string' ? text : '')
    .replaceAll(/[^\w .,:;()'/+=~-]/g, '?')
    .replaceAll(/[\w.+/=~-]{24,}/g, '…')
    .slice(0, longest);
}

/** What a provider said of an error, in its own words. */
export function quoteError(error: unknown, description: unknown): string {
  const words = quote(description);
  return words ? `${quote(error)} (${words})` : quote(error);
}

/** Turns every error of a request to the provider into a failure. */
export function toProviderFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (!(error instanceof Error)) return new ProviderFailure('unknown');
  if (error instanceof ResponseBodyError)
    return new ProviderFailure(`it answered ${error.status}: ${quoteError(error.error, error.error_description)}`);
  if (error instanceof AuthorizationResponseError)
    return new ProviderFailure(`it answered ${quoteError(error.error, error.error_description)}`);
  // What the library found wrong is in the error that it wraps.
  const found = error.cause instanceof Error && !quoting.has(error.cause.name) ? error.cause : error;
  if (quoting.has(found.name)) return new ProviderFailure(found.name);
  // Of a host with several addresses there is no message, but one error for each.
  return new ProviderFailure(found.message || ((found as NodeJS.ErrnoException).code ?? found.name));
}
