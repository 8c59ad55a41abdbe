import type { X509Certificate } from '@peculiar/x509';
import type { Bytes } from '../crypto/base64url.js';
import { CborTag, type CborMap, type CborValue } from '../webauthn/cbor.js';
import { signsMdocs, trustChain, type IssuerKey } from './certificates.js';
import { leeway } from './clock-leeway.js';
import { checkSignature, readSignature } from './cose-signature.js';
import { encodeCbor } from './encode-cbor.js';
import { IdentityFailure, refuse } from './identity-failure.js';
import { readMdocClaims, type MdocClaims } from './mdoc-claims.js';
import { readMobileSecurityObject, type MobileSecurityObject } from './mobile-security-object.js';
import { readArray, readCbor, readEncoded, readMap, readText, tags } from './read-cbor.js';

/** A verified mdoc, and all it shows. */
export interface Mdoc {
  documentType: string;
  claims: MdocClaims;
}

/**
 * What mdocs are checked against: `transcripts` are those of the origins that the response may come from, `asked` is
 * how many documents were requested.
 */
export interface MdocContext {
  asked: number;
  roots: readonly X509Certificate[];
  transcripts: readonly CborValue[];
  now: number;
}

function checkValidity({ signed, validFrom, validUntil }: MobileSecurityObject, issuer: IssuerKey, now: number): void {
  if (Math.max(signed, validFrom) > now + leeway) refuse('validity', 'the document is not valid yet');
  if (validUntil < now - leeway) refuse('validity', 'the document has expired');
  if (signed < issuer.notBefore - leeway || signed > issuer.notAfter + leeway)
    refuse('validity', 'the document was signed outside the time of its certificate');
}

/** Checks that the key of the wallet signed the document for one of the transcripts. */
async function checkDevice(
  deviceSigned: CborMap,
  { documentType, deviceKey }: MobileSecurityObject,
  transcripts: readonly CborValue[],
): Promise<void> {
  const authentication = readMap(deviceSigned.get('deviceAuth'), 'the device authentication');
  if (authentication.has('deviceMac')) refuse('algorithm', 'the wallet must sign; a MAC is not accepted');
  const signature = readSignature(authentication.get('deviceSignature'), 'the device signature');
  const nameSpaces = deviceSigned.get('nameSpaces') ?? null;
  if (
    readMap(readCbor(readEncoded(nameSpaces, 'what the wallet says'), 'what the wallet says'), 'what the wallet says')
      .size > 0
  ) {
    refuse('extra_claims', 'the wallet adds its own claims');
  }
  for (const [index, transcript] of transcripts.entries()) {
    const content = encodeCbor(['DeviceAuthentication', transcript, documentType, nameSpaces]);
    try {
      await checkSignature(signature, encodeCbor(new CborTag(tags.encoded, content)), deviceKey, 'device_signature');
      return;
    } catch (error) {
      const another =
        error instanceof IdentityFailure && error.reason === 'device_signature' && index < transcripts.length - 1;
      if (!another) throw error;
    }
  }
}

async function verifyDocument(document: CborMap, { roots, transcripts, now }: MdocContext): Promise<Mdoc> {
  const issuerSigned = readMap(document.get('issuerSigned'), 'what the issuer signed');
  const signature = readSignature(issuerSigned.get('issuerAuth'), 'the signature of the issuer');
  const issuer = await trustChain(signature.chain, roots, now, signsMdocs);
  const payload = signature.payload ?? refuse('malformed', 'the signature of the issuer has no payload');
  await checkSignature(signature, payload, issuer.key, 'issuer_signature');

  const object = await readMobileSecurityObject(payload);
  if (object.documentType !== document.get('docType'))
    refuse('malformed', 'the type of the document differs from the one that the issuer signed');
  checkValidity(object, issuer, now);
  const claims = await readMdocClaims(readMap(issuerSigned.get('nameSpaces') ?? new Map(), 'the name spaces'), object);
  await checkDevice(readMap(document.get('deviceSigned'), 'what the wallet signed'), object, transcripts);
  return { documentType: object.documentType, claims };
}

/**
 * Verifies the documents of a `DeviceResponse`: issuer, validity, digests of the claims, and the signature of the
 * wallet.
 *
 * @throws {IdentityFailure} with the reason.
 * @see ISO/IEC 18013-5, 9.1 and 9.3
 */
export async function verifyDeviceResponse(bytes: Bytes, context: MdocContext): Promise<Mdoc[]> {
  const response = readMap(readCbor(bytes, 'the device response'), 'the device response');
  if (!/^1\.\d$/.test(readText(response.get('version'), 'the version of the device response')))
    refuse('malformed', 'the device response is of another version');
  if (response.get('status') !== 0) refuse('query', 'the wallet reports a failure');
  const documents = readArray(response.get('documents') ?? [], 'the documents');
  if (documents.length > context.asked) refuse('extra_claims', 'more documents are shared than were requested');
  return Promise.all(documents.map((document) => verifyDocument(readMap(document, 'a document'), context)));
}
