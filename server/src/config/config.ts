import {
  day,
  deletionGrace,
  hour,
  longestSession,
  recoveryDelay,
  securityEventLifetime,
  sessionIdleTime,
  sessionLifetime,
} from './lifetimes.js';
import { codesPerClient, connectionsAtOnce, passkeysPerAccount, requestsAtOnce, signUpsPerClient } from './limits.js';
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { addRange } from '../http/address.js';
import type { SecondFactorPolicy, VerifyAddressPolicy } from './server-config.js';
import { ConfigError } from './config-error.js';
import { readFedCmSettings, type FedCmSettings } from '../fedcm/settings.js';
import { readIdentitySettings, type IdentitySettings } from '../wallet/settings.js';
import { readAttestationSettings, type AttestationSettings } from '../webauthn/attestation-settings.js';
import { logLevels, type LogLevel } from '../log.js';
import { isLocalhost } from '../http/localhost.js';
import { safeReturnTo } from '../oidc/return-to.js';
import { readSecrets } from '../crypto/secrets.js';
import { readProviders } from '../oidc/read-providers.js';
import type { ProviderSettings } from '../oidc/settings.js';
import { readMessageSettings, type MessageSettings } from '../one-time-codes/settings.js';

export { ConfigError };

/** What the operator decides, from environment variables only. */
export interface Config {
  port: number;
  host: string;
  /** Origins whose pages may use this server. Empty means the address the server listens on. */
  origins: readonly string[];
  /** Other origins of the same site whose pages may use this server, across origins and with cookies. */
  appOrigins: readonly string[];
  /** Empty means the host of the first origin. */
  rpId: string;
  rpName: string;
  dataDirectory: string;
  databaseUrl: string | undefined;
  /** One secret or a list. Absent only with the embedded database, which keeps a generated one beside its data. */
  sessionSecret: string | undefined;
  /** With it, `GET /metrics` returns metrics for Prometheus to a caller that sends it as a bearer token. */
  metricsToken: string | undefined;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` counts. */
  trustedProxies: readonly string[];
  /** Origins that may show the pages in a frame. */
  embedders: readonly string[];
  limitFailures: boolean;
  /** How many requests are answered at once, and how many connections are open. */
  requestsAtOnce: number;
  connectionsAtOnce: number;
  /** How many one-time codes one client address may request per hour. */
  codesPerClient: number;
  /** How many accounts may be signed up for from one address within an hour. */
  signUpsPerClient: number;
  passkeysPerAccount: number;
  /** How long, in milliseconds, a passkey registered after a sign-in with a code satisfies no step-up. */
  recoveryDelay: number;
  /** Between the request to delete an account and its deletion, in milliseconds. */
  deletionGrace: number;
  /** How long a session lasts from its sign-in on, and how long without being used, in milliseconds. */
  sessionLifetime: number;
  sessionIdleTime: number;
  /** How long security events are kept, in milliseconds. */
  securityEventLifetime: number;
  /** The least important entries that are logged. */
  logLevel: LogLevel;
  /** Whether sessions are bound to their device in browsers that can do that. */
  boundSessions: boolean;
  /** Whether browsers may bring a token for an email address instead of a code. */
  emailVerification: boolean;
  /** Which models of authenticators may hold passkeys; absent when all may. */
  attestation?: AttestationSettings;
  /** What is asked of wallets; absent when no issuer is trusted. */
  identity: IdentitySettings | undefined;
  /** Whether accounts may or must have a second factor, and whether it is needed after a provider. */
  secondFactor: SecondFactorPolicy;
  secondFactorAfterProviders: boolean;
  /** Whether a sign-in waits until an address of the account is verified. */
  verifyAddress: VerifyAddressPolicy;
  /** The address of the terms that users must have accepted. */
  termsUrl: string | undefined;
  /** The page where users sign in, as a path. */
  signInPage: string;
  /** The providers that users can sign in with, in the order of their buttons. */
  providers: readonly ProviderSettings[];
  /** The providers whose tokens browsers may bring. */
  fedcm: readonly FedCmSettings[];
  /** How one-time codes reach people. */
  messages: MessageSettings;
  /** The folder of the pages, if it serves any. */
  pagesDirectory: string | undefined;
  /** Below which path of the origins the endpoints answer too; empty for none. */
  basePath: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const ipAddress = /^(?:\d+\.\d+\.\d+\.\d+|\[.*\])$/;
const domainName = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

function splitList(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function readBasePath(text = ''): string {
  const path = text.replace(/\/$/, '');
  if (path !== '' && !/^(?:\/[\w~-][\w.~-]*)+$/.test(path))
    throw new ConfigError(`BASE_PATH must be a path such as "/api", not "${text}".`);
  return path;
}

function readSignInPage(text: string | undefined): string {
  const page = text || '/login';
  if (safeReturnTo(page) !== page || page.includes('?') || page.includes('#'))
    throw new ConfigError(`SIGN_IN_PAGE must be a path such as "/login", not "${page}".`);
  return page;
}

function readPort(text: string | undefined): number {
  if (text === undefined || text === '') return 3000;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${text}".`);
  return port;
}

function readOrigin(variable: string, text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch (cause) {
    throw new ConfigError(
      `${variable} must be a comma-separated list of origins such as https://example.com, not "${text}".`,
      { cause },
    );
  }
  if (url.origin !== text) {
    throw new ConfigError(
      `${variable} must hold exact origins, in lower case and without path or default port, not "${text}".`,
    );
  }
  if (ipAddress.test(url.hostname))
    throw new ConfigError(`${variable} must name hosts, because passkeys do not work on addresses such as "${text}".`);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLocalhost(url.hostname))) {
    throw new ConfigError(
      `${variable} must use https, because browsers offer passkeys over http on localhost only, not "${text}".`,
    );
  }
  return text;
}

function readRpId(text: string | undefined, origins: readonly string[]): string {
  const hosts = origins.length > 0 ? origins.map((origin) => new URL(origin).hostname) : ['localhost'];
  if (text === undefined || text === '') return hosts[0]!;
  if (!domainName.test(text) || ipAddress.test(text))
    throw new ConfigError(`RP_ID must be a domain name in lower case, not "${text}".`);
  if (!hosts.some((host) => host === text || host.endsWith(`.${text}`))) {
    throw new ConfigError(
      `RP_ID must be the host of an origin in ORIGIN or a parent domain of one, but "${text}" is neither.`,
    );
  }
  return text;
}

/** A page on another site could neither use the RP ID nor get the session cookie. */
function readAppOrigins(text: string | undefined, rpId: string): string[] {
  const origins = splitList(text).map((origin) => readOrigin('APP_ORIGINS', origin));
  const stranger = origins.find((origin) => !`.${new URL(origin).hostname}`.endsWith(`.${rpId}`));
  if (stranger !== undefined)
    throw new ConfigError(
      `APP_ORIGINS must hold origins on the host of RP_ID or below it, but "${stranger}" is not below "${rpId}".`,
    );
  return origins;
}

function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (!/^postgres(?:ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new ConfigError('DATABASE_URL must be a PostgreSQL URL such as postgres://user:password@host:5432/database.');
  }
  return text;
}

function readSecret(text: string | undefined, databaseUrl: string | undefined): string | undefined {
  if (text === undefined || text === '') {
    if (databaseUrl)
      throw new ConfigError('SESSION_SECRET is required together with DATABASE_URL, the same for every process.');
    return undefined;
  }
  try {
    readSecrets(text);
  } catch (cause) {
    throw new ConfigError(`SESSION_SECRET ${(cause as Error).message}`, { cause });
  }
  return text;
}

function readMetricsToken(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  if (/^[\x21-\x7e]{16,}$/.test(text)) return text;
  throw new ConfigError('METRICS_TOKEN must have at least 16 characters, of ASCII and without spaces.');
}

function readTrustedProxies(text: string | undefined): string[] {
  const proxies = splitList(text).flatMap((proxy) => (proxy === 'loopback' ? ['127.0.0.0/8', '::1'] : [proxy]));
  const wrong = proxies.find((proxy) => !addRange(new BlockList(), proxy));
  if (wrong === undefined) return proxies;
  throw new ConfigError(
    `TRUST_PROXY must be a comma-separated list of addresses, ranges such as 10.0.0.0/8, or "loopback", not "${wrong}".`,
  );
}

function readSwitch(variable: string, text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined || text === '') return otherwise;
  if (text === 'on' || text === 'off') return text === 'on';
  throw new ConfigError(`${variable} must be "on" or "off", not "${text}".`);
}

function readCount(variable: string, text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise;
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new ConfigError(`${variable} must be a number from 1 to 999999, not "${text}".`);
}

/** Zero deletes accounts at once. */
function readDeletionGrace(text: string | undefined): number {
  if (text === '0') return 0;
  if (text === undefined || text === '') return deletionGrace;
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text) * day;
  throw new ConfigError(`ACCOUNT_DELETION_DAYS must be a number from 0 to 999, not "${text}".`);
}

function readSecondFactor(text: string | undefined): SecondFactorPolicy {
  if (text === undefined || text === '') return 'optional';
  if (text === 'off' || text === 'optional' || text === 'required') return text;
  throw new ConfigError(`SECOND_FACTOR must be "off", "optional" or "required", not "${text}".`);
}

function readVerifyAddress(text: string | undefined): VerifyAddressPolicy {
  if (text === undefined || text === '') return 'off';
  if (text === 'off' || text === 'added' || text === 'required') return text;
  throw new ConfigError(`VERIFY_ADDRESS must be "off", "added" or "required", not "${text}".`);
}

function readTermsUrl(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocalhost(url.hostname))) return url.href;
  throw new ConfigError(`TERMS_URL must be an https address, not "${text}".`);
}

function readLogLevel(text: string | undefined): LogLevel {
  if (text === undefined || text === '') return 'info';
  const level = logLevels.find((name) => name === text);
  if (level) return level;
  throw new ConfigError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${text}".`);
}

function readDays(variable: string, text: string | undefined, otherwise: number): number {
  const days = readCount(variable, text, otherwise / day);
  const most = longestSession / day;
  if (days > most) throw new ConfigError(`${variable} must be a number from 1 to ${most}, not "${text}".`);
  return days * day;
}

function readBoundSessions(text: string | undefined, origins: readonly string[]): boolean {
  const bound = readSwitch('BOUND_SESSIONS', text, false);
  if (bound && (origins.length === 0 || !origins.every((origin) => origin.startsWith('https:')))) {
    throw new ConfigError(
      'BOUND_SESSIONS needs an ORIGIN of https origins only, because browsers bind no sessions over http.',
    );
  }
  return bound;
}

/**
 * Reads the configuration from the environment. Empty variables count as absent.
 *
 * @throws {ConfigError} naming the first variable that has a wrong value.
 */
export function readConfig(environment: Environment): Config {
  const origins = splitList(environment['ORIGIN']).map((origin) => readOrigin('ORIGIN', origin));
  const databaseUrl = readDatabaseUrl(environment['DATABASE_URL']);
  const rpId = readRpId(environment['RP_ID'], origins);
  const attestation = readAttestationSettings(environment);
  return {
    port: readPort(environment['PORT']),
    host: environment['HOST'] || '127.0.0.1',
    origins,
    appOrigins: readAppOrigins(environment['APP_ORIGINS'], rpId),
    rpId,
    rpName: environment['RP_NAME'] || 'Latchkey demo',
    dataDirectory: environment['DATA_DIR'] || 'data',
    databaseUrl,
    sessionSecret: readSecret(environment['SESSION_SECRET'], databaseUrl),
    metricsToken: readMetricsToken(environment['METRICS_TOKEN']),
    trustedProxies: readTrustedProxies(environment['TRUST_PROXY']),
    embedders: splitList(environment['EMBEDDERS']).map((origin) => readOrigin('EMBEDDERS', origin)),
    limitFailures: readSwitch('RATE_LIMIT', environment['RATE_LIMIT'], true),
    requestsAtOnce: readCount('MAX_REQUESTS', environment['MAX_REQUESTS'], requestsAtOnce),
    connectionsAtOnce: readCount('MAX_CONNECTIONS', environment['MAX_CONNECTIONS'], connectionsAtOnce),
    codesPerClient: readCount('CODES_PER_CLIENT', environment['CODES_PER_CLIENT'], codesPerClient.most),
    signUpsPerClient: readCount('SIGN_UPS_PER_CLIENT', environment['SIGN_UPS_PER_CLIENT'], signUpsPerClient.most),
    passkeysPerAccount: readCount('PASSKEYS_PER_ACCOUNT', environment['PASSKEYS_PER_ACCOUNT'], passkeysPerAccount),
    recoveryDelay: readCount('RECOVERY_DELAY', environment['RECOVERY_DELAY'], recoveryDelay / hour) * hour,
    deletionGrace: readDeletionGrace(environment['ACCOUNT_DELETION_DAYS']),
    sessionLifetime: readDays('SESSION_DAYS', environment['SESSION_DAYS'], sessionLifetime),
    sessionIdleTime: readDays('SESSION_IDLE_DAYS', environment['SESSION_IDLE_DAYS'], sessionIdleTime),
    securityEventLifetime:
      readCount('SECURITY_EVENT_DAYS', environment['SECURITY_EVENT_DAYS'], securityEventLifetime / day) * day,
    logLevel: readLogLevel(environment['LOG_LEVEL']),
    boundSessions: readBoundSessions(environment['BOUND_SESSIONS'], origins),
    emailVerification: readSwitch('EMAIL_VERIFICATION', environment['EMAIL_VERIFICATION'], false),
    secondFactor: readSecondFactor(environment['SECOND_FACTOR']),
    secondFactorAfterProviders: readSwitch(
      'SECOND_FACTOR_AFTER_PROVIDERS',
      environment['SECOND_FACTOR_AFTER_PROVIDERS'],
      false,
    ),
    verifyAddress: readVerifyAddress(environment['VERIFY_ADDRESS']),
    termsUrl: readTermsUrl(environment['TERMS_URL']),
    identity: readIdentitySettings(environment),
    signInPage: readSignInPage(environment['SIGN_IN_PAGE']),
    providers: readProviders(environment, (path) => readFileSync(path, 'utf8')),
    fedcm: readFedCmSettings(environment),
    messages: readMessageSettings(environment, origins),
    pagesDirectory: environment['PAGES_DIR'] || undefined,
    basePath: readBasePath(environment['BASE_PATH']),
    ...(attestation && { attestation }),
  };
}

/**
 * Counts the registrable labels of the origins, as browsers do for related origins: they follow at least five and may
 * ignore the rest. Without the public suffix list this takes a short second-level domain under a country code (co.uk,
 * com.br) for a suffix.
 */
export function countRegistrableLabels(origins: readonly string[]): number {
  const labels = origins.map((origin) => {
    const parts = new URL(origin).hostname.split('.');
    const underSuffix = parts.length > 2 && parts.at(-1)!.length === 2 && parts.at(-2)!.length <= 3;
    return parts.at(underSuffix ? -3 : -2) ?? parts[0];
  });
  return new Set(labels).size;
}
