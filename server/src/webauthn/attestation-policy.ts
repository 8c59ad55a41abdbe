import { X509Certificate } from 'node:crypto';
import { MetadataService, type MetadataStatement, type StatusReport } from '@simplewebauthn/server';
import { convertCertBufferToPEM, validateCertificatePath } from '@simplewebauthn/server/helpers';
import { encodeBase64url, type Bytes } from '../crypto/base64url.js';
import type { Log } from '../log.js';
import { encodeCbor } from '../wallet/encode-cbor.js';
import { openMetadata, type MetadataEntry } from './attestation-metadata.js';
import type { AttestationObject } from './attestation-object.js';
import type { AttestationSettings } from './attestation-settings.js';
import type { CborMap, CborValue } from './cbor.js';
import { inTurn, withinDeadline } from './attestation-turns.js';
import { AttestationRefused, refuse } from './verification-error.js';

/** Decides which models of authenticators may hold passkeys. */
export interface AttestationPolicy {
  /**
   * Checks the statement of a new passkey against the metadata of its model, and runs `verify` with what the library is to
   * verify, base64url: the same attestation object, without a root among its certificates.
   *
   * @throws {AttestationRefused} if there is no statement, or its model is not accepted.
   * @throws what `verify` throws.
   */
  verify<Result>(
    attestation: AttestationObject,
    aaguid: string,
    verify: (attestationObject: string) => Promise<Result>,
  ): Promise<Result>;
}

/** Those with certificates. SafetyNet has ended in 2025, and its responses are good for a minute. */
const formats = ['packed', 'tpm', 'android-key', 'fido-u2f', 'apple', 'android-safetynet'];
const mostCertificates = 8;
/** After any of these, passkeys of the model may be in other hands. */
const compromises: readonly string[] = [
  'USER_VERIFICATION_BYPASS',
  'ATTESTATION_KEY_COMPROMISE',
  'USER_KEY_REMOTE_COMPROMISE',
  'USER_KEY_PHYSICAL_COMPROMISE',
  'REVOKED',
] satisfies StatusReport['status'][];

/**
 * Opens the metadata of authenticators, for a server that accepts none without it.
 *
 * @throws {Error} if the metadata cannot be used.
 */
export async function openAttestationPolicy(settings: AttestationSettings, log: Log): Promise<AttestationPolicy> {
  const metadata = await openMetadata(settings, log);
  const { allowed, denied = [] } = settings;
  return {
    async verify(attestation, aaguid, verify) {
      const certificates = readCertificates(attestation);
      if (denied.includes(aaguid) || allowed?.includes(aaguid) === false)
        throw new AttestationRefused('this model of authenticators is not accepted');
      const entry = await metadata.find(aaguid, certificates[0]!);
      if (!entry) throw new AttestationRefused('the metadata does not know this model of authenticators');
      checkStatus(entry, certificates);
      const { metadataStatement: statement } = entry;
      const [path, root] = await withinDeadline(() => findRoot(certificates, statement));
      return inTurn(async () => {
        await MetadataService.initialize({
          mdsServers: [],
          statements: [{ ...statement, aaguid, attestationRootCertificates: [root] }],
          verificationMode: 'strict',
        });
        return verify(encodeBase64url(encodeCbor(withCertificates(attestation, path))));
      });
    },
  };
}

/** The certificates of a statement, the authenticator's first. */
function readCertificates({ format, statement }: AttestationObject): Bytes[] {
  if (!formats.includes(format)) throw new AttestationRefused('the passkey comes without attestation');
  const given = format === 'android-safetynet' ? readSafetyNet(statement.get('response')) : statement.get('x5c');
  if (format === 'packed' && given === undefined)
    throw new AttestationRefused('the passkey has no other attestation than its own');
  const isList = Array.isArray(given) && given.every((one): one is Bytes => one instanceof Uint8Array);
  if (!isList || given.length === 0 || given.length > mostCertificates)
    refuse('the attestation statement has no list of certificates');
  if (format === 'fido-u2f' && given.length !== 1) refuse('an attestation of U2F has one certificate');
  return given;
}

function readSafetyNet(response: unknown): unknown {
  if (!(response instanceof Uint8Array)) return undefined;
  const [header = ''] = Buffer.from(response).toString().split('.');
  const { x5c } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { x5c?: unknown };
  return Array.isArray(x5c) ? x5c.map((one) => new Uint8Array(Buffer.from(String(one), 'base64'))) : undefined;
}

/** A report without a date holds from its beginning; one about a certificate is about passkeys with it alone. */
function checkStatus({ statusReports }: MetadataEntry, certificates: readonly Bytes[]): void {
  const today = new Date().toISOString().slice(0, 10);
  const isOfThese = ({ certificate }: StatusReport) =>
    !certificate || certificates.some((one) => Buffer.from(one).equals(Buffer.from(certificate, 'base64')));
  const found = statusReports.find(
    (report) => compromises.includes(report.status) && (report.effectiveDate ?? today) <= today && isOfThese(report),
  );
  if (found) throw new AttestationRefused(`the metadata reports ${found.status} for this model of authenticators`);
}

/**
 * Follows the certificates to a root of the model. Resolves with those that lead there, and with the root, base64. The
 * root may be the last of them, or the certificate of the authenticator itself.
 */
async function findRoot(
  certificates: readonly Bytes[],
  { attestationRootCertificates: roots }: MetadataStatement,
): Promise<[path: readonly Bytes[], root: string]> {
  const isSame = (one: Bytes, root: string) => Buffer.from(one).equals(Buffer.from(root, 'base64'));
  const ownRoot = roots.find((root) => isSame(certificates.at(-1)!, root));
  if (ownRoot !== undefined && certificates.length === 1) return [certificates, ownRoot];
  const path = ownRoot === undefined ? certificates : certificates.slice(0, -1);
  if (!path.slice(1).every((certificate) => new X509Certificate(certificate).ca))
    throw new AttestationRefused('a certificate of the attestation may not issue others');
  let cause: unknown;
  for (const root of roots) {
    try {
      await validateCertificatePath(path.map(convertCertBufferToPEM), [convertCertBufferToPEM(root)]);
      return [path, root];
    } catch (error) {
      cause = error;
    }
  }
  throw new AttestationRefused('the certificates do not lead to a root of this model of authenticators', { cause });
}

/** The attestation object, as a map, with these certificates. */
function withCertificates(
  { format, statement, authenticatorData }: AttestationObject,
  path: readonly Bytes[],
): CborMap {
  const changed: CborMap = new Map(statement);
  if (changed.has('x5c')) changed.set('x5c', [...path]);
  return new Map<string, CborValue>([
    ['fmt', format],
    ['attStmt', changed],
    ['authData', authenticatorData],
  ]);
}
