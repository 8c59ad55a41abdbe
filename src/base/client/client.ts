import { pageAddress } from '../browser/embedding.js';
import { loadAdapters } from './load-adapters.js';
import { attempt } from '../attempt.js';
import type { Endpoint } from '../client/endpoint.js';
import { isPage, request } from './request.js';
import { readRetryAfter } from './retry-after.js';
import { bytes, object, record, text } from './shape.js';
import { noteAnswer } from './lacks.js';
import { pageWide } from '../browser/page-wide.js';
import { whileSigningIn } from './sign-ins.js';
import type { Transport } from './transport.js';
import { LatchError, type LatchErrorCode, type UnknownCredential } from './errors.js';

/** A backend that speaks the contract. */
export interface Client {
  /** Where the endpoints are; ends in a slash. */
  readonly baseUrl: URL;
  /**
   * Calls an endpoint with the page's cookies (`same-origin`, the default of fetch) and returns the response if it has
   * the right shape. The first response of each endpoint with another shape is reported by `console.warn`, without its
   * values. A redirect, which is not part of the contract, most likely leads to a sign-in page: `unauthenticated`.
   *
   * @throws {LatchError} `network`, `timed_out`, `rate_limited`, `bad_response` (the first three retryable, and the
   *   last after a 5xx), `rejected`, `unauthenticated`, `step_up_required`, `unknown_credential`, `passkey_moved`, `challenge_expired`,
   *   `wrong_account`, `not_found`, `unsupported` where the backend lacks the endpoint, `aborted`; `superseded` if the
   *   endpoint may sign a user in, and the user signs out meanwhile.
   */
  call<Body, Answer>(endpoint: Endpoint<Body, Answer>, options?: CallOptions<Body>): Promise<Answer>;
}

/** The backend that is asked, and for how long. */
export interface RequestOptions {
  client: Client;
  signal?: AbortSignal | undefined;
}

/** What goes along with one call of an endpoint. */
export interface CallOptions<Body> {
  body?: Body;
  /** What takes the place of `{id}` in the path. */
  id?: string;
  /** Query string, with its question mark. */
  query?: string;
  /** The language of sentences in the response to a call without a body. Defaults to those of the browser. */
  language?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** How long the backend may take for one response, in ms. */
const responseTimeout = 15_000;

/** What the page has named. Frameworks take the elements of `<head>` out and put others in when the route changes. */
let named: string | undefined;

const clients: Record<string, Client> = {};

/** The endpoints whose responses were reported in the console. */
const warned: Record<string, true> = {};

/**
 * The client for a backend; the same one for the same address.
 *
 * @param baseUrl An address on the page's own origin, relative to the page. Defaults to the content of
 *   `<meta name="latch-base-url">`, else the root of the origin.
 * @throws {TypeError} if `baseUrl` is not a URL or is on another origin, where requests would not have the session
 *   cookie.
 */
export function clientFor(baseUrl?: string): Client {
  named = document.querySelector<HTMLMetaElement>('meta[name=latch-base-url]')?.content ?? named;
  const given = baseUrl || named || '/';
  const url = attempt(() => new URL(given, document.baseURI));
  if (!url || (url.origin !== pageAddress().origin && !transport()))
    throw new TypeError(`"baseUrl" must be a URL on ${pageAddress().origin}, not "${given}"`);
  url.pathname = url.pathname.replace(/\/*$/, '/');
  const { href } = url;
  return (clients[href] ??= { baseUrl: url, call: (endpoint, options) => call(url, endpoint, options) });
}

/** What sends the page's requests, if it is not `fetch`. */
const transport = () =>
  pageWide().backend ??
  (document.querySelector('meta[name=latch-backend]') &&
    (async (...request: Parameters<Transport>) => (await loadAdapters()).send(...request)));

async function call<Body, Answer>(
  baseUrl: URL,
  endpoint: Endpoint<Body, Answer>,
  { body, id = '', query = '', language, signal }: CallOptions<Body> = {},
): Promise<Answer> {
  const { method, path, shape, setsSession } = endpoint;
  const { response, text } = await request(
    path,
    (over) =>
      (transport() ?? fetch)(
        new URL(path.replace('{id}', encodeURIComponent(id)) + query, baseUrl),
        {
          method,
          redirect: 'manual',
          ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
          ...(language && { headers: { 'accept-language': language } }),
          signal: over,
        },
        baseUrl,
      ),
    { timeout: responseTimeout, signal: setsSession ? whileSigningIn(signal) : signal },
  );
  const answer: unknown = attempt(() => JSON.parse(text));
  const { status, headers, ok } = response;
  const mismatch = ok && isPage(response, text) ? ' must not be a page' : (ok ? shape : record)?.(answer);
  const said = `${path} answered ${status || 'with a redirect'}${mismatch && ` (${headers.get('content-type')}): answer${mismatch}`}.`;
  if (mismatch && !warned[path]) {
    warned[path] = true;
    console.warn('Latchkey:', said, response.url);
  }
  const refused = ok && !mismatch ? undefined : refusal(said, response, answer, endpoint);
  noteAnswer(baseUrl, endpoint, refused?.code === 'unsupported');
  if (refused) throw refused;
  return answer as Answer;
}

/**
 * The refusals that have their own error code, as the backend spells them. All other codes are the backend's choice.
 */
const refusals = [
  'unknown_credential',
  'passkey_moved',
  'step_up_required',
  'challenge_expired',
  'wrong_account',
  'unauthenticated',
  'not_found',
];

const unknownCredential = /* @__PURE__ */ object({ rpId: text, credentialId: /* @__PURE__ */ bytes(1, 1023) });

/** Turns a refusal, or a response that violates the contract, into the error for the caller. */
function refusal(
  message: string,
  { status, headers }: Response,
  answer: unknown,
  { hasNotFound }: Pick<Endpoint<never, unknown>, 'hasNotFound'>,
): LatchError {
  const { error: reason, methods } = (answer ?? {}) as { error?: unknown; methods?: unknown };
  const error = isText(reason) ? reason : '';
  const isMissing = status === 404 || status === 405 || status === 501;
  const isBusy = status === 429;
  const code =
    refusals.includes(error) && (error !== 'not_found' || hasNotFound || !isMissing)
      ? (error as LatchErrorCode)
      : error === 'attestation_refused'
        ? 'constraint'
        : isBusy
          ? 'rate_limited'
          : isMissing
            ? 'unsupported'
            : status > 399 && status < 500
              ? 'rejected'
              : // A redirect, whose status the browser hides.
                status
                ? 'bad_response'
                : 'unauthenticated';
  const isUnknown = code === 'unknown_credential' && status < 500;
  return new LatchError(code, message, {
    cause: answer,
    status,
    // The next call takes a challenge of its own.
    retryable: isBusy || code === 'challenge_expired' || (status > 499 && !isMissing),
    retryAfter: readRetryAfter(headers),
    reason: error || undefined,
    credential: isUnknown && !unknownCredential(answer) ? pick(answer as UnknownCredential) : undefined,
    methods: Array.isArray(methods) ? methods.filter(isText) : undefined,
  });
}

const pick = ({ rpId, credentialId }: UnknownCredential): UnknownCredential => ({ rpId, credentialId });

const isText = (value: unknown): value is string => typeof value === 'string';
