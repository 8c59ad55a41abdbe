import { createHash, X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { SettingsService, type MetadataBLOBPayloadEntry } from '@simplewebauthn/server';
import { convertCertBufferToPEM, verifyMDSBlob } from '@simplewebauthn/server/helpers';
import type { Bytes } from '../crypto/base64url.js';
import type { Log } from '../log.js';
import { reasonOf } from '../start-error.js';
import type { AttestationSettings } from './attestation-settings.js';
import { inTurn } from './attestation-turns.js';

/** What the BLOB says of one model of authenticators. */
export type MetadataEntry = Required<Pick<MetadataBLOBPayloadEntry, 'metadataStatement' | 'statusReports'>>;

/** The metadata of all models of authenticators. */
export interface Metadata {
  /**
   * What is known of a model by its AAGUID, or, for authenticators of U2F, by the key of their certificate. Reads the file
   * first if it has changed.
   */
  find(aaguid: string, certificate: Bytes): Promise<MetadataEntry | undefined>;
}

/** What a file has held, and when the next one is due, epoch milliseconds. */
interface Blob {
  no: number;
  nextUpdate: number;
  models: Map<string, MetadataEntry>;
}

/** Whom the certificate of the BLOB of the FIDO Alliance names. Its roots have signed others too. */
const signer = 'mds.fidoalliance.org';
const noAaguid = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the BLOB of the FIDO Metadata Service from its file, and again whenever the file has changed. A file that does not
 * verify, or is older than the one before, is logged, and what was known stays.
 *
 * @throws {Error} if the first file cannot be used.
 * @see {@link https://fidoalliance.org/specs/mds/fido-metadata-service-v3.1-ps-20250521.html FIDO Metadata Service}
 */
export async function openMetadata({ metadata: file, roots }: AttestationSettings, log: Log): Promise<Metadata> {
  let stamp = await stampOf(file);
  let known = await readBlob(file, roots);
  let refreshing: Promise<void> | undefined;

  const warnIfStale = () => {
    if (known.nextUpdate < Date.now())
      log({
        level: 'warn',
        event: 'attestation-metadata-stale',
        message: `The metadata BLOB number ${known.no} should have been replaced by a newer one.`,
      });
  };
  const refresh = async () => {
    try {
      const present = await stampOf(file);
      if (present === stamp) return;
      // Also where it cannot be used: it is looked at once.
      stamp = present;
      const next = await readBlob(file, roots);
      if (next.no < known.no) throw new Error(`number ${next.no} is older than number ${known.no}`);
      known = next;
      log({ level: 'info', event: 'attestation-metadata', message: `The metadata BLOB number ${known.no} is in use.` });
      warnIfStale();
    } catch (cause) {
      log({ level: 'error', event: 'attestation-metadata-failed', reason: reasonOf(cause) });
    }
  };

  warnIfStale();
  return {
    async find(aaguid, certificate) {
      await (refreshing ??= refresh().finally(() => (refreshing = undefined)));
      return known.models.get(aaguid === noAaguid ? keyIdentifierOf(certificate) : aaguid);
    },
  };
}

async function stampOf(file: string): Promise<string> {
  const { ino, mtimeMs, size } = await stat(file);
  return [ino, mtimeMs, size].join();
}

/** Verifies the signature of a BLOB and the chain of its certificates. */
async function readBlob(file: string, roots: readonly string[] | undefined): Promise<Blob> {
  const text = (await readFile(file, 'utf8')).trim();
  const { payload, parsedNextUpdate } = await inTurn(async () => {
    const own = SettingsService.getRootCertificates({ identifier: 'mds' });
    if (roots) SettingsService.setRootCertificates({ identifier: 'mds', certificates: [...roots] });
    try {
      return await verifyMDSBlob(text);
    } finally {
      SettingsService.setRootCertificates({ identifier: 'mds', certificates: own });
    }
  });
  if (!roots && !leafOf(text).checkHost(signer)) throw new Error(`its signer is not ${signer}`);
  const models = new Map<string, MetadataEntry>();
  for (const entry of payload.entries as Partial<MetadataBLOBPayloadEntry>[]) {
    const { aaguid, attestationCertificateKeyIdentifiers = [], metadataStatement, statusReports = [] } = entry;
    if (!metadataStatement) continue;
    for (const name of [aaguid, ...attestationCertificateKeyIdentifiers])
      if (name) models.set(name.toLowerCase(), { metadataStatement, statusReports });
  }
  if (!Number.isSafeInteger(payload.no) || Number.isNaN(parsedNextUpdate.getTime()))
    throw new Error('it has no number or no date of the next update');
  return { no: payload.no, nextUpdate: parsedNextUpdate.getTime(), models };
}

function leafOf(blob: string): X509Certificate {
  const header = JSON.parse(Buffer.from(blob.split('.')[0]!, 'base64url').toString()) as { x5c: string[] };
  return new X509Certificate(convertCertBufferToPEM(header.x5c[0]!));
}

/** SHA-1 of the public key of a certificate on P-256, as all of U2F are, in hex; empty for another one. */
function keyIdentifierOf(certificate: Bytes): string {
  const { crv, x, y } = new X509Certificate(certificate).publicKey.export({ format: 'jwk' });
  if (crv !== 'P-256') return '';
  const point = [Buffer.of(4), Buffer.from(x!, 'base64url'), Buffer.from(y!, 'base64url')];
  return createHash('sha1').update(Buffer.concat(point)).digest('hex');
}
