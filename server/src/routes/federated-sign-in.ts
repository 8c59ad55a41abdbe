import type { Handler } from 'hono';
import { completeFlow } from '../oidc/complete-flow.js';
import { answerCancellation, answerFailure, answerSuccess, refuseExpired, toFlowFailure } from '../oidc/ending.js';
import { createHandOffVisits } from '../hand-off/visits.js';
import { createPendingFlows } from '../oidc/pending-flows.js';
import { isBegunHere, planFlow } from '../oidc/plan-flow.js';
import type { ServerConfig } from '../config/server-config.js';
import type { Provider } from '../oidc/provider.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { Flow } from '../store/records.js';

/** The address of the callback on the origin that the browser uses, which is where its cookies are. */
function callbackAddress(context: RequestContext, { basePath = '', origins }: ServerConfig): URL {
  const host = context.req.header('Host');
  return new URL(`${basePath}/auth/callback`, origins.find((origin) => new URL(origin).host === host) ?? origins[0]);
}

/** `GET /auth/start`: sends the browser to the provider. */
export function startFlow(services: Services, provider: Provider): Handler<Env> {
  const flows = createPendingFlows(services);
  const visits = createHandOffVisits(services);
  return async (context) => {
    if (!isBegunHere(context, services.config.origins) && context.req.query('link') === undefined)
      return context.redirect('/login', 303);
    const plan = await planFlow(services, context);
    const secrets = flows.createSecrets();
    try {
      if (plan.handOff !== null) await visits.demandOpen(plan.handOff);
      const address = await provider.authorizationUrl(
        callbackAddress(context, services.config).href,
        secrets,
        plan.maxAge,
      );
      await flows.save(context, secrets, plan);
      return context.redirect(address.href, 302);
    } catch (error) {
      return answerFailure(context, plan.mode, toFlowFailure(error, services, context));
    }
  };
}

/** `GET /auth/callback`: the browser returns from the provider. The flow is used up in every case. */
export function finishFlow(services: Services, provider: Provider): Handler<Env> {
  const flows = createPendingFlows(services);
  const visits = createHandOffVisits(services);
  const { config, now } = services;
  return async (context) => {
    // The address holds a code.
    context.header('Referrer-Policy', 'no-referrer');
    const { searchParams, search } = new URL(context.req.url);
    const [state, ...others] = searchParams.getAll('state');
    let mode: Flow['mode'] = 'redirect';
    try {
      const flow = others.length > 0 ? undefined : await flows.take(context, state);
      if (!flow) return refuseExpired();
      mode = flow.mode;
      if (flow.expires <= now()) return refuseExpired();
      if (!searchParams.has('code')) {
        const error = searchParams.get('error') ?? undefined;
        if (flow.handOff !== null) await visits.end(flow.handOff, error === 'access_denied' ? 'declined' : 'failed');
        return answerCancellation(context, mode, error);
      }
      const callback = callbackAddress(context, config);
      callback.search = search;
      // The user may take their time: the age of the authentication counts from the start of the flow.
      const maxAge = flow.maxAge === null ? null : flow.maxAge + Math.ceil(Math.max(0, now() - flow.startedAt) / 1000);
      const providerUser = await provider
        .redeem(callback, { state: state!, nonce: flow.nonce, verifier: flow.verifier }, maxAge)
        .catch(async (error: unknown) => {
          if (flow.handOff !== null) await visits.end(flow.handOff, 'failed');
          throw error;
        });
      const ending =
        flow.handOff === null
          ? completeFlow(services, context, provider.issuer, flow, providerUser)
          : visits.prove(context, flow.handOff, { issuer: provider.issuer, providerUser, startedAt: flow.startedAt });
      const ended = await ending.catch(async (error: unknown) => {
        await services.grants.discard(providerUser.refreshToken);
        throw error;
      });
      // A hand-off signs no user in here.
      return typeof ended === 'string'
        ? context.redirect(`${config.basePath ?? ''}/auth/handoff/confirm?confirmation=${ended}`, 302)
        : answerSuccess(context, flow, ended);
    } catch (error) {
      return answerFailure(context, mode, toFlowFailure(error, services, context));
    }
  };
}
