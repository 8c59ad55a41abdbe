import { fromBase64Url, toBase64Url } from '../base/bytes.js';
import { run } from '../base/browser/ceremony.js';
import { LatchError } from '../base/client/errors.js';
import { watched } from '../base/browser/watch-ceremonies.js';
import { getCredential } from './webauthn.js';

/** The allowed passkeys, with the inputs for each. */
export interface EvaluatePrfOptions {
  rpId: string;
  /**
   * `id` is base64url. The inputs may have any length. The browser hashes them with its own prefix, so that only web
   * pages can request the same results.
   */
  credentials: ReadonlyArray<{
    id: string;
    transports?: readonly string[];
    first: BufferSource;
    second?: BufferSource;
  }>;
  signal?: AbortSignal | undefined;
}

/**
 * What the authenticator made of the inputs: 32 bytes each, or nothing where the browser or the passkey does not have
 * the extension.
 */
export interface PrfEvaluation {
  /** The passkey that was used, as base64url. */
  credentialId: string;
  first: BufferSource | undefined;
  second: BufferSource | undefined;
}

/**
 * Requests one of some passkeys, with user verification, and the secrets that its authenticator derives from these
 * inputs, the same every time. Works offline: the challenge is created here, the response is sent nowhere, and the user
 * is not signed in. Needs a user gesture in WebKit.
 *
 * @throws {LatchError} `cancelled`, `superseded`, `aborted`, `unsupported`, `invalid_rp_id`, `insecure_context`;
 *   `bad_response` for a response that is not a credential.
 * @throws {TypeError} if no passkey is given.
 * @see {@link https://www.w3.org/TR/webauthn-3/#prf-extension WebAuthn, Pseudo-random function extension}
 */
export function evaluatePrf(options: EvaluatePrfOptions): Promise<PrfEvaluation> {
  return watched(requestPrf(options), 'vault');
}

async function requestPrf({ rpId, credentials, signal }: EvaluatePrfOptions): Promise<PrfEvaluation> {
  if (credentials.length === 0) throw new TypeError('"credentials" must name at least one passkey');
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: crypto.getRandomValues(new Uint8Array(32)),
    rpId,
    userVerification: 'required',
    allowCredentials: credentials.map(({ id, transports }) => ({
      type: 'public-key',
      id: fromBase64Url(id),
      ...(transports && { transports: [...transports] as AuthenticatorTransport[] }),
    })),
    extensions: {
      prf: {
        evalByCredential: Object.fromEntries(
          credentials.map(({ id, first, second }) => [id, { first, ...(second && { second }) }]),
        ),
      },
    },
  };
  const credential = await run((turn) => getCredential({ publicKey }, turn), { mode: 'modal', signal });
  try {
    const { rawId } = credential as PublicKeyCredential;
    const { first, second } = (credential as PublicKeyCredential).getClientExtensionResults().prf?.results ?? {};
    return { credentialId: toBase64Url(rawId), first, second };
  } catch (cause) {
    throw new LatchError('bad_response', 'No passkey credential.', { cause });
  }
}
