import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { encodeBase64url } from '../crypto/base64url.js';
import type { Bytes } from '../crypto/base64url.js';
import { readBase64url } from '../webauthn/read-base64url.js';
import { CborTag, type CborValue } from '../webauthn/cbor.js';
import { encodeCbor } from './encode-cbor.js';
import { refuse } from './identity-failure.js';
import type { RequestSecrets } from './pending-request.js';
import { isMdocQuery, pathsOf, type Query } from './query.js';
import { readArray, readBytes, readCbor, readMap, tags } from './read-cbor.js';
import { mdocTranscript } from './session-transcript.js';

/** What a page hands to the browser for `org-iso-mdoc`, base64url each. */
export interface MdocRequest {
  deviceRequest: string;
  encryptionInfo: string;
}

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes128Gcm() });

/** Nonce and public key, as wallets get them and as the transcript repeats them. */
function encodeEncryptionInfo({ nonce, key }: RequestSecrets): string {
  const publicKey = new Map<number | string, CborValue>([
    [1, 2],
    [-1, 1],
    [-2, readBase64url(key.x, 'x')],
    [-3, readBase64url(key.y, 'y')],
  ]);
  return encodeBase64url(
    encodeCbor([
      'dcapi',
      new Map<string, CborValue>([
        ['nonce', readBase64url(nonce, 'nonce')],
        ['recipientPublicKey', publicKey],
      ]),
    ]),
  );
}

/** One request for each mdoc of the query, by name space and claim, with whether we mean to keep it. */
function encodeDeviceRequest({ dcql }: Query): string {
  const requests = dcql.credentials.filter(isMdocQuery).map((credential) => {
    const nameSpaces = new Map<string, CborValue>();
    for (const [index, [nameSpace, name]] of (pathsOf(credential) as [string, string][]).entries()) {
      const claim = credential.claims![index]!;
      const claims = (nameSpaces.get(nameSpace) ?? new Map()) as Map<string, CborValue>;
      nameSpaces.set(nameSpace, claims.set(name, 'path' in claim && claim.intent_to_retain === true));
    }
    const items = encodeCbor(
      new Map<string, CborValue>([
        ['docType', credential.meta!.doctype_value!],
        ['nameSpaces', nameSpaces],
      ]),
    );
    return new Map([['itemsRequest', new CborTag(tags.encoded, items)]]);
  });
  return encodeBase64url(
    encodeCbor(
      new Map<string, CborValue>([
        ['version', '1.0'],
        ['docRequests', requests],
      ]),
    ),
  );
}

/**
 * Makes the request for a query of mdocs.
 *
 * @see ISO/IEC 18013-7, annex C
 */
export function createMdocRequest(query: Query, secrets: RequestSecrets): MdocRequest {
  return { deviceRequest: encodeDeviceRequest(query), encryptionInfo: encodeEncryptionInfo(secrets) };
}

/** An opened response: a `DeviceResponse`, and the transcript that its signatures must be about. */
export interface OpenedMdocResponse {
  deviceResponse: Bytes;
  transcript: CborValue;
}

/** An encrypted response, read once and tried with the key of every request that waits. */
export interface SealedMdocResponse {
  /** Opens it, if it was made for this request and by a page of one of the `origins`: both are part of the key. */
  open(secrets: RequestSecrets, origins: readonly string[]): Promise<OpenedMdocResponse | undefined>;
}

async function decrypt(
  enc: Bytes,
  cipherText: Bytes,
  { key }: RequestSecrets,
  info: Bytes,
): Promise<Bytes | undefined> {
  const recipientKey = await suite.kem.importKey('jwk', key, false);
  try {
    return new Uint8Array(await suite.open({ recipientKey, enc, info }, cipherText));
  } catch {
    // For another request, or changed: the caller reports that if no key decrypts it.
    return undefined;
  }
}

/** Reads an `EncryptedResponse` in base64url. @throws {IdentityFailure} `malformed` if it is invalid. */
export function readMdocResponse(response: string): SealedMdocResponse {
  const [type, members, ...others] = readArray(
    readCbor(readBase64url(response, 'the response'), 'the response'),
    'the response',
  );
  if (type !== 'dcapi' || others.length > 0) refuse('malformed', 'the response is of another type');
  const parts = readMap(members, 'the response');
  const enc = readBytes(parts.get('enc'), 'the encapsulated key');
  const cipherText = readBytes(parts.get('cipherText'), 'the cipher text');
  return {
    async open(secrets, origins) {
      for (const origin of origins) {
        const transcript = await mdocTranscript(origin, encodeEncryptionInfo(secrets));
        const deviceResponse = await decrypt(enc, cipherText, secrets, encodeCbor(transcript));
        if (deviceResponse) return { deviceResponse, transcript };
      }
      return undefined;
    },
  };
}
