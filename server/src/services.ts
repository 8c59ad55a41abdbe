import type { CompleteConfig } from './config/server-config.js';
import type { Background } from './background.js';
import type { Assets } from './http/assets.js';
import type { RequestContext } from './http/request-context.js';
import type { Guesser, RateLimits } from './accounts/attempts.js';
import type { Log } from './log.js';
import type { Grants } from './oidc/grants.js';
import type { Providers } from './oidc/providers.js';
import type { Deliveries } from './one-time-codes/deliveries.js';
import type { ShownMessages } from './one-time-codes/shown-messages.js';
import type { RequiredProviders } from './accounts/required-providers.js';
import type { Passwords } from './accounts/passwords.js';
import type { NextSteps } from './second-factor/next-steps.js';
import type { RecoveryCodes } from './second-factor/recovery-codes.js';
import type { Totps } from './second-factor/totp.js';
import type { Sessions } from './sessions/sessions.js';
import type { Store } from './store/store.js';
import type { Secrets } from './crypto/secrets.js';
import type { AttestationPolicy } from './webauthn/attestation-policy.js';

/** What the routes work with. Everything that lives longer than a request is in the store. */
export interface Services {
  config: CompleteConfig;
  /** Those of the configuration. */
  secrets: Secrets;
  store: Store;
  sessions: Sessions;
  nextSteps: NextSteps;
  totps: Totps;
  recoveryCodes: RecoveryCodes;
  grants: Grants;
  providers: Providers;
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
  guesserOf: (context: RequestContext, userId: string | undefined) => Promise<Guesser>;
  now: () => number;
  log: Log;
  /** Which models of authenticators may hold passkeys. Absent if all may, without attestation. */
  attestation: AttestationPolicy | undefined;
}
