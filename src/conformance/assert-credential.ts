import { signData } from './algorithms.js';
import { encodeAuthenticatorData } from './authenticator-data.js';
import { toBase64Url } from '../base/bytes.js';
import { encodeUtf8, joinBytes, sha256, type Bytes } from './bytes.js';
import type { AuthenticationResponseJSON, RequestOptionsJSON } from './ceremony-json.js';
import type { AuthenticatorSettings, SignInContext, SoftwareCredential } from './ceremony.js';
import { serializeClientData, describePayment } from './client-data.js';
import { prepareStages, type PassStage } from './pass-stages.js';
import { evaluatePrf } from './prf.js';

/**
 * Signs in with a credential: writes client data and authenticator data and signs both.
 *
 * @throws {TypeError} if a fault cannot show.
 * @see {@link https://www.w3.org/TR/webauthn-3/#sctn-op-get-assertion WebAuthn, authenticatorGetAssertion}
 */
export async function assertCredential(
  settings: AuthenticatorSettings,
  credential: SoftwareCredential,
  options: RequestOptionsJSON,
  context: SignInContext,
): Promise<AuthenticationResponseJSON> {
  const { algorithm, keys } = credential;
  const pass = prepareStages(context.faults ?? [], { kind: 'get', algorithm, packed: false });
  credential.counter = context.counter ?? (settings.counter === 'zero' ? 0 : credential.counter + 1);

  const clientDataJSON = await writeClientData(options.challenge, credential.rpId, context, pass);
  const authenticatorData = await writeAuthenticatorData(settings, context, credential, pass);
  const signedData = await pass('signedData', joinBytes(authenticatorData, await sha256(clientDataJSON)));
  const signature = await pass('signature', {
    algorithm,
    bytes: await signData(algorithm, keys.privateKey, signedData),
    over: signedData,
  });

  const { prf } = options.extensions ?? {};
  return pass('authentication', {
    id: credential.id,
    rawId: credential.id,
    type: 'public-key',
    authenticatorAttachment: settings.attachment,
    clientExtensionResults: prf && settings.prf ? { prf: await evaluatePrf(credential.prfSecret, prf) } : {},
    response: {
      clientDataJSON: toBase64Url(clientDataJSON),
      authenticatorData: toBase64Url(authenticatorData),
      signature: toBase64Url(signature.bytes),
      userHandle: credential.userHandle,
    },
  });
}

async function writeClientData(
  challenge: string,
  rpId: string,
  context: SignInContext,
  pass: PassStage,
): Promise<Bytes> {
  const { origin, crossOrigin = false, topOrigin, payment } = context;
  const purpose = payment ? describePayment(payment, rpId, topOrigin ?? origin) : { type: 'webauthn.get' };
  const clientData = await pass('clientData', { challenge, origin, crossOrigin, topOrigin, ...purpose });
  return pass('clientDataBytes', serializeClientData(clientData));
}

async function writeAuthenticatorData(
  settings: AuthenticatorSettings,
  context: SignInContext,
  credential: SoftwareCredential,
  pass: PassStage,
): Promise<Bytes> {
  const data = await pass('authenticatorData', {
    rpIdHash: await sha256(encodeUtf8(credential.rpId)),
    userPresent: context.userPresent ?? true,
    userVerified: context.userVerified ?? settings.userVerified,
    backupEligible: context.backupEligible ?? settings.backupEligible,
    backedUp: context.backedUp ?? settings.backedUp,
    counter: credential.counter,
    extensions: context.extensions,
  });
  return pass('authenticatorDataBytes', encodeAuthenticatorData(data));
}
