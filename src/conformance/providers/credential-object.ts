import { decodeBase64url } from '../bytes.js';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../ceremony-json.js';
import type { CredentialObject } from './provider.js';

/**
 * Makes the credential that a good extension resolves with: buffers, all methods, and the prototypes of the browser
 * where it has them.
 */
export function credentialObject(json: RegistrationResponseJSON | AuthenticationResponseJSON): CredentialObject {
  const buffer = (text: string) => decodeBase64url(text, 'credential').buffer;
  const { response, clientExtensionResults, ...members } = json;
  const common = { clientDataJSON: buffer(response.clientDataJSON) };
  const isRegistration = 'attestationObject' in response;
  const ownResponse = isRegistration
    ? {
        ...common,
        attestationObject: buffer(response.attestationObject),
        getTransports: () => [...response.transports],
        getAuthenticatorData: () => buffer(response.authenticatorData),
        getPublicKey: () => buffer(response.publicKey),
        getPublicKeyAlgorithm: () => response.publicKeyAlgorithm,
      }
    : {
        ...common,
        authenticatorData: buffer(response.authenticatorData),
        signature: buffer(response.signature),
        userHandle: response.userHandle === undefined ? null : buffer(response.userHandle),
      };
  return inherit('PublicKeyCredential', {
    ...members,
    rawId: buffer(json.rawId),
    response: inherit(
      isRegistration ? 'AuthenticatorAttestationResponse' : 'AuthenticatorAssertionResponse',
      ownResponse,
    ),
    getClientExtensionResults: () => ({ ...clientExtensionResults }),
    toJSON: () => structuredClone(json),
  }) as CredentialObject;
}

/** The object with the prototype of a class of the browser, and its members as own properties. */
function inherit(className: string, members: object): object {
  const { prototype } = ((globalThis as unknown as Record<string, { prototype: object }>)[className] ?? Object) as {
    prototype: object;
  };
  const properties = Object.entries(members).map(([name, value]: [string, unknown]) => [
    name,
    { value, enumerable: true, configurable: true, writable: true },
  ]);
  return Object.create(prototype, Object.fromEntries(properties) as PropertyDescriptorMap) as object;
}
