import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Context, Hono, type Handler, type MiddlewareHandler } from 'hono';
import { createBackground } from './background.js';
import { createBindings } from './sessions/bindings.js';
import { createRateLimits, type Wait } from './accounts/attempts.js';
import { createFedCmProvider } from './fedcm/provider.js';
import { createAddressWarning, createClientNames, createProxyWarning } from './http/address.js';
import { pathBelow } from './http/base-path.js';
import { createMetrics } from './http/metrics.js';
import { logToConsole, type Log } from './log.js';
import { shareWithApps } from './http/middleware/app-origins.js';
import { readBody, refuseMalformedBody } from './http/middleware/body.js';
import { refuseCrossSite } from './http/middleware/cross-site.js';
import { answerErrors } from './http/middleware/errors.js';
import { limitFailures } from './http/middleware/failures.js';
import { refuseHead } from './http/middleware/head.js';
import { logRequests, nameRoute } from './http/middleware/requests.js';
import { refuseWhenSaturated } from './http/middleware/saturation.js';
import { setSecurityHeaders } from './http/middleware/headers.js';
import type { IdentityVerifier } from './wallet/verifier.js';
import type { AttestationPolicy } from './webauthn/attestation-policy.js';
import { createGrants } from './oidc/grants.js';
import { createLogoutTokens } from './oidc/logout-token.js';
import { createProvider } from './oidc/provider.js';
import { createProviders } from './oidc/providers.js';
import { checkProviders } from './oidc/read-providers.js';
import type { FindIssuerKeys } from './email-verification/issuers.js';
import { createDataKeys } from './crypto/data-keys.js';
import { readSecrets } from './crypto/secrets.js';
import { noteLockOut, noteLostApp, tellOwnerLater } from './accounts/notices.js';
import { createDeliveries } from './one-time-codes/deliveries.js';
import type { Sender } from './one-time-codes/sender.js';
import type { ShownMessages } from './one-time-codes/shown-messages.js';
import { createRequiredProviders } from './accounts/required-providers.js';
import { createPasswords, type Passwords } from './accounts/passwords.js';
import { Refusal } from './http/refusal.js';
import { deleteAccount, readDeletion, removePassword, restoreAccount, setPassword } from './routes/account-settings.js';
import { changeAccount, readAccount, signUp } from './routes/accounts.js';
import { backChannelLogout } from './routes/back-channel-logout.js';
import { bindSession, refreshSession } from './routes/bound-sessions.js';
import { cspReport } from './routes/csp-report.js';
import { endOtherSessions, endSession, listSessions, startOwnSession } from './routes/devices.js';
import { issueNonce, signInByToken } from './routes/fedcm.js';
import { finishFlow, forwardAnswer, startFlow } from './routes/federated-sign-in.js';
import {
  approveDeviceSignIn,
  askAboutHandOff,
  confirmHandOff,
  redeemHandOff,
  startDeviceSignIn,
  startHandOff,
} from './routes/hand-off.js';
import { health, readiness } from './routes/health.js';
import { listIdentities, unlinkIdentity } from './routes/identities.js';
import { refuseOtherSites, requestIdentity, verifyIdentity } from './routes/identity.js';
import { deleteNote, listNotes, readNote, writeNote, writeNotes } from './routes/notes.js';
import { readMetrics } from './routes/metrics.js';
import { issueEmailNonce, verifyByToken } from './routes/email-verification.js';
import { requestCode, verifyCode } from './routes/one-time-codes.js';
import { page } from './routes/pages.js';
import {
  changePassword,
  listCredentials,
  passkeyEndpoints,
  removeCredential,
  renameCredential,
} from './routes/passkey-settings.js';
import { logIn } from './routes/passwords.js';
import { paymentOptions, paymentVerify } from './routes/payment.js';
import { listProviders } from './routes/providers.js';
import { registerOptions, registerVerify } from './routes/register.js';
import { listSecurityEvents } from './routes/security-events.js';
import { relatedOrigins } from './routes/related-origins.js';
import { acceptTerms, verifySecondFactor } from './routes/next-steps.js';
import {
  changeSecondFactor,
  confirmTotp,
  enrollTotp,
  readSecondFactor,
  removeTotp,
  renewRecoveryCodes,
} from './routes/second-factor.js';
import { logOut, readSession } from './routes/session.js';
import { listShownMessages } from './routes/shown-messages.js';
import { loginOptions, loginVerify } from './routes/sign-in.js';
import { signUpOptions, signUpVerify } from './routes/sign-up.js';
import { sessionLifetime } from './config/lifetimes.js';
import {
  issuersOf,
  pageOrigins,
  signInPageOf,
  type CompleteConfig,
  type ServerConfig,
} from './config/server-config.js';
import type { Assets } from './http/assets.js';
import type { Env, RequestEnvironment } from './http/request-context.js';
import type { Services } from './services.js';
import { requestsAtOnce } from './config/limits.js';
import { createKnownBrowsers } from './sessions/known-browsers.js';
import { createNextSteps } from './second-factor/next-steps.js';
import { createRecoveryCodes, recoveryCodeCost } from './second-factor/recovery-codes.js';
import { createTotps } from './second-factor/totp.js';
import { createSessions, type AppSessions } from './sessions/sessions.js';
import type { AuthMethod } from './store/records.js';
import type { Store } from './store/store.js';
import { createSweep } from './sweep.js';

/**
 * What a caller may own: the clock (epoch milliseconds; times in ID tokens are compared with the process's), where
 * warnings go, the files of the pages, how passwords are hashed, and how long a provider may take (milliseconds).
 */
export interface ServerOptions {
  now?: () => number;
  providerDeadline?: number;
  log?: Log;
  /** Whether the process is about to end, so that it is no longer ready for requests. */
  isStopping?: () => boolean;
  /** How the slowed attempts at an account wait. */
  wait?: Wait;
  assets?: Assets;
  passwords?: Passwords;
  /** How recovery codes are hashed. */
  recoveryCodeHashing?: Passwords;
  /** Decides which models of authenticators may hold passkeys. Without it all may, and none is asked which it is. */
  attestation?: AttestationPolicy | undefined;
  /** Verifies the responses of wallets. Without one, digital credentials are off. */
  identity?: IdentityVerifier | undefined;
  /** Finds the keys of the issuers of email addresses. Without it, the email verification of browsers is off. */
  emailIssuers?: FindIssuerKeys | undefined;
  /** The app's own sessions, where they decide who is signed in. */
  appSessions?: AppSessions | undefined;
  /** Sends one-time codes. Without one they are not sent, which is logged. */
  sender?: Sender | undefined;
  /** Messages that are shown to developers instead of being sent. Replaces a sender. */
  shownMessages?: ShownMessages | undefined;
}

/** The signed-in user, as an app's own routes see them. */
export interface AppUser {
  /** The user handle: opaque, and the same for as long as the account exists. */
  id: string;
  name: string;
  displayName: string;
  /** How and when the user authenticated last; the time in epoch milliseconds. */
  authMethod: AuthMethod;
  authTime: number;
}

/** The server as a function from request to response, for any runtime that has Web standards. */
export interface LatchkeyServer {
  /** Answers a request. Without the `address` of the client, all clients count as one for the rate limits, which is logged once. */
  fetch(request: Request, environment?: RequestEnvironment): Promise<Response>;
  /**
   * The same for `node:http` and what builds on it, such as Express: reads the address of the client from its connection.
   * It must come before anything that reads bodies.
   */
  listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** What it answers beside pages and their files, such as `DELETE /sessions/{id}`. */
  routes: readonly string[];
  /**
   * Names the signed-in user of a request to a route of your own; undefined if none is signed in. Counts as use of the
   * session. Sets no cookie, and checks nothing else: a route that changes something must refuse requests of other sites.
   *
   * @throws {StoreUnavailable} when the database does not answer.
   */
  readUser(request: Request, environment?: RequestEnvironment): Promise<AppUser | undefined>;
  /**
   * Resolves when the background work of all requests is done: sending messages, revoking grants, deleting expired
   * rows.
   */
  settled(): Promise<void>;
}

/**
 * Composes the reference server over a store. Importing and calling this listens nowhere and starts no timer. Every
 * answer follows `contract/openapi.yaml`; checks run in the order written there.
 *
 * @throws {TypeError} for a `sessionLifetime` or `sessionIdleTime` that is not from 1 ms to 30 days.
 */
export function createServer(given: ServerConfig, database: Store, options: ServerOptions = {}): LatchkeyServer {
  const config: CompleteConfig = { trustedProxies: [], embedders: [], limitFailures: true, ...given };
  // The cookie of the contract lasts no longer.
  for (const name of ['sessionLifetime', 'sessionIdleTime'] as const)
    if (!((config[name] ?? 1) > 0 && (config[name] ?? 1) <= sessionLifetime))
      throw new TypeError(`"${name}" must be a number of milliseconds up to 30 days`);
  const {
    now = Date.now,
    log = logToConsole,
    assets = async () => undefined,
    passwords = createPasswords(),
    recoveryCodeHashing = createPasswords(recoveryCodeCost),
    shownMessages,
    identity,
    emailIssuers,
    wait = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds)),
    isStopping = () => false,
  } = options;
  const { metricsToken } = config;
  const metrics = metricsToken === undefined ? undefined : createMetrics(database);
  metrics?.observeQueue('passwords', () => passwords.waiting?.() ?? 0);
  metrics?.observeQueue('recovery-codes', () => recoveryCodeHashing.waiting?.() ?? 0);
  const store = metrics ? metrics.observe(database) : database;
  const secrets = readSecrets(config.sessionSecret);
  const settings = config.providers ?? [];
  checkProviders(settings);
  const providers = createProviders(
    settings.map((one) => createProvider(one, now, options.providerDeadline)),
    config.fedcm ?? [],
  );
  const hasProviders = providers.all.length > 0;
  const fedCmProviders = (config.fedcm ?? []).map((settings) =>
    createFedCmProvider(settings, pageOrigins(config), now, options.providerDeadline),
  );
  const hasFedCm = fedCmProviders.length > 0;
  const grants = createGrants(providers, store, secrets, now, log);
  const bindings = config.boundSessions ? createBindings(store, secrets, now, log, config.basePath) : undefined;
  const noteProxy = createProxyWarning(now, log);
  const nameClient = createClientNames(config.trustedProxies, noteProxy, createAddressWarning(log));
  const clientOf: Services['clientOf'] = (context) => {
    const client = context.get('client') ?? nameClient(context.env.address, context.req.header('X-Forwarded-For'));
    context.set('client', client);
    return client;
  };
  const knownBrowsers = createKnownBrowsers(store);
  const { limitFailures: enabled, signUpsPerClient } = config;
  const background = createBackground(log);
  const deliveries = createDeliveries(shownMessages ?? options.sender, log);
  metrics?.observeQueue('messages', deliveries.waiting);
  const limits = createRateLimits(store, now, {
    enabled,
    signUpsPerClient,
    wait,
    background,
    noteLockOut: (userId) => noteLockOut({ config, deliveries, now, store }, userId),
  });
  store.watchSecurityEvents(({ type, userId, method, device }) =>
    log({ level: 'info', event: `security:${type}`, userId, ...(method !== null && { method }), device }),
  );
  const requiredProviders = createRequiredProviders(providers, store);
  const dataKeys = createDataKeys(store, secrets);
  const totps = createTotps(dataKeys);
  const nextSteps = createNextSteps(config, store, totps, (userId) =>
    noteLostApp({ deliveries, log, now, store }, userId),
  );
  const services: Services = {
    config,
    secrets,
    store,
    now,
    log,
    assets,
    passwords,
    grants,
    providers,
    requiredProviders,
    shownMessages,
    clientOf,
    guesserOf: async (context, userId) => ({
      client: clientOf(context),
      browser: await knownBrowsers.read(context, userId),
      userId,
    }),
    sessions: createSessions(
      {
        store,
        grants,
        bindings,
        knownBrowsers,
        limits,
        nextSteps,
        clientOf,
        now,
        log,
        lifetime: config.sessionLifetime,
        idleTime: config.sessionIdleTime,
        appSessions: options.appSessions,
        refuseOtherWay: requiredProviders.refuseOtherWay,
        noteNewBrowser: (userId) => tellOwnerLater({ config, deliveries, store }, userId, 'new-browser'),
        noteOtherDevice: (userId) => tellOwnerLater({ config, deliveries, store }, userId, 'other-device'),
      },
      secrets,
    ),
    limits,
    nextSteps,
    totps,
    recoveryCodes: createRecoveryCodes(recoveryCodeHashing),
    deliveries,
    background,
    attestation: options.attestation,
  };

  const app = new Hono<Env>({ getPath: pathBelow(config.basePath) });
  app.onError(answerErrors(log, signInPageOf(config)));
  app.notFound(refuseMissing);
  app.use(logRequests(services));
  app.use(setSecurityHeaders(config.origins.every((origin) => origin.startsWith('https:'))));
  app.use(shareWithApps(config.appOrigins ?? []));
  app.use(refuseWhenSaturated(config.requestsAtOnce ?? requestsAtOnce));
  const sweep = createSweep(services);
  app.use(sweep.afterRequests);

  const logoutTokens = new Map(
    settings
      .filter(({ oauth }) => !oauth)
      .map((one) => [one.issuer, createLogoutTokens(one, now, options.providerDeadline)]),
  );
  const readBodies = readBody(log);
  const sameSite = [refuseCrossSite(config.origins, config.appOrigins), readBodies] as const;
  const limited = [...sameSite, limitFailures(services)] as const;
  const hasSecondFactors = config.secondFactor !== 'off';
  const ifSecondFactors = (create: (given: Services) => Handler<Env>): (Handler<Env> | MiddlewareHandler<Env>)[] =>
    hasSecondFactors ? [...limited, create(services)] : [refuseMissing];
  const routes: [path: string, methods: Record<string, readonly (Handler<Env> | MiddlewareHandler<Env>)[]>][] = [
    ['/webauthn/register/options', { POST: [...limited, refuseMalformedBody, registerOptions(services)] }],
    ['/webauthn/register/verify', { POST: [...limited, registerVerify(services)] }],
    ['/webauthn/login/options', { POST: [...limited, refuseMalformedBody, loginOptions(services)] }],
    ['/webauthn/login/verify', { POST: [...limited, loginVerify(services)] }],
    ['/webauthn/credentials', { GET: [listCredentials(services)] }],
    [
      '/webauthn/credentials/:id',
      {
        PATCH: [...limited, renameCredential(services)],
        DELETE: [...limited, refuseMalformedBody, removeCredential(services)],
      },
    ],
    [
      '/sessions',
      {
        GET: [listSessions(services)],
        POST: [...limited, refuseMalformedBody, startOwnSession(services)],
        DELETE: [...limited, refuseMalformedBody, endOtherSessions(services)],
      },
    ],
    ['/sessions/:id', { DELETE: [...limited, refuseMalformedBody, endSession(services)] }],
    ['/security-events', { GET: [listSecurityEvents(services)] }],
    ['/session', { GET: [readSession(services)] }],
    [
      '/session/bind',
      { POST: bindings ? [...limited, refuseMalformedBody, bindSession(services, bindings)] : [refuseMissing] },
    ],
    [
      '/session/refresh',
      { POST: bindings ? [...limited, refuseMalformedBody, refreshSession(services, bindings)] : [refuseMissing] },
    ],
    ['/logout', { POST: [...sameSite, logOut(services)] }],
    ['/signup', { POST: [...limited, signUp(services)] }],
    ['/signup/options', { POST: [...limited, signUpOptions(services)] }],
    ['/signup/verify', { POST: [...limited, signUpVerify(services)] }],
    [
      '/account',
      {
        GET: [readAccount(services)],
        PATCH: [...limited, changeAccount(services)],
        DELETE: [...limited, refuseMalformedBody, deleteAccount(services)],
      },
    ],
    ['/account/deletion', { GET: [readDeletion(services)] }],
    ['/account/identities', { GET: issuersOf(config).length > 0 ? [listIdentities(services)] : [refuseMissing] }],
    [
      '/account/identities/:id',
      {
        DELETE:
          issuersOf(config).length > 0 ? [...limited, refuseMalformedBody, unlinkIdentity(services)] : [refuseMissing],
      },
    ],
    ['/account/restore', { POST: [...limited, refuseMalformedBody, restoreAccount(services)] }],
    [
      '/account/password',
      {
        PUT: [...limited, setPassword(services)],
        DELETE: [...limited, refuseMalformedBody, removePassword(services)],
      },
    ],
    [
      '/account/second-factor',
      hasSecondFactors
        ? { GET: [readSecondFactor(services)], PATCH: [...limited, changeSecondFactor(services)] }
        : { GET: [refuseMissing], PATCH: [refuseMissing] },
    ],
    [
      '/account/second-factor/totp',
      hasSecondFactors
        ? {
            POST: [...limited, refuseMalformedBody, enrollTotp(services)],
            DELETE: [...limited, refuseMalformedBody, removeTotp(services)],
          }
        : { POST: [refuseMissing], DELETE: [refuseMissing] },
    ],
    ['/account/second-factor/totp/confirm', { POST: ifSecondFactors(confirmTotp) }],
    [
      '/account/second-factor/recovery-codes',
      { POST: hasSecondFactors ? [...limited, refuseMalformedBody, renewRecoveryCodes(services)] : [refuseMissing] },
    ],
    ['/session/second-factor', { POST: ifSecondFactors(verifySecondFactor) }],
    [
      '/session/terms',
      { POST: config.termsUrl === undefined ? [refuseMissing] : [...limited, acceptTerms(services, config.termsUrl)] },
    ],
    // Each way to sign in leads to one account here.
    ['/session/account', { POST: [...limited, refuseMalformedBody, refuseMissing] }],
    ['/otp/request', { POST: [...limited, requestCode(services)] }],
    ['/otp/verify', { POST: [...limited, verifyCode(services)] }],
    [
      '/otp/nonce',
      { GET: emailIssuers ? [refuseHead, limitFailures(services), issueEmailNonce(services)] : [refuseMissing] },
    ],
    ['/otp/token', { POST: emailIssuers ? [...limited, verifyByToken(services, emailIssuers)] : [refuseMissing] }],
    ['/payment/options', { POST: [...limited, paymentOptions(services)] }],
    ['/payment/verify', { POST: [...limited, paymentVerify(services)] }],
    ['/login', { GET: [page(services)], POST: [...limited, logIn(services)] }],
    ['/auth/providers', { GET: [hasProviders || hasFedCm ? listProviders(providers, config.origins) : refuseMissing] }],
    [
      '/auth/start',
      { GET: hasProviders ? [refuseHead, limitFailures(services), startFlow(services)] : [refuseMissing] },
    ],
    [
      '/auth/callback/:id',
      {
        GET: hasProviders ? [refuseHead, limitFailures(services), finishFlow(services)] : [refuseMissing],
        POST: hasProviders ? [readBodies, limitFailures(services), forwardAnswer(services)] : [refuseMissing],
      },
    ],
    [
      '/auth/handoff',
      { POST: hasProviders ? [...limited, refuseMalformedBody, startHandOff(services)] : [refuseMissing] },
    ],
    ['/auth/device', { POST: [...limited, refuseMalformedBody, startDeviceSignIn(services)] }],
    ['/auth/device/redeem', { POST: [...limited, redeemHandOff(services)] }],
    ['/auth/device/approve', { POST: [...limited, approveDeviceSignIn(services)] }],
    ['/auth/handoff/redeem', { POST: hasProviders ? [...limited, redeemHandOff(services)] : [refuseMissing] }],
    [
      '/auth/backchannel-logout',
      {
        POST: hasProviders
          ? [readBodies, limitFailures(services), backChannelLogout(services, logoutTokens)]
          : [refuseMissing],
      },
    ],
    [
      '/auth/handoff/confirm',
      {
        GET: hasProviders ? [limitFailures(services), askAboutHandOff(services)] : [refuseMissing],
        POST: hasProviders ? [...limited, confirmHandOff(services)] : [refuseMissing],
      },
    ],
    [
      '/auth/fedcm/nonce',
      { GET: hasFedCm ? [refuseHead, limitFailures(services), issueNonce(services, fedCmProviders)] : [refuseMissing] },
    ],
    ['/auth/fedcm', { POST: hasFedCm ? [...limited, signInByToken(services, fedCmProviders)] : [refuseMissing] }],
    [
      '/identity/request',
      {
        GET: identity
          ? [refuseHead, refuseOtherSites, limitFailures(services), requestIdentity(services, identity)]
          : [refuseMissing],
      },
    ],
    ['/identity/verify', { POST: identity ? [...limited, verifyIdentity(services, identity)] : [refuseMissing] }],
    ['/.well-known/webauthn', { GET: [relatedOrigins(services)] }],
    ['/.well-known/passkey-endpoints', { GET: [passkeyEndpoints(services)] }],
    ['/.well-known/change-password', { GET: [changePassword] }],
    ['/notes', { GET: [listNotes(services)], POST: [...limited, writeNotes(services)] }],
    [
      '/notes/:id',
      {
        GET: [readNote(services)],
        PUT: [...limited, writeNote(services)],
        DELETE: [...limited, refuseMalformedBody, deleteNote(services)],
      },
    ],
    ['/healthz', { GET: [health(services)] }],
    ['/readyz', { GET: [readiness(services, isStopping)] }],
    ['/metrics', { GET: [metrics ? readMetrics(metrics, metricsToken!) : refuseMissing] }],
    ['/development/messages', { GET: [shownMessages ? listShownMessages(services) : refuseMissing] }],
    ['/csp-report', { POST: [...sameSite, cspReport(services)] }],
  ];
  for (const [path, methods] of routes) {
    app.use(path, nameRoute(path));
    if (metrics) app.use(path, metrics.countRequests(path));
    for (const [method, handlers] of Object.entries(methods)) app.on(method, [path], ...handlers);
    app.all(
      path,
      refuseMethod(
        Object.entries(methods).flatMap(([method, handlers]) =>
          method === 'GET' && !handlers.includes(refuseHead) ? ['GET', 'HEAD'] : [method],
        ),
      ),
    );
  }
  app.get('*', page(services));
  app.all('*', async (context, next) => {
    if (!(await assets(context.req.path))) return refuseMissing();
    return refuseMethod(['GET', 'HEAD'])(context, next);
  });

  const answer = async (request: Request, environment: RequestEnvironment = {}): Promise<Response> =>
    app.fetch(request, environment);
  return {
    fetch: answer,
    listener: getRequestListener(
      (request, { incoming }) => answer(request, { address: incoming.socket?.remoteAddress }),
      // The app around this one has the platform's classes.
      { overrideGlobalObjects: false },
    ),
    routes: routes.flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`),
    ),
    async readUser(request, environment = {}) {
      const context = new Context<Env>(request, { env: environment });
      const session = await services.sessions.demand(context).catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 401) return undefined;
        throw error;
      });
      const account = session && (await store.findAccount(session.authentication.userId));
      if (!account) return undefined;
      const { handle: id, name, displayName } = account;
      const { authMethod, authTime } = session.authentication;
      return { id, name, displayName, authMethod, authTime };
    },
    async settled() {
      // A sweep leaves grants to be given back.
      await sweep.settled();
      await Promise.all([deliveries.settled(), grants.settled(), background.settled()]);
    },
  };
}

function refuseMissing(): never {
  throw new Refusal(404, 'unsupported');
}

/** 405 that names what the path does take. */
function refuseMethod(allowed: readonly string[]): Handler<Env> {
  return () => {
    throw new Refusal(405, 'method_not_allowed', { headers: { Allow: allowed.join(', ') } });
  };
}
