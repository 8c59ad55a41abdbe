import { CoseKey, DateOnly, DeviceKey, Issuer, SignatureAlgorithm } from '@owf/mdoc';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import type { Authority } from './authority.js';
import { signBytes, type DeviceKey as HeldKey } from './device-key.js';
import { createMdocContext } from './mdoc-context.js';

/** Whom the credentials are about, and for how long they are good: epoch milliseconds. */
export interface CredentialDetails {
  ageOver18: boolean;
  validFrom: number;
  validUntil: number;
}

/** Who everybody with a development wallet is. */
export const holder = { givenName: 'Ada', familyName: 'Quillfeather', birthDate: '1990-12-10' };

export const licence = { documentType: 'org.iso.18013.5.1.mDL', nameSpace: 'org.iso.18013.5.1' } as const;
export const identityType = 'urn:eudi:pid:1';

/** Hashes as the SD-JWT library asks for it. */
export async function hashText(data: string | ArrayBuffer, algorithm: string): Promise<Uint8Array> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest(algorithm.toUpperCase(), bytes));
}

/** Signs the text of a JWT, in base64url. */
async function signText(key: CryptoKey, text: string): Promise<string> {
  return Buffer.from(await signBytes(key, new TextEncoder().encode(text))).toString('base64url');
}

/** Issues a mobile driving licence to a wallet's key, encoded as `IssuerSigned`. */
export async function issueLicence(
  { certificate, key }: Authority,
  device: HeldKey,
  { ageOver18, validFrom, validUntil }: CredentialDetails,
): Promise<Uint8Array> {
  const signingKey = CoseKey.fromJwk({ kty: 'EC', crv: 'P-256' });
  const issuer = new Issuer(licence.documentType, createMdocContext(new Map([[signingKey, key]])));
  issuer.addIssuerNamespace(licence.nameSpace, {
    given_name: holder.givenName,
    family_name: holder.familyName,
    birth_date: new DateOnly(holder.birthDate),
    age_over_18: ageOver18,
    portrait: crypto.getRandomValues(new Uint8Array(200)),
  });
  const issued = await issuer.sign({
    signingKey,
    algorithm: SignatureAlgorithm.ES256,
    digestAlgorithm: 'SHA-256',
    certificates: [certificate],
    deviceKeyInfo: { deviceKey: DeviceKey.fromJwk(device.publicJwk) },
    validityInfo: { signed: new Date(validFrom), validFrom: new Date(validFrom), validUntil: new Date(validUntil) },
  });
  return issued.encode();
}

/** Issues an identity to a wallet's key, as an SD-JWT VC all of whose claims can be hidden. */
export async function issueIdentity(
  { certificate, key }: Authority,
  device: HeldKey,
  { ageOver18, validFrom, validUntil }: CredentialDetails,
): Promise<string> {
  const issuer = new SDJwtVcInstance({
    signer: (text) => signText(key, text),
    signAlg: 'ES256',
    hasher: hashText,
    hashAlg: 'sha-256',
    saltGenerator: (length) => Buffer.from(crypto.getRandomValues(new Uint8Array(length))).toString('base64url'),
  });
  const claims = {
    given_name: holder.givenName,
    family_name: holder.familyName,
    birthdate: holder.birthDate,
    age_equal_or_over: { '16': true, '18': ageOver18 },
    nationalities: ['DE', 'FR'],
  };
  const times = {
    iat: Math.floor(validFrom / 1000),
    nbf: Math.floor(validFrom / 1000),
    exp: Math.floor(validUntil / 1000),
  };
  return issuer.issue(
    { iss: 'https://issuer.example', vct: identityType, cnf: { jwk: device.publicJwk }, ...times, ...claims },
    {
      _sd: ['given_name', 'family_name', 'birthdate', 'age_equal_or_over', 'nationalities'],
      age_equal_or_over: { _sd: ['16', '18'] },
      nationalities: { _sd: [0, 1] },
    },
    { header: { x5c: [Buffer.from(certificate).toString('base64')] } },
  );
}
