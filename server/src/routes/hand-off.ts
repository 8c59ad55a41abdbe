import type { Handler } from 'hono';
import type { DeviceApproved, DeviceSignIn } from '../../../src/base/contract/types.js';
import { checkShape } from '../http/contract.js';
import { formType, mediaType, readForm, readJson } from '../http/middleware/body.js';
import { displayNameOf } from '../oidc/account-names.js';
import { answerFailure, toFlowFailure } from '../oidc/ending.js';
import { answerNotice, answerQuestion } from '../hand-off/page.js';
import { createHandOffVisits } from '../hand-off/visits.js';
import { createHandOffs } from '../hand-off/hand-offs.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import { demandFreshness } from '../sessions/freshness.js';

/** Where a user who is signed in types the code of another device. */
const approvalPage = '/link';

/** `POST /auth/handoff`: begins a hand-off. */
export function startHandOff(services: Services): Handler<Env> {
  const handOffs = createHandOffs(services);
  return async (context) => context.json(await handOffs.begin(context), 201);
}

/**
 * `POST /auth/handoff/redeem` and `POST /auth/device/redeem`: signs the session in that began it, once the user has
 * said yes.
 */
export function redeemHandOff(services: Services): Handler<Env> {
  const handOffs = createHandOffs(services);
  return async (context) => {
    const { id } = checkShape('HandOffRedemption', readJson(context));
    const signedIn = await handOffs.redeem(context, id);
    return signedIn ? context.json(signedIn) : context.json({ status: 'pending' }, 202);
  };
}

/** `POST /auth/device`: begins a sign-in that the user approves at another device. */
export function startDeviceSignIn(services: Services): Handler<Env> {
  const handOffs = createHandOffs(services);
  return async (context) =>
    context.json({ ...(await handOffs.begin(context)), page: approvalPage } satisfies DeviceSignIn, 201);
}

/**
 * `POST /auth/device/approve`: signs the user in at the device that shows the code. Wrong codes count as failures at
 * the account.
 */
export function approveDeviceSignIn(services: Services): Handler<Env> {
  const { attemptSourceOf, limits, sessions } = services;
  const handOffs = createHandOffs(services);
  return async (context) => {
    const { code } = checkShape('DeviceApproval', readJson(context));
    const session = await sessions.demand(context);
    await demandFreshness(services, session);
    const { userId } = session.authentication;
    let device: string | undefined;
    const isRight = await limits.guess(`device:${userId}`, await attemptSourceOf(context, userId), async () => {
      device = await handOffs.approve(session, code);
      return device !== undefined;
    });
    if (!isRight) throw new Refusal(400, 'rejected', { message: 'No device shows this code, or not any more.' });
    return context.json({ device: device! } satisfies DeviceApproved);
  };
}

/** Has a failure said in a page, as people see these. */
function forPeople(services: Services, answer: (context: RequestContext) => Promise<Response>): Handler<Env> {
  return async (context) =>
    answer(context).catch((error: unknown) =>
      answerFailure(
        context,
        services.config,
        { mode: 'handoff', startedFrom: null },
        toFlowFailure(error, services, context),
      ),
    );
}

/** `GET /auth/handoff/confirm`: asks for the code that the app shows. */
export function askAboutHandOff(services: Services): Handler<Env> {
  const visits = createHandOffVisits(services);
  return forPeople(services, async (context) => {
    const confirmation = context.req.query('confirmation') ?? '';
    const displayName = displayNameOf(await visits.readQuestion(context, confirmation));
    return answerQuestion(context, {
      displayName,
      app: services.config.rpName,
      confirmation,
      basePath: services.config.basePath,
    });
  });
}

/** `POST /auth/handoff/confirm`: handles the user's answer, a form of that page. It signs no user in here. */
export function confirmHandOff(services: Services): Handler<Env> {
  const visits = createHandOffVisits(services);
  return forPeople(services, async (context) => {
    if (mediaType(context) !== formType)
      throw new Refusal(400, 'bad_request', { message: `The Content-Type must be ${formType}.` });
    const { confirmation, answer, code = '' } = checkShape('HandOffAnswer', readForm(context));
    if (answer === 'no') {
      await visits.decline(context, confirmation);
      return answerNotice(context, 200, 'You were not signed in. You can close this window.');
    }
    if (await visits.confirm(context, confirmation, code))
      return answerNotice(
        context,
        200,
        'Go back to the app. It signs you in within a few seconds. You can close this window.',
      );
    const displayName = displayNameOf(await visits.readQuestion(context, confirmation));
    return answerQuestion(
      context,
      { displayName, app: services.config.rpName, confirmation, basePath: services.config.basePath },
      true,
    );
  });
}
