import { createHash, KeyObject, sign } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  Extension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import type { RegistrationResponseJSON } from '../../../src/conformance/index.js';
import { encodeCbor } from '../../../server/src/wallet/encode-cbor.js';
import { openAttestationPolicy, type AttestationPolicy } from '../../../server/src/webauthn/attestation-policy.js';
import { decodeWholeMap, type CborMap, type CborValue } from '../../../server/src/webauthn/cbor.js';

const p256 = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const year = 365 * 86_400_000;

/** Whoever has a certificate, and its key. */
export interface Holder {
  certificate: X509Certificate;
  keys: CryptoKeyPair;
  name: string;
}

/** How a certificate differs from that of a root, or from that of an authenticator where an issuer is given. */
export interface Differences {
  name?: string;
  ca?: boolean;
  notAfter?: Date;
  /** In the extension that names the model of the authenticator. */
  aaguid?: string;
  extensions?: readonly Extension[];
}

const authenticator = 'C=DE, O=Latchkey tests, OU=Authenticator Attestation, CN=A model';

/** Issues a certificate: that of a root, or, by an `issuer`, that of an authenticator. */
export async function issue(issuer?: Holder, differences: Differences = {}): Promise<Holder> {
  const name = differences.name ?? (issuer ? authenticator : `CN=Root ${crypto.randomUUID()}`);
  const keys = await crypto.subtle.generateKey(p256, true, ['sign', 'verify']);
  const { aaguid, ca = !issuer, notAfter = new Date(Date.now() + year) } = differences;
  const certificate = await X509CertificateGenerator.create({
    subject: name,
    issuer: issuer?.name ?? name,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    signingAlgorithm: p256,
    notBefore: new Date(Date.now() - 2 * year),
    notAfter,
    extensions: [
      new BasicConstraintsExtension(ca, undefined, true),
      ...(differences.extensions ?? []),
      ...(aaguid
        ? [new Extension('1.3.6.1.4.1.45724.1.1.4', false, Buffer.from(`0410${aaguid.replaceAll('-', '')}`, 'hex'))]
        : []),
    ],
  });
  return { certificate, keys, name };
}

export const derOf = ({ certificate }: Holder): Buffer => Buffer.from(certificate.rawData);
export const base64Of = (holder: Holder): string => derOf(holder).toString('base64');

/** Signs as authenticators and servers of metadata do. */
function signed(data: Uint8Array, { keys }: Holder, dsaEncoding: 'der' | 'ieee-p1363'): Buffer {
  return sign('sha256', data, { key: KeyObject.from(keys.privateKey), dsaEncoding });
}

/** The hash of client data, and the authenticator data of an attestation object. */
function partsOf({ clientDataJSON, attestationObject }: { clientDataJSON: string; attestationObject: string }) {
  const object = decodeWholeMap(new Uint8Array(Buffer.from(attestationObject, 'base64url')), 0, 'it');
  const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
  return { hash, authData: object.get('authData') as Uint8Array, statement: object.get('attStmt') as CborMap };
}

const bytes = (buffer: Uint8Array): CborValue => new Uint8Array(buffer);
const certificatesOf = (chain: readonly Holder[]): CborValue => chain.map((holder) => bytes(derOf(holder)));

function objectOf(format: string, statement: readonly [string, CborValue][], authData: Uint8Array): string {
  const members: [string, CborValue][] = [
    ['fmt', format],
    ['attStmt', new Map(statement)],
    ['authData', bytes(authData)],
  ];
  return Buffer.from(encodeCbor(new Map(members))).toString('base64url');
}

const withObject = (made: RegistrationResponseJSON, attestationObject: string): RegistrationResponseJSON => ({
  ...made,
  response: { ...made.response, attestationObject },
});

/** Puts a statement of the format `packed` into a registration: by the first of these, with the certificates of all. */
export function attest(made: RegistrationResponseJSON, ...chain: readonly Holder[]): RegistrationResponseJSON {
  const { authData, hash } = partsOf(made.response);
  const sig = bytes(signed(Buffer.concat([authData, hash]), chain[0]!, 'der'));
  return withObject(
    made,
    objectOf(
      'packed',
      [
        ['alg', -7],
        ['sig', sig],
        ['x5c', certificatesOf(chain)],
      ],
      authData,
    ),
  );
}

/** The same in the format `fido-u2f`. */
export function attestAsU2f(made: RegistrationResponseJSON, holder: Holder): RegistrationResponseJSON {
  const { authData, hash } = partsOf(made.response);
  const idLength = authData[53]! * 256 + authData[54]!;
  const id = authData.subarray(55, 55 + idLength);
  const key = decodeWholeMap(new Uint8Array(authData.subarray(55 + idLength)), 0, 'it');
  const point = [Buffer.of(4), key.get(-2) as Uint8Array, key.get(-3) as Uint8Array];
  const content = Buffer.concat([Buffer.of(0), authData.subarray(0, 32), hash, id, ...point]);
  const statement: [string, CborValue][] = [
    ['sig', bytes(signed(content, holder, 'der'))],
    ['x5c', certificatesOf([holder])],
  ];
  return withObject(made, objectOf('fido-u2f', statement, authData));
}

/** Issues a certificate to the TPM of a manufacturer that the Trusted Computing Group has registered: AMD. */
export const issueForTpm = (issuer: Holder): Promise<Holder> =>
  issue(issuer, {
    name: '',
    extensions: [
      new ExtendedKeyUsageExtension(['2.23.133.8.3']),
      new SubjectAlternativeNameExtension(
        [{ type: 'dn', value: '2.23.133.2.1=id:414D4400, 2.23.133.2.2=Model, 2.23.133.2.3=id:1' }],
        true,
      ),
    ],
  });

/** What a TPM has certified, base64url, signed by another one. */
export function attestAsTpm(attestationObject: string, holder: Holder): string {
  const { authData, statement } = partsOf({ clientDataJSON: '', attestationObject });
  const sig = bytes(signed(statement.get('certInfo') as Uint8Array, holder, 'der'));
  const changed: CborMap = new Map(statement)
    .set('alg', -7)
    .set('sig', sig)
    .set('x5c', certificatesOf([holder]));
  return objectOf('tpm', [...changed] as [string, CborValue][], authData);
}

/** By what the metadata knows a certificate of U2F: SHA-1 of its public key, in hex. */
export function keyIdentifierOf({ certificate }: Holder): string {
  // An uncompressed point ends the key.
  const point = Buffer.from(certificate.publicKey.rawData).subarray(-65);
  return createHash('sha1').update(point).digest('hex');
}

/** What the metadata of a model says. */
export interface Model {
  aaguid?: string;
  /** Of certificates of U2F, in hex. */
  keyIdentifiers?: readonly string[];
  /** Certificates, base64. */
  roots: readonly string[];
  statusReports?: readonly object[];
  types?: readonly string[];
}

/** Signs metadata of these models as the FIDO Metadata Service does; `chain` begins with the signer. */
export function signMetadata(
  models: readonly Model[],
  chain: readonly Holder[],
  { no = 1, nextUpdate = '2999-01-01' }: { no?: number; nextUpdate?: string } = {},
): string {
  const entries = models.map(({ aaguid, keyIdentifiers, roots, statusReports, types }) => ({
    ...(aaguid && { aaguid }),
    ...(keyIdentifiers && { attestationCertificateKeyIdentifiers: keyIdentifiers }),
    metadataStatement: {
      ...(aaguid && { aaguid }),
      description: 'A model',
      authenticatorVersion: 1,
      protocolFamily: aaguid ? 'fido2' : 'u2f',
      schema: 3,
      upv: [{ major: 1, minor: 1 }],
      authenticationAlgorithms: ['secp256r1_ecdsa_sha256_raw', 'ed25519_eddsa_sha512_raw', 'rsassa_pkcsv15_sha256_raw'],
      publicKeyAlgAndEncodings: ['cose'],
      attestationTypes: types ?? ['basic_full'],
      userVerificationDetails: [],
      keyProtection: ['hardware'],
      matcherProtection: ['on_chip'],
      tcDisplay: [],
      attestationRootCertificates: roots,
    },
    statusReports: statusReports ?? [{ status: 'FIDO_CERTIFIED_L1', effectiveDate: '2024-01-01' }],
    timeOfLastStatusChange: '2024-01-01',
  }));
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = { alg: 'ES256', typ: 'JWT', x5c: chain.map(base64Of) };
  const content = `${encode(header)}.${encode({ legalHeader: 'None.', no, nextUpdate, entries })}`;
  return `${content}.${signed(Buffer.from(content), chain[0]!, 'ieee-p1363').toString('base64url')}`;
}

/** A policy that requires attestation, over metadata of these models. */
export async function openPolicy(models: readonly Model[]): Promise<AttestationPolicy> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-attestation-'));
  try {
    const root = await issue();
    const metadata = join(folder, 'blob.jwt');
    await writeFile(metadata, signMetadata(models, [await issue(root, { name: 'CN=Metadata' })]));
    // Once the file is gone, what was read from it stays.
    return await openAttestationPolicy({ metadata, roots: [root.certificate.toString('pem')] }, () => {});
  } finally {
    await rm(folder, { recursive: true });
  }
}
