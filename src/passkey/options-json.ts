import { fromBase64Url } from '../base/bytes.js';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../base/contract/types.js';
import { LatchError } from '../base/client/errors.js';

/**
 * Turns request options from JSON into what `navigator.credentials.get` takes. Only the members that stand for bytes
 * are decoded, and members that are null are left out; everything else goes through untouched, known to us or not. The browser's own
 * `parseRequestOptionsFromJSON` drops extensions it does not know, and extensions that replace `navigator.credentials`
 * tend to miss it.
 *
 * @throws {LatchError} `bad_response` if an extension holds bytes that are not base64url, or nests too deep.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-parseRequestOptionsFromJSON WebAuthn, Deserialize Authentication
 *   ceremony options}
 */
export function decodeRequestOptions(json: PasskeyRequestOptions): PublicKeyCredentialRequestOptions {
  return decode(json, ({ allowCredentials }) => ({
    ...(allowCredentials && { allowCredentials: allowCredentials.map(decodeDescriptor) }),
  }));
}

/**
 * Turns creation options from JSON into what `navigator.credentials.create` takes, in the same way.
 *
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON WebAuthn, Deserialize Registration
 *   ceremony options}
 */
export function decodeCreationOptions(json: PasskeyCreationOptions): PublicKeyCredentialCreationOptions {
  return decode(json, ({ user, excludeCredentials }) => ({
    user: { ...user, id: fromBase64Url(user.id) },
    ...(excludeCredentials && { excludeCredentials: excludeCredentials.map(decodeDescriptor) }),
  }));
}

function decode<Json extends PasskeyRequestOptions | PasskeyCreationOptions, Options>(
  given: Json,
  decodeMembers: (json: Json) => object,
): Options {
  try {
    const json = JSON.parse(JSON.stringify(given), (_name, member: unknown) => member ?? undefined) as Json;
    const { challenge, extensions } = json;
    return {
      ...json,
      challenge: fromBase64Url(challenge),
      ...decodeMembers(json),
      ...(extensions && { extensions: decodeExtensions(extensions) }),
    } as unknown as Options;
  } catch (cause) {
    throw new LatchError('bad_response', 'Not base64url.', { cause });
  }
}

function decodeDescriptor(descriptor: { id: string }) {
  return { type: 'public-key', ...descriptor, id: fromBase64Url(descriptor.id) };
}

/**
 * The extensions whose inputs contain bytes, and the members that are bytes, at any depth: both PRF salts, for all or
 * for each credential, and the blob to write.
 */
const extensionsWithBytes = ['prf', 'largeBlob'];
const bytes = ['first', 'second', 'write'];

function decodeExtensions(extensions: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(extensions).map(([name, input]) => [
      name,
      extensionsWithBytes.includes(name) ? decodeBytes(input) : input,
    ]),
  );
}

function decodeBytes(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input), (name, member: unknown) =>
    typeof member === 'string' && bytes.includes(name) ? fromBase64Url(member) : member,
  );
}
