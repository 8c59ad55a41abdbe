import type { Handler } from 'hono';
import type { RecoveryCodes, SecondFactorAnswer, TotpEnrollment } from '../../../src/base/contract/types.js';
import { prepareNotice } from '../accounts/notices.js';
import { totpEnrollmentLifetime } from '../config/lifetimes.js';
import { secondFactorGuesses } from '../config/limits.js';
import { checkShape } from '../http/contract.js';
import { readJson } from '../http/middleware/body.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import { demandFreshness } from '../sessions/freshness.js';
import type { SignedIn } from '../sessions/sign-in.js';
import { causeOf, type SignedInSession } from '../store/records.js';
import { demandWaiting, goOn, type Waiting } from '../second-factor/waiting-sign-in.js';

async function describe(
  { config, store, totps }: Services,
  userId: string,
  change: { requiresSecondFactor?: boolean } = {},
): Promise<SecondFactorAnswer> {
  const [facts, totp, codes] = await Promise.all([
    store.findSignInFacts(userId),
    store.findTotp(userId),
    store.listRecoveryHashes(userId),
  ]);
  if (!facts) throw new Refusal(401, 'unauthenticated');
  const policy = config.secondFactor === 'required' ? 'required' : 'optional';
  const isReadable = facts.sealedTotp === null || (await totps.isReadable(userId, facts.sealedTotp));
  return {
    required: policy === 'required' || (change.requiresSecondFactor ?? facts.requiresSecondFactor) || facts.hasTotp,
    policy,
    ...(totp &&
      totp.confirmedAt !== null && {
        totp: { createdAt: totp.confirmedAt, ...(!isReadable && { unreadable: true }) },
      }),
    recoveryCodes: codes.length,
  };
}

/** `GET /account/second-factor`: what is set up. */
export function readSecondFactor(services: Services): Handler<Env> {
  return async (context) => {
    const { authentication } = await services.sessions.demand(context);
    return context.json(await describe(services, authentication.userId));
  };
}

/** A fresh session of the user. */
async function demandFresh(services: Services, context: RequestContext): Promise<SignedInSession> {
  const session = await services.sessions.demand(context);
  await demandFreshness(services, session);
  return session;
}

/** `PATCH /account/second-factor`: has the account require one, or not any more. */
export function changeSecondFactor(services: Services): Handler<Env> {
  const { now, store } = services;
  return async (context) => {
    const { required } = checkShape('SecondFactorChange', readJson(context));
    const session = await demandFresh(services, context);
    const { userId } = session.authentication;
    const notify = await prepareNotice(services, userId);
    const changed = await describe(services, userId, { requiresSecondFactor: required });
    if (!(await store.changeSecondFactor(userId, session, required, causeOf(session, now()))))
      throw new Refusal(409, 'no_second_factor', { message: 'The account has no authenticator app and no passkey.' });
    notify('second-factor-changed');
    return context.json(changed);
  };
}

/** Who sets an authenticator app up: a fresh session, or a sign-in that waits for it. */
async function demandOwner(
  services: Services,
  context: RequestContext,
): Promise<{ userId: string; session?: SignedInSession; waiting?: Waiting }> {
  const current = await services.sessions.read(context);
  if (current?.authentication) {
    const session = await demandFresh(services, context);
    return { userId: session.authentication.userId, session };
  }
  const waiting = await demandWaiting(services, context);
  const { authentication, secondFactor } = waiting.pending;
  const next = await services.nextSteps.find({ ...authentication, secondFactor });
  if (next?.step !== 'second-factor' || !next.setUp) throw new Refusal(401, 'unauthenticated');
  return { userId: authentication.userId, waiting };
}

/** `POST /account/second-factor/totp`: a new secret, which counts once a code has confirmed it. */
export function enrollTotp(services: Services): Handler<Env> {
  const { config, now, store, totps } = services;
  return async (context) => {
    const { userId } = await demandOwner(services, context);
    const account = await store.findAccount(userId);
    if (!account) throw new Refusal(401, 'unauthenticated');
    const former = await store.findTotp(userId);
    const isLost = former && former.confirmedAt !== null && !(await totps.isReadable(userId, former.sealed));
    const { sealed, ...shown } = await totps.create(userId, account.name, config.rpName);
    const time = now();
    const expires = time + totpEnrollmentLifetime;
    if (!(await store.saveTotp(userId, sealed, time, expires, isLost ? former.sealed : undefined)))
      throw new Refusal(409, 'already_registered', { message: 'An authenticator app is set up already.' });
    return context.json({ ...shown, expires } satisfies TotpEnrollment, 201);
  };
}

/** `POST /account/second-factor/totp/confirm`: the first code, after which the app is the second factor. */
export function confirmTotp(services: Services): Handler<Env> {
  const { clientOf, attemptSourceOf, limits, now, recoveryCodes, store, totps } = services;
  return async (context) => {
    const { code } = checkShape('SecondFactorCode', readJson(context));
    const { userId, session, waiting } = await demandOwner(services, context);
    const notify = await prepareNotice(services, userId);
    let codes: string[] = [];
    let outcome: SignedIn | undefined;
    await limits.guess(
      `second-factor:${userId}`,
      await attemptSourceOf(context, userId),
      async () => {
        const totp = await store.findTotp(userId);
        if (!totp) return false;
        const sealed = totp.nextSealed ?? totp.sealed;
        const step = await totps.findStep(userId, sealed, code, now());
        if (step === undefined) return false;
        const proof = { sealed, step };
        const created = await recoveryCodes.create(clientOf(context));
        const { hashes } = created;
        codes = created.codes;
        if (waiting)
          outcome = await goOn(services, context, waiting, { secondFactor: 'totp' }, (move) =>
            store.confirmTotp(userId, proof, hashes, move.now, move),
          );
        else if (await store.confirmTotp(userId, proof, hashes, now(), session!)) outcome = {};
        return outcome !== undefined;
      },
      secondFactorGuesses,
    );
    if (!outcome) throw new Refusal(400, 'rejected');
    notify('second-factor-added');
    return context.json({ recoveryCodes: codes, ...outcome } satisfies RecoveryCodes);
  };
}

/** `DELETE /account/second-factor/totp`: removes the app and its recovery codes, unless the policy keeps it. */
export function removeTotp(services: Services): Handler<Env> {
  const { config, now, store } = services;
  return async (context) => {
    const session = await demandFresh(services, context);
    const { userId } = session.authentication;
    const isRequired = config.secondFactor === 'required';
    const notify = await prepareNotice(services, userId);
    const outcome = await store.removeTotp(userId, session, isRequired, causeOf(session, now()));
    if (outcome === 'none') throw new Refusal(404, 'not_found');
    if (outcome === 'kept')
      throw new Refusal(409, 'second_factor_required', { message: 'It is the only second factor of the account.' });
    notify('second-factor-removed');
    return context.body(null, 204);
  };
}

/** `POST /account/second-factor/recovery-codes`: replaces all of them. */
export function renewRecoveryCodes(services: Services): Handler<Env> {
  const { clientOf, now, recoveryCodes, store } = services;
  return async (context) => {
    const session = await demandFresh(services, context);
    const { userId } = session.authentication;
    const notify = await prepareNotice(services, userId);
    const { codes, hashes } = await recoveryCodes.create(clientOf(context));
    if (!(await store.replaceRecoveryCodes(userId, session, hashes, causeOf(session, now()))))
      throw new Refusal(404, 'not_found');
    notify('recovery-codes-replaced');
    return context.json({ recoveryCodes: codes } satisfies RecoveryCodes);
  };
}
