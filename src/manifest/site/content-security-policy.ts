/** What is fetched, and for whom. */
export interface PolicedRequest {
  url: URL;
  /** The URL of the page whose policy it is. */
  page: URL;
  /** Whether `url` is where a redirect led; the paths of sources do not count then. */
  redirected?: boolean;
}

/**
 * Whether every one of the content security policies `policies` allows the request. A policy decides by the first of
 * `directives` that it has; by none, it allows everything. Each text is the value of a header and may hold several
 * policies, separated by commas.
 *
 * @see {@link https://www.w3.org/TR/CSP3/#match-url-to-source-list Content Security Policy, matching of URLs}
 */
export function isAllowedByPolicies(
  policies: readonly string[],
  directives: readonly string[],
  request: PolicedRequest,
): boolean {
  return policies
    .flatMap((header) => header.split(','))
    .every((policy) => isAllowedByPolicy(policy, directives, request));
}

/** Whether a policy sandboxes the page, and takes its origin from it. The text may hold several policies. */
export function isSandboxed(header: string): boolean {
  return header.split(',').some((policy) => {
    const sandbox = readDirectives(policy).get('sandbox');
    return sandbox !== undefined && !sandbox.some((flag) => flag.toLowerCase() === 'allow-same-origin');
  });
}

/** The sources of each directive, by its name in lower case. Of two of one name the first counts. */
function readDirectives(policy: string): Map<string, string[]> {
  const given = new Map<string, string[]>();
  for (const [name = '', ...sources] of policy.split(';').map((directive) => directive.trim().split(/[\t\n\f\r ]+/))) {
    const lowered = name.toLowerCase();
    if (!given.has(lowered)) given.set(lowered, sources);
  }
  return given;
}

function isAllowedByPolicy(policy: string, directives: readonly string[], request: PolicedRequest): boolean {
  const given = readDirectives(policy);
  const deciding = directives.find((name) => given.has(name));
  return deciding === undefined || given.get(deciding)!.some((source) => matchesSource(source, request));
}

const hostSource = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:]+|\[[^\]]+\])(?::(\d+|\*))?(\/.*)?$/i;

function matchesSource(source: string, { url, page, redirected = false }: PolicedRequest): boolean {
  if (source === '*') return /^(https?|wss?):$/.test(url.protocol) || url.protocol === page.protocol;
  if (source.toLowerCase() === "'self'") return matchesSelf(url, page);
  if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return matchesScheme(source.toLowerCase(), url.protocol);

  const [, scheme, host, port, path] = hostSource.exec(source) ?? [];
  if (host === undefined || host.startsWith("'")) return false;
  return (
    matchesScheme(scheme === undefined ? page.protocol : `${scheme.toLowerCase()}:`, url.protocol) &&
    matchesHost(host.toLowerCase(), url.hostname) &&
    matchesPort(port, url) &&
    (redirected || path === undefined || matchesPath(path, url.pathname))
  );
}

function matchesSelf(url: URL, page: URL): boolean {
  if (url.origin === page.origin) return true;
  return (
    url.hostname === page.hostname && matchesScheme(page.protocol, url.protocol) && url.port === '' && page.port === ''
  );
}

/** What is allowed without encryption is allowed with it too. */
function matchesScheme(allowed: string, actual: string): boolean {
  return (
    allowed === actual ||
    (allowed === 'http:' && actual === 'https:') ||
    (allowed === 'ws:' && /^(wss|https?):$/.test(actual)) ||
    (allowed === 'wss:' && actual === 'https:')
  );
}

function matchesHost(allowed: string, actual: string): boolean {
  if (allowed === '*') return true;
  return allowed.startsWith('*.') ? actual.endsWith(allowed.slice(1)) : actual === allowed;
}

function matchesPort(allowed: string | undefined, { port, protocol }: URL): boolean {
  if (allowed === '*') return true;
  if (allowed === undefined) return port === '';
  const actual = port || { 'http:': '80', 'https:': '443' }[protocol];
  return allowed === actual || (allowed === '80' && actual === '443');
}

function matchesPath(allowed: string, actual: string): boolean {
  const [wanted, given] = [decode(allowed.replace(/[?#].*$/, '')), decode(actual)];
  return wanted.endsWith('/') ? given.startsWith(wanted) : given === wanted;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // a stray % stands for itself
  }
}
