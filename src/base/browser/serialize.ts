import { attempt } from '../attempt.js';
import { toBase64Url } from '../bytes.js';
import type { AuthenticationResponse, RegistrationResponse } from '../contract/types.js';
import { LatchError } from '../client/errors.js';

/**
 * Writes the result of `navigator.credentials.create` as the JSON that a backend verifies. This and its sibling are the
 * only way from a credential to a request body: the results of the PRF extension, which are secrets of the page, stay
 * behind.
 *
 * @throws {LatchError} `bad_response` if the browser, or an extension that replaces it, returned something other than a
 *   credential.
 */
export function serializeRegistration(credential: Credential | null): RegistrationResponse {
  return serialize<AuthenticatorAttestationResponse, RegistrationResponse>(credential, (response) => ({
    attestationObject: toBase64Url(response.attestationObject),
    // These methods are missing, give null or throw in older browsers and in stand-ins by extensions.
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
    return toJson({
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: authenticatorAttachment ?? undefined,
      clientExtensionResults:
        attempt(() => publicResults((credential as PublicKeyCredential).getClientExtensionResults())) ?? {},
      response: { clientDataJSON: toBase64Url(response.clientDataJSON), ...write(response as Response) },
    }) as Json;
  } catch (cause) {
    throw new LatchError('bad_response', 'No passkey.', { cause });
  }
}

/**
 * Every extension result but the secrets: `prf.results`, and the output of the older extension that PRF is built on.
 */
function publicResults({
  prf,
  hmacGetSecret: _secret,
  ...others
}: AuthenticationExtensionsClientOutputs & { hmacGetSecret?: unknown }): unknown {
  return toJson({ ...others, prf: prf && { enabled: prf.enabled } });
}

/** Plain JSON with all bytes as base64url, and without the members that are undefined. */
function toJson(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_name, member: unknown) =>
      member instanceof ArrayBuffer || ArrayBuffer.isView(member) ? toBase64Url(member) : member,
    ),
  );
}
