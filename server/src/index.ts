// The reference server of Latchkey, to mount in an app or to start.
export { createServer, type AppUser, type LatchkeyServer } from './server.js';
export type { ServerOptions } from './create-services.js';
export type { SecondFactorPolicy, ServerConfig, VerifyAddressPolicy } from './config/server-config.js';
export type { AppAuthentication, AppSessions } from './sessions/sign-in.js';

export { openStore, type StorePlace } from './store/open.js';
export { StoreUnavailable } from './store/database.js';
export type { Store } from './store/store.js';
export { keepSessionSecret } from './config/session-secret.js';

export { assetsIn, type Asset, type Assets } from './http/assets.js';
export { createLog, logToConsole, type Log, type LogEntry, type LogLevel } from './log.js';
export type { Passwords } from './accounts/passwords.js';
export type { Message, Sender } from './one-time-codes/sender.js';

export { readProviders } from './oidc/read-providers.js';
export type { ProviderSettings } from './oidc/settings.js';
export { ConfigError, readConfig, type Config } from './config/config.js';
export { openOptions } from './open-options.js';
export type { AttestationPolicy } from './webauthn/attestation-policy.js';
export type { AttestationSettings } from './webauthn/attestation-settings.js';
export { startServer, type RunningServer } from './start.js';
export { StartError } from './start-error.js';
