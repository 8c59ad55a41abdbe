import { createRateLimits, type Wait } from './accounts/attempts.js';
import { noteLockOut, noteLostApp, notifyOwnerLater } from './accounts/notices.js';
import { createPasswords, type Passwords } from './accounts/passwords.js';
import { createRequiredProviders } from './accounts/required-providers.js';
import { createBackground } from './background.js';
import { pageOrigins, type CompleteConfig } from './config/server-config.js';
import { createDataKeys } from './crypto/data-keys.js';
import { readSecrets } from './crypto/secrets.js';
import type { FindIssuerKeys } from './email-verification/issuers.js';
import { createFedCmProvider } from './fedcm/provider.js';
import { createAddressWarning, createClientNames, createProxyWarning } from './http/address.js';
import type { Assets } from './http/assets.js';
import { createMetrics } from './http/metrics.js';
import { logToConsole, type Log } from './log.js';
import { createGrants } from './oidc/grants.js';
import { createProvider } from './oidc/provider.js';
import { createProviders } from './oidc/providers.js';
import { checkProviders } from './oidc/read-providers.js';
import { createDeliveries } from './one-time-codes/deliveries.js';
import type { Sender } from './one-time-codes/sender.js';
import type { ShownMessages } from './one-time-codes/shown-messages.js';
import { createNextSteps } from './second-factor/next-steps.js';
import { createRecoveryCodes, recoveryCodeCost } from './second-factor/recovery-codes.js';
import { createTotps } from './second-factor/totp.js';
import type { Services } from './services.js';
import { createBindings } from './sessions/bindings.js';
import { createKnownBrowsers } from './sessions/known-browsers.js';
import { createSessions } from './sessions/sessions.js';
import type { AppSessions } from './sessions/sign-in.js';
import type { Store } from './store/store.js';
import type { IdentityVerifier } from './wallet/verifier.js';
import type { AttestationPolicy } from './webauthn/attestation-policy.js';

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

/** Creates what the routes of one server work with, over its store. */
export function createServices(config: CompleteConfig, database: Store, options: ServerOptions): Services {
  const {
    now = Date.now,
    log = logToConsole,
    assets = async () => undefined,
    passwords = createPasswords(),
    recoveryCodeHashing = createPasswords(recoveryCodeCost),
    shownMessages,
    wait = (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds)),
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
  const fedCmProviders = (config.fedcm ?? []).map((settings) =>
    createFedCmProvider(settings, pageOrigins(config), now, options.providerDeadline),
  );
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
  return {
    config,
    secrets,
    store,
    metrics,
    now,
    log,
    assets,
    passwords,
    grants,
    bindings,
    providers,
    fedCmProviders,
    requiredProviders,
    shownMessages,
    clientOf,
    attemptSourceOf: async (context, userId) => ({
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
        noteNewBrowser: (userId) => notifyOwnerLater({ config, deliveries, store }, userId, 'new-browser'),
        noteOtherDevice: (userId) => notifyOwnerLater({ config, deliveries, store }, userId, 'other-device'),
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
    identity: options.identity,
    emailIssuers: options.emailIssuers,
  };
}
