import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Context, Hono } from 'hono';
import { day, longestSession } from './config/lifetimes.js';
import { requestsAtOnce } from './config/limits.js';
import { signInPageOf, type CompleteConfig, type ServerConfig } from './config/server-config.js';
import { pathBelow } from './http/base-path.js';
import { pathInContract } from './http/contract.js';
import { shareWithApps } from './http/middleware/app-origins.js';
import { answerErrors } from './http/middleware/errors.js';
import { setSecurityHeaders } from './http/middleware/headers.js';
import { logRequests } from './http/middleware/requests.js';
import { createSaturation } from './http/middleware/saturation.js';
import { Refusal, refuseMissing } from './http/refusal.js';
import type { Env, RequestEnvironment } from './http/request-context.js';
import { page } from './routes/pages.js';
import { createRoutes, refuseMethod, serve } from './routing.js';
import { createServices, type ServerOptions } from './create-services.js';
import type { AuthMethod } from './store/records.js';
import type { Store } from './store/store.js';
import { createSweep } from './sweep.js';

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
    if (!((config[name] ?? 1) > 0 && (config[name] ?? 1) <= longestSession))
      throw new TypeError(`"${name}" must be a number of milliseconds up to ${longestSession / day} days`);
  const services = createServices(config, database, options);
  const { assets, background, deliveries, grants, log, store } = services;

  const app = new Hono<Env>({ getPath: pathBelow(config.basePath) });
  app.onError(answerErrors(log, signInPageOf(config)));
  app.notFound(refuseMissing);
  app.use(logRequests(services));
  app.use(setSecurityHeaders(config.origins.every((origin) => origin.startsWith('https:'))));
  app.use(shareWithApps(config.appOrigins ?? []));
  const saturation = createSaturation(config.requestsAtOnce ?? requestsAtOnce);
  app.use(saturation.refuseWhenSaturated);
  const sweep = createSweep(services);
  app.use(sweep.afterRequests);

  const routes = createRoutes(services, options, saturation);
  serve(app, routes, services);
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
    routes: Array.from(routes).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${pathInContract(path)}`),
    ),
    async readUser(request, environment = {}) {
      const context = new Context<Env>(request, { env: environment });
      const authentication = await services.sessions.demandUser(context).catch((error: unknown) => {
        if (error instanceof Refusal && error.status === 401) return undefined;
        throw error;
      });
      const account = authentication && (await store.findAccount(authentication.userId));
      if (!account) return undefined;
      const { handle: id, name, displayName } = account;
      const { authMethod, authTime } = authentication;
      return { id, name, displayName, authMethod, authTime };
    },
    async settled() {
      // A sweep leaves grants to be given back.
      await sweep.settled();
      await Promise.all([deliveries.settled(), grants.settled(), background.settled()]);
    },
  };
}
