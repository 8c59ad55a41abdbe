import { toBase64Url } from './bytes.js';
import type { AuthenticationResponse, RegistrationResponse } from './contract-types.js';
import { LatchError } from './errors.js';

/**
 * Writes the result of `navigator.credentials.create` as the JSON that a backend verifies. This and its sibling are the
 * only way from a credential to a request body: the results of the PRF extension,
 * which are secrets of the page, stay behind.
 *
 * @throws {LatchError} `bad_response` if the browser, or an extension standing in for it, gave something that is no
 *   credential.
 */
export function serializeRegistration(credential: Credential | null): RegistrationResponse {
  return serialize<AuthenticatorAttestationResponse, RegistrationResponse>(credential, (response) => ({
    attestationObject: toBase64Url(response.attestationObject),
    authenticatorData: attempt(() => toBase64Url(response.getAuthenticatorData())),
    transports: attempt(() => [...response.getTransports()]),
    publicKey: attempt(() => toBase64Url(response.getPublicKey()!)),
    publicKeyAlgorithm: attempt(() => response.getPublicKeyAlgorithm()),
  }));
}

/** Writes the result of `navigator.credentials.get` in the same way. */
export function serializeAuthentication(credential: Credential | null): AuthenticationResponse {
  return serialize<AuthenticatorAssertionResponse, AuthenticationResponse>(
    credential,
    ({ authenticatorData, signature, userHandle }) => ({
      authenticatorData: toBase64Url(authenticatorData),
      signature: toBase64Url(signature),
      userHandle: userHandle ? toBase64Url(userHandle) : undefined,
    }),
  );
}

function serialize<Response extends AuthenticatorResponse, Json>(
  credential: Credential | null,
  write: (response: Response) => object,
): Json {
  try {
    const { rawId, response, authenticatorAttachment } = credential as PublicKeyCredential;
    const id = toBase64Url(rawId);
    // Going through JSON drops the members that are undefined.
    return JSON.parse(
      JSON.stringify({
        id,
        rawId: id,
        type: 'public-key',
        authenticatorAttachment: authenticatorAttachment ?? undefined,
        clientExtensionResults:
          attempt(() => publicResults((credential as PublicKeyCredential).getClientExtensionResults())) ?? {},
        response: { clientDataJSON: toBase64Url(response.clientDataJSON), ...write(response as Response) },
      }),
    );
  } catch (cause) {
    throw new LatchError('bad_response', 'No passkey credential.', { cause });
  }
}

/**
 * Every extension result but the secrets: `prf.results`, and the output of the older extension that PRF is built on.
 */
function publicResults({ prf, ...results }: AuthenticationExtensionsClientOutputs): unknown {
  const { hmacGetSecret: _secret, ...others } = results as Record<string, unknown>;
  return encode({ ...others, prf: prf && { enabled: prf.enabled } });
}

/** Plain JSON with all bytes as base64url. */
function encode(value: unknown): unknown {
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return toBase64Url(value);
  if (Array.isArray(value)) return value.map(encode);
  return value instanceof Object
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, encode(member)]))
    : value;
}

/**
 * What `read` gives, or undefined where the method is missing, gives null or throws: older browsers and stand-ins by
 * extensions.
 */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
