import { ResponseBodyError } from 'openid-client';

/**
 * The provider is down, too slow, or says what it must not say. `reason` is for the log: words of ours, of the OpenID
 * library and of the system, never of the provider, so that no token or secret can be part of it. For the same reason
 * the original error is not kept.
 */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';

  constructor(readonly reason: string) {
    super(`The OpenID provider failed: ${reason}`);
  }
}

/** These would quote what could not be parsed. */
const quoting = new Set(['SyntaxError', 'JOSEError']);

/** Turns every error of a request to the provider into a failure. */
export function toProviderFailure(error: unknown): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  if (!(error instanceof Error)) return new ProviderFailure('unknown');
  if (error instanceof ResponseBodyError) return new ProviderFailure(`it answered ${error.status} with an OAuth error`);
  // What the library found wrong is in the error that it wraps.
  const found = error.cause instanceof Error && !quoting.has(error.cause.name) ? error.cause : error;
  if (quoting.has(found.name)) return new ProviderFailure(found.name);
  // Of a host with several addresses there is no message, but one error for each.
  return new ProviderFailure(found.message || ((found as NodeJS.ErrnoException).code ?? found.name));
}
