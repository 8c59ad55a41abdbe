import { read } from '../../base/attempt.js';
import { translateException } from '../../base/browser/exceptions.js';
import type { LatchError, LatchErrorCode, ProviderFailure } from '../../base/client/errors.js';

/** All other names are not reliable, but for those of a failing browser: `cancelled`. */
const codes: Readonly<Record<string, LatchErrorCode>> = {
  IdentityCredentialError: 'provider_failed',
  NotSupportedError: 'unsupported',
  TypeError: 'bad_response',
  AbortError: 'superseded',
  // A dismissal in Chromium.
  NetworkError: 'cancelled',
};

/**
 * Translates a rejection of `navigator.credentials.get({identity})` into one of our codes. A dialog that was dismissed,
 * a dialog that was suppressed because earlier ones were dismissed, and a provider without a signed-in user all reject
 * with `NetworkError` in Chromium, and with `NotAllowedError` in the specification. `cancelled` stands for all of them.
 *
 * @returns Always a {@link LatchError} with the original as the cause; names that are in no table become `cancelled`.
 * @see {@link https://www.w3.org/TR/fedcm/#browser-api-rp-sign-in FedCM, Sign-in}
 */
export function translate(thrown: unknown): LatchError {
  const provider = read(thrown, 'name') === 'IdentityCredentialError' ? providerFailureOf(thrown) : undefined;
  return translateException(thrown, codes, {
    failed: 'provider_failed',
    provider,
    more: Object.values(provider ?? {}).join(' '),
  });
}

function providerFailureOf(thrown: unknown): ProviderFailure {
  // Every DOMException has a numeric `code`; before Chromium 143 the provider's own stood there, as text.
  const [error, url] = [read(thrown, 'error') ?? read(thrown, 'code'), read(thrown, 'url')];
  return { ...(isText(error) && { error }), ...(isText(url) && { url }) };
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
