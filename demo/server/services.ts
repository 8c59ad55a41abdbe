import type { Context } from 'hono';
import type { AddressRange } from './http/address.js';
import type { FailureLimits } from './accounts/failure-limits.js';
import type { FedCmSettings } from './fedcm/settings.js';
import type { Log } from './log.js';
import type { Grants } from './oidc/grants.js';
import type { OidcSettings } from './oidc/settings.js';
import type { Deliveries } from './one-time-codes/deliveries.js';
import type { ShownMessages } from './one-time-codes/shown-messages.js';
import type { Passwords } from './accounts/passwords.js';
import type { Sessions } from './sessions/sessions.js';
import type { Store } from './store/store.js';

/** The part of the configuration that requests depend on. */
export interface AppConfig {
  /** At least one. The first is where links lead. */
  origins: readonly string[];
  rpId: string;
  rpName: string;
  sessionSecret: string;
  trustedProxies: readonly AddressRange[];
  embedders: readonly string[];
  limitFailures: boolean;
  /** How many one-time codes may be asked for from one address within an hour; 60 unless given. */
  codesPerClient?: number;
  /** 50 unless given. */
  passkeysPerAccount?: number;
  /** Whether sessions are bound to their device in browsers that can do that. Only for https. */
  boundSessions?: boolean;
  oidc?: OidcSettings | undefined;
  fedcm?: readonly FedCmSettings[];
}

/** A file of the built pages. */
export interface Asset {
  body: Uint8Array<ArrayBuffer>;
  contentType: string;
  /** True for file names that change with their content. */
  immutable: boolean;
}

/** Finds the file for a URL path, or nothing. */
export type Assets = (path: string) => Promise<Asset | undefined>;

/** What the routes work with. Everything that lives longer than a request is in the store. */
export interface Services {
  config: AppConfig;
  store: Store;
  sessions: Sessions;
  grants: Grants;
  limits: FailureLimits;
  passwords: Passwords;
  deliveries: Deliveries;
  /** Where messages are shown instead of being sent. */
  shownMessages: ShownMessages | undefined;
  assets: Assets;
  now: () => number;
  log: Log;
}

/** What a runtime says about a request beside the request itself: the address of the peer. */
export interface RequestEnvironment {
  address?: string | undefined;
}

export interface Env {
  Bindings: RequestEnvironment;
  Variables: { body: Uint8Array };
}

export type RequestContext = Context<Env>;
