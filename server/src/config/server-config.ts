import type { FedCmSettings } from '../fedcm/settings.js';
import type { ProviderSettings } from '../oidc/settings.js';

/** Whether accounts have second factors. */
export type SecondFactorPolicy = 'off' | 'optional' | 'required';

/** Whether a sign-in waits for a verified address: never, in accounts that have an address, or in all accounts. */
export type VerifyAddressPolicy = 'off' | 'added' | 'required';

/** The part of the configuration that requests depend on. */
export interface ServerConfig {
  /** At least one. The first is where links lead. */
  origins: readonly string[];
  /** Below which path of the origins the endpoints answer too, such as `/api`; links lead there. None unless given. */
  basePath?: string;
  /** Other origins of the same site whose pages use this server across origins, with cookies. None unless given. */
  appOrigins?: readonly string[];
  rpId: string;
  rpName: string;
  /** One secret of at least 32 characters, or a list such as `2027:secret,2026:secret`, of which the first signs. */
  sessionSecret: string;
  /** With it, `GET /metrics` returns metrics for Prometheus to a caller that sends it as a bearer token. */
  metricsToken?: string | undefined;
  /** Addresses and ranges of the proxies whose `X-Forwarded-For` counts. None unless given. */
  trustedProxies?: readonly string[];
  /** Origins that may show the pages in a frame. None unless given. */
  embedders?: readonly string[];
  /** Whether failed attempts and requests are limited. True unless given; false is for tests. */
  limitFailures?: boolean;
  /** How many requests are answered at once; 1,000 unless given. Others get 503. */
  requestsAtOnce?: number;
  /** How many one-time codes one client address may request per hour; defaults to 60. */
  codesPerClient?: number;
  /** How many accounts may be signed up for from one address within an hour; 30 unless given. */
  signUpsPerClient?: number;
  /** 50 unless given. */
  passkeysPerAccount?: number;
  /** How long, in milliseconds, a passkey registered after a sign-in with a code satisfies no step-up; a day unless given. */
  recoveryDelay?: number;
  /** Between the request to delete an account and its deletion, in milliseconds; 14 days unless given. */
  deletionGrace?: number;
  /** How long a session lasts from its sign-in on, in milliseconds; 30 days unless given. */
  sessionLifetime?: number;
  /** How long a session lasts that is not used, in milliseconds; 14 days unless given. */
  sessionIdleTime?: number;
  /** How long security events are kept, in milliseconds; 90 days unless given. */
  securityEventLifetime?: number;
  /** Whether sessions are bound to their device in browsers that can do that. Only for https. */
  boundSessions?: boolean;
  /**
   * Whether accounts may have a second factor (the default), must have one, or have none. It is needed after a password,
   * and after a provider if `secondFactorAfterProviders`.
   */
  secondFactor?: SecondFactorPolicy;
  secondFactorAfterProviders?: boolean;
  /**
   * Whether a sign-in waits until an address of the account is verified: never (the default), if the account has one
   * (`added`), or in every account (`required`).
   */
  verifyAddress?: VerifyAddressPolicy;
  /** The address of the terms that users must have accepted to be signed in. Another address is new terms. */
  termsUrl?: string | undefined;
  /** The page where users sign in, as a path; `/login` unless given. */
  signInPage?: string | undefined;
  /** The providers that users can sign in with, in the order of their buttons. */
  providers?: readonly ProviderSettings[];
  fedcm?: readonly FedCmSettings[];
}

/** A configuration that says whom the server trusts. */
export type CompleteConfig = ServerConfig &
  Required<Pick<ServerConfig, 'trustedProxies' | 'embedders' | 'limitFailures'>>;

/** The page where users sign in. */
export function signInPageOf({ signInPage = '/login' }: ServerConfig): string {
  return signInPage;
}

/** The origins of all pages that ask for passkeys. */
export function pageOrigins({ origins, appOrigins = [] }: ServerConfig): string[] {
  return [...origins, ...appOrigins];
}

/** The providers whose users can sign in. An identity at one of them is a way in to an account. */
export function issuersOf({ providers = [], fedcm = [] }: ServerConfig): string[] {
  return [...providers, ...fedcm].map(({ issuer }) => issuer);
}
