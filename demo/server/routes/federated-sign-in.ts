import type { Handler } from 'hono';
import { answerCancellation, answerFailure, answerSuccess, FlowFailure, refuseExpired } from '../oidc/ending.js';
import { completeFlow } from '../oidc/complete-flow.js';
import { createFlowSecrets, createPendingFlows } from '../oidc/pending-flows.js';
import { planFlow } from '../oidc/plan-flow.js';
import { ProviderFailure } from '../oidc/provider-failure.js';
import type { Provider } from '../oidc/provider.js';
import { Refusal } from '../refusal.js';
import type { Env, RequestContext, Services } from '../services.js';
import { StoreUnavailable } from '../store/database.js';
import type { Flow } from '../store/records.js';

/** The address of the callback on the origin that the browser uses, which is where its cookies are. */
function callbackAddress(context: RequestContext, origins: readonly string[]): URL {
  const host = context.req.header('Host');
  return new URL('/auth/callback', origins.find((origin) => new URL(origin).host === host) ?? origins[0]);
}

function toFailure(error: unknown, { log }: Services): FlowFailure {
  if (error instanceof FlowFailure) return error;
  if (error instanceof ProviderFailure) {
    log({ level: 'warn', event: 'provider-failed', reason: error.reason });
    return new FlowFailure(502, 'provider_failed', 'The sign-in service did not answer as it should. Try again later.');
  }
  if (error instanceof StoreUnavailable) {
    log({ level: 'error', event: 'store-unavailable', path: '/auth/callback', reason: error.message });
    return new FlowFailure(503, 'unavailable', 'Signing in does not work at the moment. Try again later.');
  }
  if (error instanceof Refusal && error.code === 'session_failed') {
    return new FlowFailure(500, 'session_failed', 'You could not be signed in. Try again later.');
  }
  throw error;
}

/** `GET /auth/start`: sends the browser to the provider. */
export function startFlow(services: Services, provider: Provider): Handler<Env> {
  const flows = createPendingFlows(services);
  return async (context) => {
    const plan = await planFlow(services, context);
    const secrets = createFlowSecrets();
    let address: URL;
    try {
      address = await provider.authorizationUrl(callbackAddress(context, services.config.origins).href, secrets, plan.maxAge);
    } catch (error) {
      return answerFailure(context, plan.mode, toFailure(error, services));
    }
    await flows.save(context, secrets, plan);
    return context.redirect(address.href, 302);
  };
}

/** `GET /auth/callback`: the browser is back from the provider. The flow is used up, whatever comes next. */
export function finishFlow(services: Services, provider: Provider): Handler<Env> {
  const flows = createPendingFlows(services);
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
      if (!searchParams.has('code')) return answerCancellation(context, mode, searchParams.get('error') ?? undefined);
      const callback = callbackAddress(context, config.origins);
      callback.search = search;
      // The person may take their time: how old the authentication may be counts from when it was asked for.
      const maxAge = flow.maxAge === null ? null : flow.maxAge + Math.ceil((now() - flow.startedAt) / 1000);
      const person = await provider.redeem(callback, { state: state!, nonce: flow.nonce, verifier: flow.verifier }, maxAge);
      await completeFlow(services, context, provider.issuer, flow, person).catch(async (error: unknown) => {
        await services.grants.discard(person.refreshToken);
        throw error;
      });
      return answerSuccess(context, flow);
    } catch (error) {
      return answerFailure(context, mode, toFailure(error, services));
    }
  };
}
