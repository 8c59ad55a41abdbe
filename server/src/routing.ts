import type { Handler, Hono, MiddlewareHandler } from 'hono';
import contract from '../../contract/schemas.json' with { type: 'json' };
import { readBody, refuseMalformedBody } from './http/middleware/body.js';
import { refuseCrossSite } from './http/middleware/cross-site.js';
import { limitFailures } from './http/middleware/failures.js';
import { refuseHead } from './http/middleware/head.js';
import { nameRoute } from './http/middleware/requests.js';
import type { Saturation } from './http/middleware/saturation.js';
import { Refusal, refuseMissing } from './http/refusal.js';
import type { Env } from './http/request-context.js';
import { createLogoutTokens } from './oidc/logout-token.js';
import { createOperations, type Operation } from './operations.js';
import { backChannelLogout } from './routes/back-channel-logout.js';
import { cspReport } from './routes/csp-report.js';
import { readiness } from './routes/health.js';
import { readMetrics } from './routes/metrics.js';
import { deleteNote, listNotes, readNote, writeNote, writeNotes } from './routes/notes.js';
import { listShownMessages } from './routes/shown-messages.js';
import type { ServerOptions } from './create-services.js';
import type { Services } from './services.js';

type Handlers = readonly (Handler<Env> | MiddlewareHandler<Env>)[];

/** By the path, as the router has it, the handlers of each method. */
export type Routes = ReadonlyMap<string, Readonly<Record<string, Handlers>>>;

/** What of the contract decides how the requests of an operation are checked. */
interface Described {
  readonly request: object | null;
  readonly responses: Readonly<Record<string, unknown>>;
}

/** Lists the routes: those of the contract, and those that the server has beside them. */
export function createRoutes(services: Services, options: ServerOptions, saturation: Saturation): Routes {
  const { config, metrics, now, providers, shownMessages } = services;
  const readBodies = readBody(services, saturation);
  const isOurs = refuseCrossSite(config.origins, config.appOrigins);
  const limit = limitFailures(services);
  const limited = [isOurs, readBodies, limit];
  const logoutTokens = new Map(
    (config.providers ?? [])
      .filter(({ oauth }) => !oauth)
      .map((one) => [one.issuer, createLogoutTokens(one, now, options.providerDeadline)]),
  );

  /** The checks before an operation, by what the contract says that it answers with. */
  const checksOf = (method: string, { request, responses }: Described): Handlers => [
    ...(method !== 'GET' && '403' in responses ? [isOurs] : []),
    ...(method === 'GET' ? [] : [readBodies]),
    ...('429' in responses ? [limit] : []),
    ...(method !== 'GET' && request === null ? [refuseMalformedBody] : []),
  ];
  const handlersOf = (method: string, operation: Operation | false | undefined, described: Described): Handlers => {
    if (!operation) return [refuseMissing];
    const all = typeof operation === 'function' ? [operation] : operation;
    return [...all.slice(0, -1), ...checksOf(method, described), all.at(-1)!];
  };

  const routes = new Map<string, Record<string, Handlers>>();
  const operations = createOperations(services);
  for (const [id, name] of Object.entries(contract.operationIds)) {
    const [method, path] = name.split(' ') as [string, string];
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1');
    const described = (contract.operations as Record<string, Described>)[name]!;
    const handlers = handlersOf(method, operations[id as keyof typeof operations], described);
    routes.set(route, { ...routes.get(route), [method]: handlers });
  }
  const others: Record<string, Record<string, Handlers>> = {
    '/auth/backchannel-logout': {
      POST: providers.all.length > 0 ? [readBodies, limit, backChannelLogout(services, logoutTokens)] : [refuseMissing],
    },
    '/notes': { GET: [listNotes(services)], POST: [...limited, writeNotes(services)] },
    '/notes/:id': {
      GET: [readNote(services)],
      PUT: [...limited, writeNote(services)],
      DELETE: [...limited, refuseMalformedBody, deleteNote(services)],
    },
    '/readyz': { GET: [readiness(services, options.isStopping)] },
    '/metrics': { GET: [metrics ? readMetrics(metrics, config.metricsToken!) : refuseMissing] },
    '/development/messages': { GET: [shownMessages ? listShownMessages(services) : refuseMissing] },
    '/csp-report': { POST: [isOurs, readBodies, cspReport(services)] },
  };
  for (const [route, methods] of Object.entries(others)) routes.set(route, methods);
  return routes;
}

/** Has the app serve the routes; any other method of their paths is 405. */
export function serve(app: Hono<Env>, routes: Routes, { metrics }: Services): void {
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
}

/** 405 that names what the path does take. */
export function refuseMethod(allowed: readonly string[]): Handler<Env> {
  return () => {
    throw new Refusal(405, 'method_not_allowed', { headers: { Allow: allowed.join(', ') } });
  };
}
