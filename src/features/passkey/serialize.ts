import { toBase64Url } from '../../core/bytes.js';
import type { AuthenticationResponse, RegistrationResponse } from '../../core/contract-types.js';
import { LatchError } from '../../core/errors.js';

/**
 * Writes the result of `navigator.credentials.create` as the JSON that a backend verifies. This and its sibling are the only way from a credential to a request body: the results of the PRF extension,
 * which are secrets of the page, stay behind.
 *
 * @throws {LatchError} `bad_response` if the browser, or an extension standing in for it, gave something that is no credential.
 */
export function serializeRegistration(credential: Credential | null): RegistrationResponse {
  return guarded(() => {
    const { response, ...common } = shared<AuthenticatorAttestationResponse>(credential);
    const optional = {
      authenticatorData: attempt(() => toBase64Url(response.getAuthenticatorData())),
      transports: attempt(() => [...response.getTransports()]),
      publicKey: attempt(() => toBase64Url(response.getPublicKey()!)),
      publicKeyAlgorithm: attempt(() => response.getPublicKeyAlgorithm()),
    };
    return {
      ...common,
      response: { clientDataJSON: toBase64Url(response.clientDataJSON), attestationObject: toBase64Url(response.attestationObject), ...optional },
    } as RegistrationResponse;
  });
}

/** Writes the result of `navigator.credentials.get` in the same way. */
export function serializeAuthentication(credential: Credential | null): AuthenticationResponse {
  return guarded(() => {
    const { response, ...common } = shared<AuthenticatorAssertionResponse>(credential);
    return {
      ...common,
      response: {
        clientDataJSON: toBase64Url(response.clientDataJSON),
        authenticatorData: toBase64Url(response.authenticatorData),
        signature: toBase64Url(response.signature),
        ...(response.userHandle && { userHandle: toBase64Url(response.userHandle) }),
      },
    } as AuthenticationResponse;
  });
}

function shared<Response extends AuthenticatorResponse>(credential: Credential | null) {
  const { rawId, response, authenticatorAttachment } = credential as PublicKeyCredential;
  const id = toBase64Url(rawId);
  return {
    id,
    rawId: id,
    type: 'public-key' as const,
    ...(authenticatorAttachment && { authenticatorAttachment }),
    clientExtensionResults: publicResults(attempt(() => (credential as PublicKeyCredential).getClientExtensionResults()) ?? {}),
    response: response as Response,
  };
}

/** Every extension result but the secrets: `prf.results`, and the output of the older extension that PRF is built on. */
function publicResults({ prf, ...results }: AuthenticationExtensionsClientOutputs): Record<string, unknown> {
  const { hmacGetSecret: _secret, ...others } = results as Record<string, unknown>;
  return encode({ ...others, ...(prf && { prf: prf.enabled === undefined ? {} : { enabled: prf.enabled } }) }) as Record<string, unknown>;
}

/** Plain JSON with all bytes as base64url. */
function encode(value: unknown): unknown {
  if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return toBase64Url(value);
  if (Array.isArray(value)) return value.map(encode);
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, encode(member)]));
  return value;
}

/** What `read` gives, or undefined where the method is missing, gives null or throws: older browsers and stand-ins by extensions. */
function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function guarded<Json>(write: () => Json): Json {
  try {
    return write();
  } catch (cause) {
    throw new LatchError('bad_response', 'The browser gave something that is not a passkey credential.', { cause });
  }
}
