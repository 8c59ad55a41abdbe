import { calculateJwkThumbprint, compactDecrypt, decodeProtectedHeader, errors, importJWK } from 'jose';
import type { Bytes } from '../crypto/base64url.js';
import { readBase64url } from '../webauthn/read-base64url.js';
import { algorithms } from './ecdsa.js';
import { refuse } from './identity-failure.js';
import { checkParts } from './jwt.js';
import type { RequestSecrets } from './pending-request.js';
import type { Query } from './query.js';
import { isObject, readJsonObject } from './read-json.js';

/** What a page hands to the browser for `openid4vp-v1-unsigned`. */
export type Openid4vpRequest = Record<string, unknown>;

/** Presentations by the id of their credential in the query. */
export type VpToken = Record<string, string>;

const contentEncryption = ['A256GCM', 'A128GCM'];
const coseIdentifiers = algorithms.flatMap(({ cose }) => cose);
const joseNames = algorithms.map(({ jose }) => jose);

/**
 * Makes an unsigned request for an encrypted response. It names no client: wallets bind the response to the origin of
 * the page.
 *
 * @see {@link https://openid.net/specs/openid-4-verifiable-presentations-1_0.html#appendix-A OpenID4VP, appendix A}
 */
export function createOpenid4vpRequest(
  { dcql }: Query,
  id: string,
  { nonce, key: { kty, crv, x, y } }: RequestSecrets,
): Openid4vpRequest {
  return {
    response_type: 'vp_token',
    response_mode: 'dc_api.jwt',
    nonce,
    dcql_query: dcql,
    client_metadata: {
      jwks: { keys: [{ kty, crv, x, y, use: 'enc', alg: 'ECDH-ES', kid: id }] },
      encrypted_response_enc_values_supported: contentEncryption,
      vp_formats_supported: {
        'dc+sd-jwt': { 'sd-jwt_alg_values': joseNames, 'kb-jwt_alg_values': joseNames },
        mso_mdoc: { issuerauth_alg_values: coseIdentifiers, deviceauth_alg_values: coseIdentifiers },
      },
    },
  };
}

/** The RFC 7638 thumbprint of the key of a request. */
export async function thumbprintOf({ key }: RequestSecrets): Promise<Bytes> {
  return readBase64url(await calculateJwkThumbprint(key), 'the thumbprint');
}

/**
 * Reads which request a response names: the id of the key that it is encrypted to. @throws {IdentityFailure}
 * `malformed` when it is no JWE.
 */
export function readRequestId(response: string): string | undefined {
  checkParts(response, 'the response');
  try {
    return decodeProtectedHeader(response).kid;
  } catch (cause) {
    return refuse('malformed', 'the response is not a JWE', cause);
  }
}

function readPresentations(vpToken: unknown): VpToken {
  if (!isObject(vpToken)) refuse('malformed', 'the response has no presentations');
  const presentations = Object.entries(vpToken).map(([id, list]) => {
    if (!Array.isArray(list) || list.length !== 1 || typeof list[0] !== 'string')
      refuse('malformed', 'a credential must be presented once');
    return [id, list[0] as string] as const;
  });
  return Object.fromEntries(presentations);
}

/**
 * Decrypts a response. @throws {IdentityFailure} `encryption` when it was not made for this request or was changed,
 * `malformed`.
 */
export async function openOpenid4vpResponse(response: string, { key }: RequestSecrets): Promise<VpToken> {
  let plaintext: Uint8Array;
  try {
    const options = {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: contentEncryption,
      maxDecompressedLength: 0,
    };
    ({ plaintext } = await compactDecrypt(response, await importJWK(key, 'ECDH-ES'), options));
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError) && !isKeyError(cause)) throw cause;
    return refuse('encryption', 'the response does not decrypt', cause);
  }
  return readPresentations(readJsonObject(plaintext, 'the response')['vp_token']);
}

/** What Web Crypto and the JOSE library say to an ephemeral key of another kind, or off its curve. */
function isKeyError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}
