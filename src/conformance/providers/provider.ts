import { decodeBase64url } from '../bytes.js';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../ceremony-json.js';

/** The two methods of `navigator.credentials` that a provider of passkeys puts in the place of the browser's. */
export interface Provider {
  create(options: CredentialCreationOptions): unknown;
  get(options: CredentialRequestOptions): unknown;
}

/** What a fault may use while it stands between the page and a provider that behaves well. */
export interface Stage {
  /** A provider that answers at once with a correct credential, in the form that good extensions give it. */
  readonly honest: { readonly [Method in keyof Provider]: (options: never) => Promise<CredentialObject> };
  /** Defines a property until the case is over. */
  define(target: object, name: string, descriptor: PropertyDescriptor): void;
}

/** A credential as an extension makes it: an object of its own, with the methods of the browser's. */
export type CredentialObject = Record<string, unknown> & { response: Record<string, unknown> };

/** What a page has to do. In every case, the next request to a provider that behaves well has to succeed. */
export type Expectation =
  /** Return the authenticator's response, unchanged. */
  | 'response'
  /** Reject with an Error. */
  | 'refusal'
  /** Reject with an Error once its signal aborts. */
  | 'release'
  /** Start an offer in autofill, and return the response of a sign-in by click while or after it is pending. */
  | 'sign-in-beside-autofill';

/** Something that a provider of passkeys or the environment of a page was reported to do wrong. */
export interface ProviderFault {
  /** What is wrong, as the end of the sentence "the provider …". */
  readonly what: string;
  /** The address of a public report. */
  readonly report: string;
  readonly expects: Expectation;
  /** The ceremonies in which it shows. */
  readonly ceremonies: readonly (keyof Provider)[];
  /** The extensions that the backend asks for at creation. */
  readonly extensions?: { prf: Record<string, never> };
  /** Whether the page makes a successful request before, with a provider that behaves well. */
  readonly afterwards?: boolean;
  /** Returns the methods that replace those of `navigator.credentials`; changes what else it must through `stage.define`. */
  install(stage: Stage): Partial<Provider>;
}

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
