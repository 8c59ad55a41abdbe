import { unlessAborted } from '../base/client/errors.js';
import { afterFetches } from '../base/storage/locks/after-fetches.js';
import { clientOf, type BackendHost } from '../base/element/backend.js';
import type * as EmailTokenModule from './email-token.js';
import type { Ask } from './email-token.js';

/** An element whose page may have opted in to tokens for email addresses. */
type Requester = BackendHost & { readonly emailVerification: boolean };

/** The part of the package that gets tokens for email addresses, with a way to call the backend. */
interface EmailTokens {
  ask: Ask;
  module: typeof EmailTokenModule;
}

/**
 * Loads it for a host whose page has opted in. Resolves with undefined for other hosts, and if it cannot be loaded.
 *
 * @param isForToken Whether it is of use only in a browser that may have the Email Verification Protocol. That is
 *   Chromium from 150 on, where the page has an origin trial or the user a flag; no API reports it.
 * @throws {TypeError} what {@link clientOf} throws.
 */
export async function loadEmailTokens(
  host: Requester,
  signal: AbortSignal,
  isForToken: boolean,
): Promise<EmailTokens | undefined> {
  if (!host.emailVerification || (isForToken && !/Chrome\/(1[5-9]|[2-9]\d)\d/.test(navigator.userAgent)))
    return undefined;
  const client = clientOf(host);
  const ask: Ask = (endpoint, body) =>
    unlessAborted(signal, () => afterFetches(() => client.call(endpoint, { body: body!, signal })));
  const module = await import('./email-token.js').catch(() => undefined);
  return module && { ask, module };
}

/** Has the browser get a token for the address that is about to be entered into `target`, if that is such an input. */
export function prepareToken(host: Requester, target: EventTarget | null, signal: AbortSignal): void {
  // What is wrong is reported when the address is sent.
  loadEmailTokens(host, signal, true)
    .then((tokens) => tokens?.module.prepareEmailToken(tokens.ask, target as Element))
    .catch(() => {});
}
