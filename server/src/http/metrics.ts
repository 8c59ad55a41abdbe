import type { MiddlewareHandler } from 'hono';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import contract from '../../../contract/schemas.json' with { type: 'json' };
import type { Store } from '../store/store.js';
import { pathInContract } from './contract.js';
import type { Env, RequestContext } from './request-context.js';

/** The ceremonies by the requests of the contract that end them; with a query, such a request may end another one. */
const ceremonies: Readonly<Record<string, string>> = contract.ceremonies;

/** The methods that are counted by name. Some runtimes let through whatever a client calls its own. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Seconds. A password takes a fifth of a second; a provider may take several. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Counts what the server does, for Prometheus. No label names a user, an address or a session. */
export interface Metrics {
  /** Counts the requests of the endpoint `route`, as the server has it registered. */
  countRequests(route: string): MiddlewareHandler<Env>;
  /** Times the operations of a store. */
  observe(store: Store): Store;
  /** Shows how much waits in a queue. */
  observeQueue(queue: string, length: () => number): void;
  /** All metrics in Prometheus' text format. Asks the store whether it responds. */
  write(): Promise<{ text: string; contentType: string }>;
}

function ceremonyOf(route: string, { req }: RequestContext): string | undefined {
  const request = `${req.method} ${pathInContract(route)}`;
  const other = Object.keys(req.query()).find((query) => ceremonies[`${request}?${query}`]);
  return ceremonies[other === undefined ? request : `${request}?${other}`];
}

/** How a request ended: `ok`, or the error code of its answer or of the page that it is answered with. */
function outcomeOf(context: RequestContext): string {
  const { status } = context.res;
  const outcome = context.get('outcome') ?? context.get('refusal');
  return outcome ?? (status < 400 ? (status === 202 ? 'pending' : 'ok') : `status_${status}`);
}

/** Creates the metrics of one process. */
export function createMetrics(store: Store): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: 'latchkey_http_requests_total',
    help: 'Requests by endpoint, method, status and error code.',
    labelNames: ['route', 'method', 'status', 'error'],
    registers,
  });
  const durations = new Histogram({
    name: 'latchkey_http_request_duration_seconds',
    help: 'Time from the request to its response, by endpoint.',
    labelNames: ['route'],
    buckets,
    registers,
  });
  const inFlight = new Gauge({
    name: 'latchkey_http_requests_in_flight',
    help: 'Requests without a response yet.',
    registers,
  });
  const ended = new Counter({
    name: 'latchkey_ceremonies_total',
    help: 'Ceremonies that ended, by kind and outcome: ok, pending, or the error code.',
    labelNames: ['ceremony', 'outcome'],
    registers,
  });
  const operations = new Histogram({
    name: 'latchkey_store_operation_duration_seconds',
    help: 'Time of an operation of the store, by whether it succeeded.',
    labelNames: ['outcome'],
    buckets,
    registers,
  });
  const up = new Gauge({ name: 'latchkey_store_up', help: '1 if the database responds, else 0.', registers });

  const queues = new Map<string, () => number>();
  new Gauge({
    name: 'latchkey_queue_length',
    help: 'What waits for its turn, by queue.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const [queue, length] of queues) this.set({ queue }, length());
    },
  });

  const time = async (operation: (...parameters: unknown[]) => unknown, parameters: unknown[]): Promise<unknown> => {
    const end = operations.startTimer();
    try {
      const result = await operation(...parameters);
      end({ outcome: 'ok' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  };

  return {
    countRequests: (route) => async (context, next) => {
      const end = durations.startTimer({ route });
      inFlight.inc();
      try {
        await next();
      } finally {
        inFlight.dec();
        end();
      }
      const outcome = outcomeOf(context);
      const error = outcome === 'ok' || outcome === 'pending' ? '' : outcome;
      const method = methods.has(context.req.method) ? context.req.method : 'other';
      requests.inc({ route, method, status: context.res.status, error });
      const ceremony = ceremonyOf(route, context);
      if (ceremony) ended.inc({ ceremony, outcome });
    },

    observe(observed) {
      const entries = Object.entries(observed).map(([name, operation]) => [
        name,
        (...parameters: unknown[]) => time(operation as (...all: unknown[]) => unknown, parameters),
      ]);
      return Object.fromEntries(entries) as Store;
    },

    observeQueue: (queue, length) => void queues.set(queue, length),

    async write() {
      await store.check().then(
        () => up.set(1),
        () => up.set(0),
      );
      return { text: await register.metrics(), contentType: register.contentType };
    },
  };
}
