import { readFileSync } from 'node:fs';
import { ConfigError } from '../config/config-error.js';

/** Which models of authenticators may hold passkeys, and where that is read. */
export interface AttestationSettings {
  /** The file of the BLOB of the FIDO Metadata Service. It is read again whenever it changes. */
  metadata: string;
  /** Certificates in PEM of those who may sign the BLOB. Defaults to the roots of the FIDO Alliance. */
  roots?: readonly string[];
  /** The only models that are accepted, as UUIDs in lower case; those without an AAGUID have all zeros. All unless given. */
  allowed?: readonly string[];
  /** Models that are refused. */
  denied?: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const certificate = /-----BEGIN CERTIFICATE-----[\sA-Za-z0-9+/=]+-----END CERTIFICATE-----/g;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

function readRoots(path: string): string[] {
  let roots: string[];
  try {
    roots = readFileSync(path, 'utf8').match(certificate) ?? [];
  } catch (cause) {
    throw new ConfigError(
      `ATTESTATION_METADATA_ROOTS must be a file of certificates in PEM, but ${path} cannot be read.`,
      { cause },
    );
  }
  if (roots.length === 0)
    throw new ConfigError(`ATTESTATION_METADATA_ROOTS must be a file of certificates in PEM, but ${path} holds none.`);
  return roots;
}

function readModels(variable: string, text: string): string[] {
  const models = text
    .toLowerCase()
    .split(',')
    .map((model) => model.trim())
    .filter((model) => model !== '');
  const wrong = models.find((model) => !uuid.test(model));
  if (wrong === undefined && models.length > 0) return models;
  throw new ConfigError(
    `${variable} must be a comma-separated list of AAGUIDs such as 01020304-0506-0708-0102-030405060708, not "${wrong ?? text}".`,
  );
}

/**
 * Reads `ATTESTATION`, which is off unless it is `required`, and the variables beside it.
 *
 * @throws {ConfigError} naming the variable that is wrong, missing, or of no use without `ATTESTATION`.
 */
export function readAttestationSettings({
  ATTESTATION: attestation,
  ATTESTATION_METADATA: metadata,
  ATTESTATION_METADATA_ROOTS: roots,
  ATTESTATION_AAGUIDS: allowed,
  ATTESTATION_DENIED_AAGUIDS: denied,
}: Environment): AttestationSettings | undefined {
  if (attestation && attestation !== 'off' && attestation !== 'required')
    throw new ConfigError(`ATTESTATION must be "off" or "required", not "${attestation}".`);
  if (attestation !== 'required') {
    const [unused] = Object.entries({
      ATTESTATION_METADATA: metadata,
      ATTESTATION_METADATA_ROOTS: roots,
      ATTESTATION_AAGUIDS: allowed,
      ATTESTATION_DENIED_AAGUIDS: denied,
    }).find(([, text]) => text) ?? [undefined];
    if (unused) throw new ConfigError(`ATTESTATION must be "required" together with ${unused}.`);
    return undefined;
  }
  if (!metadata)
    throw new ConfigError('ATTESTATION_METADATA is required together with ATTESTATION: the file of the metadata BLOB.');
  return {
    metadata,
    ...(roots && { roots: readRoots(roots) }),
    ...(allowed && { allowed: readModels('ATTESTATION_AAGUIDS', allowed) }),
    ...(denied && { denied: readModels('ATTESTATION_DENIED_AAGUIDS', denied) }),
  };
}
