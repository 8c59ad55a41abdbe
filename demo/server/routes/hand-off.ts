import type { Handler } from 'hono';
import { checkShape } from '../http/contract.js';
import { formType, mediaType, readForm, readJson } from '../http/middleware/body.js';
import { displayNameOf } from '../oidc/account-names.js';
import { answerFailure, toFlowFailure } from '../oidc/ending.js';
import { answerNotice, answerQuestion } from '../oidc/hand-off-page.js';
import { createHandOffVisits } from '../oidc/hand-off-visits.js';
import { createHandOffs } from '../oidc/hand-offs.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';

/** `POST /auth/handoff`: begins a hand-off. */
export function startHandOff(services: Services): Handler<Env> {
  const handOffs = createHandOffs(services);
  return async (context) => context.json(await handOffs.begin(context), 201);
}

/** `POST /auth/handoff/redeem`: signs the session in that began it, once the person has said yes. */
export function redeemHandOff(services: Services): Handler<Env> {
  const handOffs = createHandOffs(services);
  return async (context) => {
    const { id } = checkShape('HandOffRedemption', readJson(context));
    return (await handOffs.redeem(context, id)) ? context.json({}) : context.json({ status: 'pending' }, 202);
  };
}

/** Has a failure said in a page, as people see these. */
function forPeople(services: Services, answer: (context: RequestContext) => Promise<Response>): Handler<Env> {
  return async (context) =>
    answer(context).catch((error: unknown) =>
      answerFailure(context, 'handoff', toFlowFailure(error, services, context)),
    );
}

/** `GET /auth/handoff/confirm`: asks for the code that the app shows. */
export function askAboutHandOff(services: Services): Handler<Env> {
  const visits = createHandOffVisits(services);
  return forPeople(services, async (context) => {
    const confirmation = context.req.query('confirmation') ?? '';
    const person = displayNameOf(await visits.readQuestion(context, confirmation));
    return answerQuestion(context, { person, app: services.config.rpName, confirmation });
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
    const person = displayNameOf(await visits.readQuestion(context, confirmation));
    return answerQuestion(context, { person, app: services.config.rpName, confirmation }, true);
  });
}
