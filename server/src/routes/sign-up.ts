import type { Handler } from 'hono';
import type { RegistrationAnswer } from '../../../src/base/contract/types.js';
import { displayNameAsWritten, nameAsCompared, nameAsWritten, skeletonOf } from '../accounts/usernames.js';
import { randomText } from '../crypto/random-text.js';
import { checkShape } from '../http/contract.js';
import { pageOrigins } from '../config/server-config.js';
import { readJson } from '../http/middleware/body.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';
import type { Services } from '../services.js';
import { createdOn } from '../sessions/device.js';
import { useUpChallenge } from '../sessions/challenges.js';
import type { Account, Session } from '../store/records.js';
import { readNamedChallenge, readResponse, refuseVerification } from '../webauthn/ceremony.js';
import { creationOptions, withAttestation } from '../webauthn/ceremony-options.js';
import { verifyRegistration } from '../webauthn/verify-registration.js';

/** What is stored beside the challenge of a sign-up: the account as it will be if the passkey is verified. */
type PlannedAccount = Pick<Account, 'handle' | 'username' | 'skeleton' | 'name' | 'displayName'>;

function refuseTaken(): never {
  throw new Refusal(409, 'taken');
}

/**
 * `POST /signup/options`: issues a challenge for the first passkey of a new account. The account's name and user handle
 * are stored beside the challenge only, so that a sign-up that is cancelled leaves no account.
 */
export function signUpOptions(services: Services): Handler<Env> {
  const { attestation, clientOf, config, limits, requiredProviders, sessions, store } = services;
  return async (context) => {
    const { username, displayName } = checkShape('SignupOptionsRequest', readJson(context));
    const name = nameAsWritten(username);
    const compared = nameAsCompared(username);
    const planned: PlannedAccount = {
      handle: randomText(),
      username: compared,
      skeleton: skeletonOf(compared),
      name,
      displayName: displayName === undefined ? name : displayNameAsWritten(displayName),
    };
    requiredProviders.refuseName(name);
    await limits.countRow('name', clientOf(context));
    if (await store.isTaken(planned.username, planned.skeleton)) refuseTaken();
    const challenge = await sessions.issueSignInChallenge(context, 'signup', JSON.stringify(planned));
    const options = creationOptions(config, challenge, planned, []);
    return context.json(attestation ? withAttestation(options) : options);
  };
}

/**
 * `POST /signup/verify`: checks the passkey, creates the account with it, and signs it in under a fresh session id, all
 * or nothing.
 */
export function signUpVerify(services: Services): Handler<Env> {
  const { attestation, clientOf, config, limits, sessions, store } = services;
  return async (context) => {
    const response = readResponse('RegistrationResponse', context);
    const challenge = readNamedChallenge(response);
    const sessionId = sessions.readId(context);
    const planned = JSON.parse((await useUpChallenge(services, sessionId, challenge, 'signup'))!) as PlannedAccount;

    const { rpId, embedders } = config;
    const { credentialId, ...verified } = await verifyRegistration({
      response,
      challenge,
      rpId,
      origins: pageOrigins(config),
      embedders,
      automatic: false,
      attestation,
    }).catch(refuseVerification);

    await limits.countRow('sign-up', clientOf(context));
    const userId = randomText();
    const authMethod = verified.userVerified ? 'passkey-uv' : 'passkey';
    const save = async (session: Session, createdAt: number): Promise<boolean> => {
      const account: Account = { ...planned, id: userId, passwordHash: null, createdAt };
      const credential = {
        ...verified,
        id: credentialId,
        userId,
        nickname: null,
        createdAt,
        lastUsedAt: null,
        trustedFrom: null,
        ...createdOn(context, response),
      };
      const outcome = await store.createAccountWithPasskey(account, credential, session, createdAt, sessionId!);
      if (outcome === 'taken') refuseTaken();
      if (outcome === 'exists')
        throw new Refusal(400, 'already_registered', { message: 'This credential is registered already.' });
      return outcome === 'created';
    };
    const created = await sessions.signIn(context, userId, authMethod, save, { credentialId });
    if (!created) throw new Refusal(400, 'challenge_expired', { message: 'The session has ended.' });
    return context.json({ verified: true, backedUp: verified.backedUp, ...created } satisfies RegistrationAnswer, 201);
  };
}
