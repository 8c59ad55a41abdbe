import type { Handler } from 'hono';
import type { PaymentAnswer, PaymentDetails, PaymentOptions } from '../../../src/base/contract/types.js';
import { useUpChallenge } from '../sessions/challenges.js';
import { readNamedChallenge, readResponse } from '../webauthn/ceremony.js';
import { stepUpOptions } from '../webauthn/ceremony-options.js';
import { checkShape } from '../http/contract.js';
import { readJson } from '../http/middleware/body.js';
import { findCredential, refuseCounter, verifyPasskey } from '../webauthn/passkey-proof.js';
import { describePayment, readPayee } from '../payment/order.js';
import { Refusal } from '../http/refusal.js';
import type { Env } from '../http/request-context.js';
import type { Services } from '../services.js';

/** `POST /payment/options`: stores the order, and requests a passkey of the account. */
export function paymentOptions({ config, sessions, store }: Services): Handler<Env> {
  return async (context) => {
    const order = checkShape('PaymentOrder', readJson(context));
    const payee = readPayee(order.payee);
    const { id, authentication } = await sessions.demand(context);
    const [account, credentials] = await Promise.all([
      store.findAccount(authentication.userId),
      store.listCredentials(authentication.userId),
    ]);
    if (!account) throw new Refusal(401, 'unauthenticated');
    const payment = describePayment(order, payee, account, config);
    if (credentials.length === 0)
      throw new Refusal(409, 'no_passkey', { message: 'The account has no passkey to confirm a payment with.' });
    const challenge = await sessions.issueChallenge(id, 'payment', JSON.stringify(payment));
    if (challenge === undefined) throw new Refusal(401, 'unauthenticated');
    return context.json({ options: stepUpOptions(config, challenge, credentials), payment } satisfies PaymentOptions);
  };
}

/**
 * `POST /payment/verify`: checks that the user of the session has confirmed the stored payment. Stores only the use of
 * the passkey.
 */
export function paymentVerify(services: Services): Handler<Env> {
  const { now, sessions, store } = services;
  return async (context) => {
    const response = readResponse('AuthenticationResponse', context);
    const challenge = readNamedChallenge(response);
    const session = await sessions.read(context);
    const payment = JSON.parse((await useUpChallenge(services, session?.id, challenge, 'payment'))!) as PaymentDetails;

    const credential = await findCredential(services, response);
    // Only signed-in sessions get such a challenge.
    if (credential.userId !== session!.authentication!.userId) throw new Refusal(400, 'wrong_account');
    const source = await services.attemptSourceOf(context, credential.userId);
    const { confirmedBy, counter, backedUp } = await verifyPasskey(services, credential, source, {
      response,
      challenge,
      requireUserVerification: true,
      payment,
    });

    const use = { credentialId: credential.id, userId: credential.userId, counter, backedUp, usedAt: now() };
    const saved = await store.confirmWithCredential(use, session!.id);
    if (saved === 'counter') await refuseCounter(services, credential, source);
    if (saved === 'session-ended') throw new Refusal(400, 'challenge_expired', { message: 'The session has ended.' });
    return context.json({ confirmed: true, method: confirmedBy, payment } satisfies PaymentAnswer);
  };
}
