import { prepareNotice } from '../accounts/notices.js';
import { pageOrigins } from '../config/server-config.js';
import { recoveryDelay } from '../config/lifetimes.js';
import { passkeysPerAccount } from '../config/limits.js';
import type { Handler } from 'hono';
import { readResponse, refuseVerification, takeChallenge } from '../webauthn/ceremony.js';
import { creationOptions, withAttestation, withPayment } from '../webauthn/ceremony-options.js';
import { createdOn } from '../sessions/device.js';
import { demandFreshnessToRegister, demandFreshPassword } from '../sessions/freshness.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { SignedInSession } from '../store/records.js';
import { verifyRegistration } from '../webauthn/verify-registration.js';

/** Presence decides, so that `?auto`, `?auto=` and `?auto=1` are the same. */
function isAutomatic(context: RequestContext): boolean {
  return new URL(context.req.url).searchParams.has('auto');
}

/** Whether the passkey is to confirm payments. */
function isForPayment(context: RequestContext, automatic: boolean): boolean {
  const asked = new URL(context.req.url).searchParams.has('payment');
  if (asked && automatic) throw new Refusal(400, 'bad_request', { message: 'payment: not together with auto' });
  return asked;
}

function refuseTooMany(): never {
  throw new Refusal(409, 'too_many_passkeys', { message: 'The account has the maximum number of passkeys.' });
}

/** Whether the session is limited, as one that began with a one-time code. A passkey registered in it is limited too. */
function isRecovery({ authentication, recoveryUntil }: SignedInSession, time: number): boolean {
  return authentication.authMethod === 'otp' || (recoveryUntil ?? 0) > time;
}

/** `POST /webauthn/register/options`: issues a challenge and describes the passkey to create. */
export function registerOptions(services: Services): Handler<Env> {
  const { attestation, config, sessions, store } = services;
  return async (context) => {
    const automatic = isAutomatic(context);
    if (automatic && attestation)
      throw new Refusal(400, 'bad_request', { message: 'auto: not together with attestation' });
    const forPayment = isForPayment(context, automatic);
    const { id, authentication } = await sessions.demand(context);
    await (automatic ? demandFreshPassword : demandFreshnessToRegister)(services, authentication);
    const { userId } = authentication;
    const [account, credentials] = await Promise.all([store.findAccount(userId), store.listCredentials(userId)]);
    if (credentials.length >= (config.passkeysPerAccount ?? passkeysPerAccount)) refuseTooMany();
    const challenge = await sessions.issueChallenge(id, automatic ? 'register-auto' : 'register');
    if (!account || challenge === undefined) throw new Refusal(401, 'unauthenticated');
    const plain = creationOptions(config, challenge, account, credentials);
    const options = attestation ? withAttestation(plain) : plain;
    return context.json(forPayment ? withPayment(options) : options);
  };
}

/** `POST /webauthn/register/verify`: checks the new passkey and stores it. */
export function registerVerify(services: Services): Handler<Env> {
  const { attestation, config, now, sessions, store } = services;
  return async (context) => {
    const automatic = isAutomatic(context);
    const response = readResponse('RegistrationResponse', context);
    const session = await sessions.read(context);
    if (session?.authentication)
      await (automatic ? demandFreshPassword : demandFreshnessToRegister)(services, session.authentication);
    const challenge = await takeChallenge(services, session?.id, response, automatic ? 'register-auto' : 'register');
    // Only signed-in sessions get such a challenge.
    const { userId } = session!.authentication!;

    const { rpId, embedders } = config;
    const origins = pageOrigins(config);
    const check = { response, challenge, rpId, origins, embedders, automatic, attestation };
    const verified = await verifyRegistration(check).catch(refuseVerification);
    const { credentialId: id, ...passkey } = verified;
    const time = now();
    const trustedFrom = isRecovery(session as SignedInSession, time)
      ? (session!.recoveryUntil ?? time + (config.recoveryDelay ?? recoveryDelay))
      : null;
    const notify = await prepareNotice(services, userId);
    const added = await store.addCredential(
      {
        ...passkey,
        id,
        userId,
        nickname: null,
        createdAt: time,
        lastUsedAt: null,
        trustedFrom,
        ...createdOn(context, response),
      },
      session!,
      time,
      config.passkeysPerAccount ?? passkeysPerAccount,
    );
    if (added === 'session-ended') throw new Refusal(400, 'session_ended');
    if (added === 'too-many') refuseTooMany();
    if (added === 'exists')
      throw new Refusal(400, 'already_registered', { message: 'This credential is registered already.' });
    notify(trustedFrom === null ? 'passkey-added' : 'recovery');
    return context.json({ verified: true, backedUp: passkey.backedUp });
  };
}
