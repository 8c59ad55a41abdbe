import type { AttemptSource, RateLimits } from './accounts/attempts.js';
import type { Passwords } from './accounts/passwords.js';
import type { RequiredProviders } from './accounts/required-providers.js';
import type { Background } from './background.js';
import type { CompleteConfig } from './config/server-config.js';
import type { Secrets } from './crypto/secrets.js';
import type { FindIssuerKeys } from './email-verification/issuers.js';
import type { FedCmProvider } from './fedcm/provider.js';
import type { Assets } from './http/assets.js';
import type { Metrics } from './http/metrics.js';
import type { RequestContext } from './http/request-context.js';
import type { Log } from './log.js';
import type { Grants } from './oidc/grants.js';
import type { Providers } from './oidc/providers.js';
import type { Deliveries } from './one-time-codes/deliveries.js';
import type { ShownMessages } from './one-time-codes/shown-messages.js';
import type { NextSteps } from './second-factor/next-steps.js';
import type { RecoveryCodes } from './second-factor/recovery-codes.js';
import type { Totps } from './second-factor/totp.js';
import type { Bindings } from './sessions/bindings.js';
import type { Sessions } from './sessions/sessions.js';
import type { Store } from './store/store.js';
import type { IdentityVerifier } from './wallet/verifier.js';
import type { AttestationPolicy } from './webauthn/attestation-policy.js';

/** What the routes work with. Everything that lives longer than a request is in the store. */
export interface Services {
  config: CompleteConfig;
  /** Those of the configuration. */
  secrets: Secrets;
  store: Store;
  /** Absent if nobody reads them. */
  metrics: Metrics | undefined;
  sessions: Sessions;
  nextSteps: NextSteps;
  totps: Totps;
  recoveryCodes: RecoveryCodes;
  grants: Grants;
  /** Absent if sessions are not bound to their device. */
  bindings: Bindings | undefined;
  providers: Providers;
  fedCmProviders: readonly FedCmProvider[];
  requiredProviders: RequiredProviders;
  limits: RateLimits;
  passwords: Passwords;
  deliveries: Deliveries;
  background: Background;
  /** Where messages are shown instead of being sent. */
  shownMessages: ShownMessages | undefined;
  assets: Assets;
  /** Names the network that a request came from, as far as trusted proxies say. */
  clientOf: (context: RequestContext) => string;
  /** Who tries to sign in to an account, or to a name that no account has. */
  attemptSourceOf: (context: RequestContext, userId: string | undefined) => Promise<AttemptSource>;
  now: () => number;
  log: Log;
  /** Which models of authenticators may hold passkeys. Absent if all may, without attestation. */
  attestation: AttestationPolicy | undefined;
  /** Verifies the responses of wallets. Absent if digital credentials are off. */
  identity: IdentityVerifier | undefined;
  /** Finds the keys of the issuers of email addresses. Absent if the email verification of browsers is off. */
  emailIssuers: FindIssuerKeys | undefined;
}
