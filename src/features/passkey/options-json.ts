import { fromBase64Url } from '../../core/bytes.js';
import type { CreationOptions, RequestOptions } from '../../core/contract-types.js';

/**
 * Turns request options from JSON into what `navigator.credentials.get` takes. Only the members that stand for bytes are decoded; everything else goes through untouched, known to us or not.
 * The browser's own `parseRequestOptionsFromJSON` drops extensions it does not know, and extensions that replace `navigator.credentials` tend to miss it.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-parseRequestOptionsFromJSON WebAuthn, Deserialize Authentication ceremony options}
 */
export function decodeRequestOptions(json: RequestOptions): PublicKeyCredentialRequestOptions {
  const { allowCredentials, extensions } = json;
  return {
    ...json,
    challenge: fromBase64Url(json.challenge),
    ...(allowCredentials && { allowCredentials: allowCredentials.map(decodeDescriptor) }),
    ...(extensions && { extensions: decodeExtensions(extensions) }),
  } as PublicKeyCredentialRequestOptions;
}

/**
 * Turns creation options from JSON into what `navigator.credentials.create` takes, in the same way.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON WebAuthn, Deserialize Registration ceremony options}
 */
export function decodeCreationOptions(json: CreationOptions): PublicKeyCredentialCreationOptions {
  const { excludeCredentials, extensions } = json;
  return {
    ...json,
    challenge: fromBase64Url(json.challenge),
    user: { ...json.user, id: fromBase64Url(json.user.id) },
    ...(excludeCredentials && { excludeCredentials: excludeCredentials.map(decodeDescriptor) }),
    ...(extensions && { extensions: decodeExtensions(extensions) }),
  } as PublicKeyCredentialCreationOptions;
}

function decodeDescriptor(descriptor: { id: string }) {
  return { type: 'public-key', ...descriptor, id: fromBase64Url(descriptor.id) };
}

/** The extension inputs that are bytes: both PRF salts, for one or for each credential, and the blob to write. */
function decodeExtensions({ prf, largeBlob, ...others }: Record<string, unknown>): Record<string, unknown> {
  return {
    ...others,
    ...(prf !== undefined && { prf: decodePrf(prf as PrfInputs) }),
    ...(largeBlob !== undefined && { largeBlob: decodeMembers(largeBlob as Record<string, unknown>, 'write') }),
  };
}

interface PrfInputs {
  eval?: Record<string, unknown>;
  evalByCredential?: Record<string, Record<string, unknown>>;
}

function decodePrf({ eval: salts, evalByCredential, ...others }: PrfInputs) {
  return {
    ...others,
    ...(salts && { eval: decodeMembers(salts, 'first', 'second') }),
    ...(evalByCredential && {
      evalByCredential: Object.fromEntries(Object.entries(evalByCredential).map(([id, each]) => [id, decodeMembers(each, 'first', 'second')])),
    }),
  };
}

function decodeMembers(members: Record<string, unknown>, ...names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, names.includes(name) && typeof value === 'string' ? fromBase64Url(value) : value]));
}
