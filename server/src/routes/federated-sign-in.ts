import type { Handler } from 'hono';
import { completeFlow } from '../oidc/complete-flow.js';
import {
  answerCancellation,
  answerFailure,
  answerSuccess,
  isCancelled,
  refuseExpired,
  toFlowFailure,
} from '../oidc/ending.js';
import { createHandOffVisits } from '../hand-off/visits.js';
import { createPendingFlows } from '../oidc/pending-flows.js';
import { isBegunHere, planFlow } from '../oidc/plan-flow.js';
import { signInPageOf, type ServerConfig } from '../config/server-config.js';
import { checkShape } from '../http/contract.js';
import { formType, mediaType, readForm } from '../http/middleware/body.js';
import type { Provider, ProviderUser } from '../oidc/provider.js';
import { quoteError } from '../oidc/provider-failure.js';
import { Refusal } from '../http/refusal.js';
import type { Env, RequestContext } from '../http/request-context.js';
import type { Services } from '../services.js';
import type { Flow } from '../store/records.js';

/** How many languages a provider is told of. */
const languagesAtMost = 5;

/**
 * The address of the callback on the origin that the browser uses, which is where its cookies are. Each provider has one
 * of its own (RFC 9700, 4.4.2).
 */
function callbackAddress(context: RequestContext, { basePath = '', origins }: ServerConfig, provider: Provider): URL {
  const host = context.req.header('Host');
  return new URL(
    `${basePath}/auth/callback/${provider.settings.id}`,
    origins.find((origin) => new URL(origin).host === host) ?? origins[0],
  );
}

/** @throws {Refusal} 400 if no provider is named and there are several, 404 if there is none with the id. */
function demandProvider({ providers }: Services, id: string | undefined): Provider {
  const found = providers.find(id);
  if (found) return found;
  if (id !== undefined) throw new Refusal(404, 'unsupported', { message: 'provider: none with this id' });
  throw new Refusal(400, 'bad_request', { message: 'provider: missing, and there are several' });
}

/** The languages that the browser prefers. */
function languagesOf(context: RequestContext): string[] {
  const tags = (context.req.header('Accept-Language') ?? '').split(',').map((part) => part.split(';')[0]!.trim());
  return tags.filter((tag) => /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(tag)).slice(0, languagesAtMost);
}

/** `GET /auth/start`: sends the browser to the provider. */
export function startFlow(services: Services): Handler<Env> {
  const flows = createPendingFlows(services);
  const visits = createHandOffVisits(services);
  const { config } = services;
  return async (context) => {
    const links = context.req.query('link') !== undefined && context.req.query('mode') !== 'handoff';
    if (!links && !isBegunHere(context, config.origins)) return context.redirect(signInPageOf(config), 303);
    const provider = demandProvider(services, context.req.query('provider'));
    const plan = await planFlow(services, context, provider);
    const secrets = flows.createSecrets();
    try {
      if (plan.handOff !== null) await visits.demandOpen(plan.handOff);
      const address = await provider.authorizationUrl({
        redirectUri: callbackAddress(context, config, provider).href,
        secrets,
        maxAge: plan.maxAge,
        loginHint: context.req.query('login_hint')?.slice(0, 254),
        languages: languagesOf(context),
      });
      await flows.save(context, secrets, plan);
      return context.redirect(address.href, 302);
    } catch (error) {
      return answerFailure(context, config, plan, toFlowFailure(error, services, context, provider));
    }
  };
}

/** The name that came along with the callback, for a provider that sends it there and not in its claims. */
function addName(providerUser: ProviderUser, { settings }: Provider, name: string | undefined): ProviderUser {
  if (settings.responseMode !== 'form_post' || !name) return providerUser;
  return { ...providerUser, claims: { name, ...providerUser.claims } };
}

/** `GET /auth/callback/{id}`: the browser returns from the provider. The flow is used up in every case. */
export function finishFlow(services: Services): Handler<Env> {
  const flows = createPendingFlows(services);
  const visits = createHandOffVisits(services);
  const { config, log, now } = services;
  return async (context) => {
    // The address holds a code.
    context.header('Referrer-Policy', 'no-referrer');
    const provider = demandProvider(services, context.req.param('id'));
    const { searchParams, search } = new URL(context.req.url);
    const [state, ...others] = searchParams.getAll('state');
    let ending: Pick<Flow, 'mode' | 'startedFrom'> = { mode: 'redirect', startedFrom: null };
    try {
      const flow = others.length > 0 ? undefined : await flows.take(context, state);
      if (!flow) return refuseExpired();
      ending = flow;
      if (flow.expires <= now()) return refuseExpired();
      if (flow.issuer !== provider.issuer) {
        log({
          level: 'warn',
          event: 'provider-failed',
          provider: provider.settings.id,
          reason: 'flow of another provider',
        });
        return refuseExpired();
      }
      if (!searchParams.has('code')) {
        const error = searchParams.get('error') ?? undefined;
        log({
          level: isCancelled(error) ? 'info' : 'warn',
          event: 'provider-refused',
          provider: provider.settings.id,
          reason: error === undefined ? 'no code' : quoteError(error, searchParams.get('error_description')),
        });
        if (flow.handOff !== null) await visits.end(flow.handOff, error === 'access_denied' ? 'declined' : 'failed');
        return answerCancellation(context, config, flow, provider.settings.id, error);
      }
      const callback = callbackAddress(context, config, provider);
      callback.search = search;
      const name = callback.searchParams.get('name') ?? undefined;
      callback.searchParams.delete('name');
      // The user may take their time: the age of the authentication counts from the start of the flow.
      const maxAge = flow.maxAge === null ? null : flow.maxAge + Math.ceil(Math.max(0, now() - flow.startedAt) / 1000);
      const redeemed = await provider
        .redeem(callback, { state: state!, nonce: flow.nonce, verifier: flow.verifier }, maxAge)
        .catch(async (error: unknown) => {
          if (flow.handOff !== null) await visits.end(flow.handOff, 'failed');
          throw error;
        });
      const providerUser = addName(redeemed, provider, name);
      const ended = await (
        flow.handOff === null
          ? completeFlow(services, context, provider.issuer, flow, providerUser)
          : visits.prove(context, flow.handOff, { issuer: provider.issuer, providerUser, startedAt: flow.startedAt })
      ).catch(async (error: unknown) => {
        await services.grants.discard(provider.issuer, providerUser.refreshToken);
        throw error;
      });
      // A hand-off signs no user in here.
      return typeof ended === 'string'
        ? context.redirect(`${config.basePath ?? ''}/auth/handoff/confirm?confirmation=${ended}`, 302)
        : answerSuccess(context, config, flow, ended);
    } catch (error) {
      return answerFailure(context, config, ending, toFlowFailure(error, services, context, provider));
    }
  };
}

/** The name in what Apple posts once: `{"name": {"firstName": …, "lastName": …}}`. It is only a name. */
function readPostedName(user: string | undefined): string | undefined {
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } };
    return (
      [name?.firstName, name?.lastName]
        .filter((part) => typeof part === 'string')
        .join(' ')
        .slice(0, 200) || undefined
    );
  } catch {
    // Not JSON: there is no name.
    return undefined;
  }
}

/**
 * `POST /auth/callback/{id}`: a provider returns with a form, which browsers send without our cookies. They are sent
 * along to the address that this leads to.
 */
export function forwardAnswer(services: Services): Handler<Env> {
  return (context) => {
    const provider = demandProvider(services, context.req.param('id'));
    if (mediaType(context) !== formType)
      throw new Refusal(400, 'bad_request', { message: `The Content-Type must be ${formType}.` });
    const { user, ...parameters } = checkShape('ProviderForm', readForm(context));
    const address = callbackAddress(context, services.config, provider);
    for (const name of ['state', 'code', 'iss', 'error'] as const)
      if (parameters[name] !== undefined) address.searchParams.set(name, parameters[name]);
    const name = readPostedName(user);
    if (name !== undefined) address.searchParams.set('name', name);
    context.header('Cache-Control', 'no-store');
    return context.redirect(address.pathname + address.search, 303);
  };
}
