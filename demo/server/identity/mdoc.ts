import type { X509Certificate } from '@peculiar/x509';
import { encodeBase64url } from '../bytes.js';
import type { Bytes } from '../webauthn/base64url.js';
import { CborTag, type CborMap, type CborValue } from '../webauthn/cbor.js';
import { trustChain, type IssuerKey } from './certificates.js';
import { checkSignature, readSignature } from './cose-signature.js';
import { digest } from './ecdsa.js';
import { encodeCbor } from './encode-cbor.js';
import { IdentityFailure, refuse } from './identity-failure.js';
import { readMobileSecurityObject, type MobileSecurityObject } from './mobile-security-object.js';
import { readArray, readCbor, readEncoded, readMap, readText, tags } from './read-cbor.js';

/** Claims as JSON has them, by name space. */
export type MdocClaims = Record<string, Record<string, unknown>>;

/** A verified mdoc, and all it shows. */
export interface Mdoc {
  documentType: string;
  claims: MdocClaims;
}

/** What mdocs are checked against: `transcripts` are those of the origins that the response may come from. */
export interface MdocContext {
  roots: readonly X509Certificate[];
  transcripts: readonly CborValue[];
  now: number;
}

/** How far the clocks of issuers may be off, in milliseconds. */
export const leeway = 60_000;

/** Bytes become base64url, dates their text. */
function toJson(value: CborValue): unknown {
  if (value instanceof CborTag) return toJson(value.value);
  if (value instanceof Uint8Array) return encodeBase64url(value);
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, member]) => [String(key), toJson(member)]));
  return Array.isArray(value) ? value.map(toJson) : value;
}

/** Reads one claim and compares its digest with the one that the issuer has signed. */
async function readItem(item: CborValue, digests: CborMap, hash: string): Promise<[name: string, value: unknown]> {
  const name = 'a claim';
  const members = readMap(readCbor(readEncoded(item, name), name), name);
  const expected = digests.get(members.get('digestID') as number);
  const found = await digest(encodeCbor(item), hash);
  if (!(expected instanceof Uint8Array) || !Buffer.from(expected).equals(found)) refuse('digest', 'a claim has another digest than the issuer has signed');
  const value = members.get('elementValue');
  if (value === undefined) refuse('malformed', 'a claim has no value');
  return [readText(members.get('elementIdentifier'), name), toJson(value)];
}

async function readClaims(nameSpaces: CborMap, { digests, hash }: MobileSecurityObject): Promise<MdocClaims> {
  const claims: [string, Record<string, unknown>][] = [];
  for (const [nameSpace, items] of nameSpaces) {
    const known = digests.get(nameSpace);
    if (!(known instanceof Map)) refuse('digest', 'the issuer has signed nothing in a name space');
    const read = await Promise.all(readArray(items, 'a name space').map((item) => readItem(item, known, hash)));
    if (new Set(read.map(([name]) => name)).size < read.length) refuse('malformed', 'a claim is there twice');
    claims.push([String(nameSpace), Object.fromEntries(read)]);
  }
  return Object.fromEntries(claims);
}

function checkValidity({ signed, validFrom, validUntil }: MobileSecurityObject, issuer: IssuerKey, now: number): void {
  if (validFrom > now + leeway) refuse('validity', 'the document is not valid yet');
  if (validUntil < now - leeway) refuse('validity', 'the document is not valid any more');
  if (signed < issuer.notBefore - leeway || signed > issuer.notAfter + leeway) refuse('validity', 'the document was signed outside the time of its certificate');
}

/** Checks that the key of the wallet signed the document for one of the transcripts. */
async function checkDevice(deviceSigned: CborMap, { documentType, deviceKey }: MobileSecurityObject, transcripts: readonly CborValue[]): Promise<void> {
  const authentication = readMap(deviceSigned.get('deviceAuth'), 'the device authentication');
  if (authentication.has('deviceMac')) refuse('algorithm', 'the wallet must sign; a MAC is not accepted');
  const signature = readSignature(authentication.get('deviceSignature'), 'the device signature');
  const nameSpaces = deviceSigned.get('nameSpaces') ?? null;
  if (readMap(readCbor(readEncoded(nameSpaces, 'what the wallet says'), 'what the wallet says'), 'what the wallet says').size > 0) {
    refuse('extra_claims', 'the wallet adds claims of its own');
  }
  for (const [index, transcript] of transcripts.entries()) {
    const content = encodeCbor(['DeviceAuthentication', transcript, documentType, nameSpaces]);
    try {
      await checkSignature(signature, encodeCbor(new CborTag(tags.encoded, content)), deviceKey, 'device_signature');
      return;
    } catch (error) {
      const another = error instanceof IdentityFailure && error.reason === 'device_signature' && index < transcripts.length - 1;
      if (!another) throw error;
    }
  }
}

async function verifyDocument(document: CborMap, { roots, transcripts, now }: MdocContext): Promise<Mdoc> {
  const issuerSigned = readMap(document.get('issuerSigned'), 'what the issuer signed');
  const signature = readSignature(issuerSigned.get('issuerAuth'), 'the signature of the issuer');
  const issuer = await trustChain(signature.chain, roots, now);
  const payload = signature.payload ?? refuse('malformed', 'the signature of the issuer has no payload');
  await checkSignature(signature, payload, issuer.key, 'issuer_signature');

  const object = await readMobileSecurityObject(payload);
  if (object.documentType !== document.get('docType')) refuse('malformed', 'the document is of another type than its issuer says');
  checkValidity(object, issuer, now);
  const claims = await readClaims(readMap(issuerSigned.get('nameSpaces') ?? new Map(), 'the name spaces'), object);
  await checkDevice(readMap(document.get('deviceSigned'), 'what the wallet signed'), object, transcripts);
  return { documentType: object.documentType, claims };
}

/**
 * Verifies the documents of a `DeviceResponse`: issuer, validity, digests of the claims, and the signature of the wallet.
 *
 * @throws {IdentityFailure} with the reason.
 * @see ISO/IEC 18013-5, 9.1 and 9.3
 */
export async function verifyDeviceResponse(bytes: Bytes, context: MdocContext): Promise<Mdoc[]> {
  const response = readMap(readCbor(bytes, 'the device response'), 'the device response');
  if (response.get('status') !== 0) refuse('query', 'the wallet says that it failed');
  const documents = readArray(response.get('documents') ?? [], 'the documents');
  return Promise.all(documents.map((document) => verifyDocument(readMap(document, 'a document'), context)));
}
