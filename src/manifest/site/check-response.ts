import { isAllowedByPolicies, type PolicedRequest } from './content-security-policy.js';
import type { FindingWith } from '../finding.js';
import { isJsonType } from '../media-type.js';
import type { Engine } from '../engine.js';
import type { FindingLevel } from '../finding-codes.js';

/** The findings in the response with a manifest. docs/check-manifest.md describes each. */
export type ResponseFindingCode =
  | 'content-type-missing'
  | 'content-type-not-json'
  | 'cached-for-long'
  | 'cached-by-guess'
  | 'other-origin-refused'
  | 'blocked-by-policy';

/**
 * A finding about the response that a manifest came in. Its `path` is the name of a header; it has no place in a text,
 * so that `line` and `column` are 0.
 */
export type ResponseFinding = FindingWith<ResponseFindingCode>;

/** Headers, as `fetch` gives them or as a plain object. Names count in any case. */
export type ResponseHeaders = Iterable<[string, string]> | Record<string, string | undefined>;

/** What the headers of the manifest do not contain. Everything is optional; omitted values are not checked. */
export interface ResponseContext {
  /** The URL that the page links. */
  manifestUrl?: string | URL;
  /** Where redirects led from there. */
  redirectedTo?: string | URL;
  /** The URL of the page. Together with `manifestUrl` it shows whether the manifest is on another origin. */
  documentUrl?: string | URL;
  /** Whether the link has `crossorigin="use-credentials"`. */
  withCredentials?: boolean;
  /** The content security policies of the page: values of its headers and of its meta tags. */
  policies?: readonly string[];
}

const allEngines: Engine[] = ['spec', 'chromium', 'webkit', 'gecko'];
const day = 86_400;
/** What passes for minutes, in seconds. */
const short = 3600;

/**
 * Checks the headers of the response that a manifest came in: what it says it is, how long it may be kept, whether a
 * page on another origin may read it; and whether the policy of the page lets the browser ask for it at all.
 */
export function checkResponse(headers: ResponseHeaders, context: ResponseContext = {}): ResponseFinding[] {
  const given = readHeaders(headers);
  return [
    ...checkContentType(given),
    ...checkCaching(given),
    ...checkOtherOrigin(given, context),
    ...checkPolicies(context),
  ];
}

function checkContentType(headers: Map<string, string>): ResponseFinding[] {
  const value = headers.get('content-type');
  const essence = value?.split(';')[0]!.trim().toLowerCase();
  if (value !== undefined && isJsonType(value)) return [];
  return [
    find(essence ? 'content-type-not-json' : 'content-type-missing', 'warning', 'content-type', value, {
      message: essence
        ? `The manifest is sent as ${essence}, and by the HTML standard only JSON is a manifest. Browsers do not look.`
        : 'The response has no Content-Type, and by the HTML standard only JSON is a manifest. Browsers do not look.',
      engines: ['spec'],
      spec: 'https://html.spec.whatwg.org/multipage/links.html#link-type-manifest',
      fix: 'Content-Type: application/manifest+json',
    }),
  ];
}

function checkCaching(headers: Map<string, string>): ResponseFinding[] {
  const cacheControl = headers.get('cache-control');
  const directives = readDirectives(cacheControl);
  if (directives.has('no-store') || directives.has('no-cache')) return [];
  const common = {
    engines: allEngines,
    spec: 'https://www.rfc-editor.org/rfc/rfc9111#section-4.2',
    fix: 'Cache-Control: no-cache',
  };
  const seconds = readSeconds(directives.get('max-age')) ?? readExpiry(headers);
  if (seconds === undefined) {
    return [
      find('cached-by-guess', 'info', 'cache-control', cacheControl, {
        ...common,
        message: 'Nothing says how long browsers may keep the manifest, so that each one guesses.',
      }),
    ];
  }
  if (seconds <= short) return [];
  const message = `Browsers may keep the manifest for ${describeDuration(seconds)} without asking again; until then no update arrives.`;
  return [
    find(
      'cached-for-long',
      seconds > day ? 'warning' : 'advice',
      directives.has('max-age') ? 'cache-control' : 'expires',
      cacheControl ?? headers.get('expires'),
      { ...common, message },
    ),
  ];
}

/** Seconds from `Date` to `Expires`; an unreadable date has passed. */
function readExpiry(headers: Map<string, string>): number | undefined {
  const expires = headers.get('expires');
  if (expires === undefined) return undefined;
  const sent = Date.parse(headers.get('date') ?? '');
  return (Date.parse(expires) - (Number.isNaN(sent) ? Date.now() : sent)) / 1000 || 0;
}

function readDirectives(cacheControl = ''): Map<string, string> {
  return new Map(
    cacheControl.split(',').map((directive) => {
      const [name = '', value = ''] = directive.trim().toLowerCase().split('=', 2);
      return [name, value];
    }),
  );
}

function readSeconds(text = ''): number | undefined {
  const digits = /^"?(\d+)"?$/.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

function describeDuration(seconds: number): string {
  if (seconds <= day) return 'more than an hour';
  const days = Math.floor(seconds / day);
  return days === 1 ? 'more than a day' : `${days} days`;
}

function checkOtherOrigin(
  headers: Map<string, string>,
  { manifestUrl, redirectedTo = manifestUrl, documentUrl, withCredentials = false }: ResponseContext,
): ResponseFinding[] {
  if (redirectedTo === undefined || documentUrl === undefined) return [];
  const { origin } = new URL(documentUrl);
  const manifestOrigin = new URL(redirectedTo).origin;
  if (origin === manifestOrigin) return [];
  const allowed = headers.get('access-control-allow-origin');
  const isRead = allowed === origin || (allowed === '*' && !withCredentials);
  if (isRead && (!withCredentials || headers.get('access-control-allow-credentials') === 'true')) return [];
  return [
    find('other-origin-refused', 'error', 'access-control-allow-origin', allowed, {
      message: `The manifest is on ${manifestOrigin}, which does not allow ${origin} to read it${withCredentials ? ' with credentials' : ''}.`,
      engines: allEngines,
      spec: 'https://fetch.spec.whatwg.org/#http-cors-protocol',
      fix: `Access-Control-Allow-Origin: ${origin}${withCredentials ? '\nAccess-Control-Allow-Credentials: true' : ''}`,
    }),
  ];
}

function checkPolicies({ manifestUrl, redirectedTo, documentUrl, policies = [] }: ResponseContext): ResponseFinding[] {
  if (manifestUrl === undefined || documentUrl === undefined) return [];
  const page = new URL(documentUrl);
  const requests: PolicedRequest[] = [
    { url: new URL(manifestUrl), page },
    ...(redirectedTo === undefined ? [] : [{ url: new URL(redirectedTo), page, redirected: true }]),
  ];
  return policies.flatMap((policy) => {
    const blocked = requests.find(
      (request) => !isAllowedByPolicies([policy], ['manifest-src', 'default-src'], request),
    );
    if (!blocked) return [];
    return find('blocked-by-policy', 'error', 'content-security-policy', policy, {
      message: `The policy of the page does not let the browser fetch ${blocked.url.href}.`,
      engines: allEngines,
      spec: 'https://www.w3.org/TR/CSP3/#directive-manifest-src',
      fix: `manifest-src ${blocked.url.origin === page.origin ? "'self'" : blocked.url.origin}`,
    });
  });
}

function readHeaders(headers: ResponseHeaders): Map<string, string> {
  const entries = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  return new Map(
    entries.flatMap(([name, value]): Array<[string, string]> =>
      value === undefined ? [] : [[name.toLowerCase(), value]],
    ),
  );
}

function find(
  code: ResponseFinding['code'],
  level: FindingLevel,
  path: string,
  value: unknown,
  rest: Pick<ResponseFinding, 'message' | 'engines' | 'spec' | 'fix'>,
): ResponseFinding {
  return { level, code, path, value, ...rest, line: 0, column: 0 };
}
