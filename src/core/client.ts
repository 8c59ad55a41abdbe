import type { Endpoint } from './contract.js';
import { LatchError } from './errors.js';
import { createSession, type Session } from './session.js';
import { record } from './shape.js';

/** A backend that speaks the contract, and what is known about the session with it. */
export interface Client {
  /** Where the endpoints are; ends in a slash. */
  readonly baseUrl: URL;
  readonly session: Session;
  /**
   * Calls an endpoint with the page's cookies and gives back its answer once the shape is right.
   *
   * @throws {LatchError} `network`, `timed_out`, `rate_limited`, `bad_response` (all but the last retryable, a 5xx too), `rejected`, `unauthenticated`, `step_up_required`, `unknown_credential`,
   * `challenge_expired`, `wrong_account`, `unsupported` where the backend lacks the endpoint, `aborted`.
   */
  call<Body, Answer>(endpoint: Endpoint<Body, Answer>, options?: CallOptions<Body>): Promise<Answer>;
}

export interface CallOptions<Body> {
  body?: Body;
  /** Appended to the path as it is, without the question mark. */
  query?: string;
  signal?: AbortSignal | undefined;
}

/** How long the backend may take for one answer, in ms. */
const deadline = 15_000;

/** The longest answer that is read, in characters. */
const longestAnswer = 1_000_000;

const clients = new Map<string, Client>();

/**
 * The client for a backend; the same one for the same address.
 *
 * @param baseUrl An address on the page's own origin, relative to the page. Defaults to the content of `<meta name="latch-base-url">`, else the root of the origin.
 * @throws {TypeError} if `baseUrl` is not a URL or leaves the page's origin: the session cookie would not go with it.
 */
export function clientFor(baseUrl?: string): Client {
  const given = baseUrl || document.querySelector<HTMLMetaElement>('meta[name="latch-base-url"]')?.content || '/';
  const url = parseUrl(given);
  if (url.origin !== location.origin) throw new TypeError(`"baseUrl" must be on the page's own origin, ${location.origin}, not ${url.origin}`);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  url.search = url.hash = '';
  let client = clients.get(url.href);
  if (!client) clients.set(url.href, (client = createClient(url)));
  return client;
}

function parseUrl(given: string): URL {
  try {
    return new URL(given, document.baseURI);
  } catch (cause) {
    throw new TypeError(`"baseUrl" must be a URL, not ${JSON.stringify(given)}`, { cause });
  }
}

function createClient(baseUrl: URL): Client {
  const client: Client = { baseUrl, session: createSession(() => client), call: (endpoint, options) => call(baseUrl, endpoint, options) };
  return client;
}

async function call<Body, Answer>(baseUrl: URL, endpoint: Endpoint<Body, Answer>, { body, query, signal }: CallOptions<Body> = {}): Promise<Answer> {
  const url = new URL(endpoint.path, baseUrl);
  if (query) url.search = query;
  const ending = new AbortController();
  const abort = () => ending.abort(signal!.reason);
  const timer = setTimeout(() => ending.abort(new LatchError('timed_out', `${url.pathname} did not answer within ${deadline} ms.`, { retryable: true })), deadline);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  try {
    const response = await fetch(url, {
      method: endpoint.method,
      credentials: 'same-origin',
      redirect: 'error',
      cache: 'no-store',
      headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      signal: ending.signal,
    });
    const answer = await readJson(response);
    if (!response.ok) throw refusal(response, answer, url);
    if (!endpoint.shape(answer)) throw new LatchError('bad_response', `${url.pathname} answered outside the contract.`);
    return answer as Answer;
  } catch (error) {
    if (ending.signal.aborted) throw ending.signal.reason instanceof LatchError ? ending.signal.reason : new LatchError('aborted', 'The request was aborted.', { cause: ending.signal.reason });
    if (error instanceof LatchError) throw error;
    throw new LatchError('network', `${url.pathname} could not be reached.`, { cause: error, retryable: true });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** The body as JSON, undefined if it is none. Stops reading where no answer of the contract could still be going on. */
async function readJson(response: Response): Promise<unknown> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader!.read()) {
    text += part.value;
    if (text.length > longestAnswer) {
      await reader!.cancel();
      throw new LatchError('bad_response', `${new URL(response.url).pathname} answered with more than ${longestAnswer} characters.`);
    }
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Turns a refusal into the one error code that a caller acts on. Backends may word `error` as they like; only the contract's own words are recognised. */
function refusal({ status, headers }: Response, answer: unknown, { pathname }: URL): LatchError {
  const { error } = record(answer) ? (answer as { error?: unknown }) : {};
  const message = `${pathname} answered ${status}${typeof error === 'string' ? ` (${error.slice(0, 200)})` : ''}.`;
  const details = { cause: answer };
  if (status === 429) {
    const seconds = Number(headers.get('retry-after'));
    return new LatchError('rate_limited', message, { ...details, retryable: true, ...(seconds > 0 ? { retryAfter: seconds * 1000 } : {}) });
  }
  if (status >= 500 && status !== 501) return new LatchError('bad_response', message, { ...details, retryable: true });
  if (status === 404 && error === 'unknown-credential') return new LatchError('unknown_credential', message, details);
  if (status === 404 || status === 405 || status === 501) return new LatchError('unsupported', `This backend does not offer ${pathname}.`, details);
  if (status === 403 && error === 'step_up_required') return new LatchError('step_up_required', message, details);
  if (error === 'challenge_expired') return new LatchError('challenge_expired', message, { ...details, retryable: true });
  if (error === 'wrong_account') return new LatchError('wrong_account', message, details);
  if (error === 'unauthenticated') return new LatchError('unauthenticated', message, details);
  return new LatchError('rejected', message, details);
}
