import {
  describePublicKey,
  encodeSubjectPublicKeyInfo,
  generateKeys,
  signData,
  type Algorithm,
  knownAlgorithms,
} from './algorithms.js';
import { encodeAuthenticatorData } from './authenticator-data.js';
import { toBase64Url } from '../base/bytes.js';
import { decodeBase64url, encodeUtf8, joinBytes, randomBytes, sha256, type Bytes } from './bytes.js';
import { encodeCbor, type CborMap, type CborValue } from './cbor.js';
import type { CreationOptionsJSON, RegistrationResponseJSON } from './ceremony-json.js';
import type { AuthenticatorSettings, RegistrationContext, SoftwareCredential } from './ceremony.js';
import { serializeClientData } from './client-data.js';
import type { Attestation } from './faults/index.js';
import { prepareStages, type PassStage } from './pass-stages.js';
import { evaluatePrf } from './prf.js';

/** A new credential and the response that registers it. */
export interface Registration {
  readonly credential: SoftwareCredential;
  readonly response: RegistrationResponseJSON;
}

/**
 * Makes a credential and the response for it.
 *
 * @throws {DOMException} `NotSupportedError` if no algorithm fits.
 * @throws {TypeError} if the options hold no valid base64url, or if a fault cannot show.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-op-make-cred WebAuthn, authenticatorMakeCredential}
 */
export async function registerCredential(
  settings: AuthenticatorSettings,
  options: CreationOptionsJSON,
  context: RegistrationContext,
): Promise<Registration> {
  const algorithm = chooseAlgorithm(settings, options);
  const packed = (context.attestation ?? (isNone(options.attestation) ? 'none' : 'packed')) === 'packed';
  const pass = prepareStages(context.faults ?? [], { kind: 'create', algorithm, packed });

  const keys = await generateKeys(algorithm);
  const credentialId = await pass('credentialId', randomBytes(32));
  const credential: SoftwareCredential = {
    id: toBase64Url(credentialId),
    rpId: options.rp.id ?? new URL(context.origin).hostname,
    userHandle: toBase64Url(decodeBase64url(options.user.id, 'user.id')),
    userName: options.user.name,
    algorithm,
    keys,
    prfSecret: randomBytes(32),
    counter: context.counter ?? (settings.counter === 'zero' ? 0 : 1),
  };

  const clientDataJSON = await writeClientData(options.challenge, context, pass);
  const authenticatorData = await writeAuthenticatorData(settings, options, context, credential, credentialId, pass);
  const signedData = await pass('signedData', joinBytes(authenticatorData, await sha256(clientDataJSON)));
  const attestation = await pass('attestation', packed ? await attest(credential, signedData, pass) : noAttestation);
  const attestationObject = await pass('attestationObject', encodeAttestationObject(attestation, authenticatorData));

  const response = await pass('registration', {
    id: credential.id,
    rawId: credential.id,
    type: 'public-key',
    authenticatorAttachment: settings.attachment,
    clientExtensionResults: await answerExtensions(settings, options, credential),
    response: {
      clientDataJSON: toBase64Url(clientDataJSON),
      attestationObject: toBase64Url(attestationObject),
      authenticatorData: toBase64Url(authenticatorData),
      transports: [...settings.transports],
      publicKey: await encodeSubjectPublicKeyInfo(keys.publicKey),
      publicKeyAlgorithm: algorithm,
    },
  });
  return { credential, response };
}

function encodeAttestationObject({ format, statement }: Attestation, authenticatorData: Bytes): Bytes {
  return encodeCbor(
    new Map<string, CborValue>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authenticatorData],
    ]),
  );
}

const noAttestation: Attestation = { format: 'none', statement: new Map() };

function isNone(conveyance: string | undefined): boolean {
  return conveyance === undefined || conveyance === 'none';
}

function chooseAlgorithm(settings: AuthenticatorSettings, options: CreationOptionsJSON): Algorithm {
  const offered = options.pubKeyCredParams?.length ? options.pubKeyCredParams.map(({ alg }) => alg) : [-7, -257];
  const chosen = offered.find((alg) =>
    settings.algorithms.some((known) => known === alg && knownAlgorithms.includes(known)),
  );
  if (chosen === undefined)
    throw new DOMException(`none of the algorithms ${offered.join(', ')} can be used`, 'NotSupportedError');
  return chosen as Algorithm;
}

async function writeClientData(challenge: string, context: RegistrationContext, pass: PassStage): Promise<Bytes> {
  const { origin, crossOrigin = false, topOrigin } = context;
  const clientData = await pass('clientData', { type: 'webauthn.create', challenge, origin, crossOrigin, topOrigin });
  return pass('clientDataBytes', serializeClientData(clientData));
}

async function writeAuthenticatorData(
  settings: AuthenticatorSettings,
  options: CreationOptionsJSON,
  context: RegistrationContext,
  credential: SoftwareCredential,
  credentialId: Bytes,
  pass: PassStage,
): Promise<Bytes> {
  const silent = context.mediation === 'conditional';
  const publicKey = await pass('publicKey', await describePublicKey(credential.algorithm, credential.keys.publicKey));
  const data = await pass('authenticatorData', {
    rpIdHash: await sha256(encodeUtf8(credential.rpId)),
    userPresent: context.userPresent ?? !silent,
    userVerified: context.userVerified ?? (settings.userVerified && !silent),
    backupEligible: context.backupEligible ?? settings.backupEligible,
    backedUp: context.backedUp ?? settings.backedUp,
    counter: credential.counter,
    attestedCredential: {
      aaguid: parseAaguid(settings.aaguid),
      credentialId,
      publicKey: await pass('publicKeyBytes', encodeCbor(publicKey)),
    },
    extensions: collectExtensions(options, context),
  });
  return pass('authenticatorDataBytes', encodeAuthenticatorData(data));
}

function parseAaguid(aaguid: string): Bytes {
  const digits = aaguid.replaceAll('-', '');
  if (!/^[0-9a-f]{32}$/i.test(digits)) throw new TypeError('"aaguid" must be a UUID');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

const protectionLevels: Readonly<Record<string, number>> = {
  userVerificationOptional: 1,
  userVerificationOptionalWithCredentialIDList: 2,
  userVerificationRequired: 3,
};

function collectExtensions(options: CreationOptionsJSON, context: RegistrationContext): CborMap | undefined {
  const outputs = new Map(context.extensions);
  const level = protectionLevels[options.extensions?.credentialProtectionPolicy ?? ''];
  if (level !== undefined) outputs.set('credProtect', level);
  return outputs.size > 0 ? outputs : undefined;
}

async function attest(credential: SoftwareCredential, signedData: Bytes, pass: PassStage): Promise<Attestation> {
  const { algorithm, keys } = credential;
  const signature = await pass('signature', {
    algorithm,
    bytes: await signData(algorithm, keys.privateKey, signedData),
    over: signedData,
  });
  return {
    format: 'packed',
    statement: new Map<string, CborValue>([
      ['alg', signature.algorithm],
      ['sig', signature.bytes],
    ]),
  };
}

async function answerExtensions(
  settings: AuthenticatorSettings,
  options: CreationOptionsJSON,
  credential: SoftwareCredential,
): Promise<Record<string, unknown>> {
  const { credProps, prf } = options.extensions ?? {};
  const results: Record<string, unknown> = {};
  if (credProps) results.credProps = { rk: true };
  if (prf)
    results.prf = settings.prf
      ? { enabled: true, ...(await evaluatePrf(credential.prfSecret, prf)) }
      : { enabled: false };
  return results;
}
