import { WebAuthnAbortService } from '@simplewebauthn/browser';
import { LatchError, unlessAborted } from '../base/client/errors.js';
import { isPermitted } from '../base/browser/embedding.js';
import { Backoff, Wait } from '../base/browser/retry.js';
import { translate, type UiMode } from './browser-errors.js';

/** How often to ask again while other code on the page holds the browser's only request. */
const maxTries = 3;

/**
 * Throws in a browser without passkeys, so that the user is not asked for anything there.
 *
 * @throws {LatchError} `unsupported`; `insecure_context` where the page is the reason.
 */
export function requirePasskeys(): void {
  if (!globalThis.PublicKeyCredential)
    throw new LatchError(isSecureContext ? 'unsupported' : 'insecure_context', 'No passkeys.');
}

/**
 * Asks the browser for an existing passkey. `navigator.credentials` is looked up at each call: password managers put
 * theirs in its place at any time.
 *
 * @throws {LatchError} as {@link translate} says, and `unsupported` where the permissions policy forbids it; the reason of
 *   `signal` once it is aborted.
 */
export function getCredential(
  options: CredentialRequestOptions & { uiMode?: UiMode },
  signal: AbortSignal,
): Promise<Credential | null> {
  return ask(
    (own) => navigator.credentials.get({ ...options, signal: own }),
    options.uiMode,
    signal,
    options.publicKey?.rpId,
  );
}

/** Asks the browser to create a passkey, in the same way. */
export function createCredential(options: CredentialCreationOptions, signal: AbortSignal): Promise<Credential | null> {
  return ask(
    (own) => navigator.credentials.create({ ...options, signal: own }),
    'create',
    signal,
    options.publicKey?.rp.id,
  );
}

/**
 * Makes one request, known to `@simplewebauthn/browser` as well: a page that uses the library beside us ends our
 * request with its next one, and we end its pending one, as if there were one queue. If other code has a pending
 * request, ours fails with `OperationError` in Chromium. The other request may end soon, so ours is retried.
 */
async function ask(
  native: (signal: AbortSignal) => Promise<Credential | null>,
  request: UiMode | 'create',
  signal: AbortSignal,
  rpId: string | undefined,
): Promise<Credential | null> {
  requirePasskeys();
  const ending = AbortSignal.any([signal, WebAuthnAbortService.createNewAbortSignal()]);
  const pauses = new Backoff(100, 900, 3);
  for (let tries = 0; ; tries++) {
    try {
      return await native(ending);
    } catch (error) {
      signal.throwIfAborted();
      const { name }: Partial<Error> = error ?? {};
      // Browsers report a request that the permissions policy forbids as if the user had declined it.
      if (name === 'NotAllowedError' && !isPermitted(`publickey-credentials-${request === 'create' ? request : 'get'}`))
        throw new LatchError('unsupported', 'The permissions policy forbids passkeys.', {
          cause: error,
          exception: name,
        });
      if (name !== 'OperationError' || tries === maxTries) throw translate(error, request, rpId);
      await unlessAborted(signal, () => new Wait().start(pauses.next()));
    }
  }
}
