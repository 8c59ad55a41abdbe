import { download, isLoopback, type Download } from '../download.js';
import { Failure } from '../failure.js';
import { readElements, type PageElement } from './read-page.js';

/** What came back from a well-known URL, or why nothing did: it may lead to a host that is not there. */
export type WellKnown = Download | Failure;

/** What was fetched of a site. */
export interface Site {
  page: Download;
  url: URL;
  elements: readonly PageElement[];
  /** The directives of each content security policy that have an effect, of headers and of `meta` elements. */
  policies: ReadonlyArray<ReadonlyMap<string, readonly string[]>>;
  /** `Set-Cookie` lines of the page. */
  cookies: readonly string[];
  relatedOrigins: WellKnown;
  passkeyEndpoints: WellKnown;
  changePassword: WellKnown;
  /** A well-known URL that no site has. */
  nowhere: WellKnown;
  /** Whether it is on this machine, where http is as good as https. */
  isLocal: boolean;
}

const asPage = {
  accept: 'text/html',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'none',
};

/**
 * Fetches the sign-in page at `address`, and the well-known documents of its origin.
 *
 * @throws {Failure} if the page cannot be fetched, or is not HTML.
 */
export async function loadSite(address: string): Promise<Site> {
  const page = await download(address, { headers: asPage });
  if (page.status !== 200) throw new Failure(`${page.url} returns ${page.status}. Name a page that shows the sign-in.`);
  if (!/^text\/html\b/i.test(page.headers.get('content-type') ?? ''))
    throw new Failure(`${page.url} is not an HTML page. Name a page that shows the sign-in.`);
  const url = new URL(page.url);
  const elements = readElements(new TextDecoder().decode(page.bytes));
  const wellKnown = async (name: string, headers = {}): Promise<WellKnown> => {
    try {
      return await download(new URL(`/.well-known/${name}`, url).href, { headers });
    } catch (error) {
      if (error instanceof Failure) return error;
      throw error;
    }
  };
  const [relatedOrigins, passkeyEndpoints, changePassword, nowhere] = await Promise.all([
    wellKnown('webauthn'),
    wellKnown('passkey-endpoints'),
    wellKnown('change-password', asPage),
    wellKnown('resource-that-should-not-exist-whose-status-code-should-not-be-200'),
  ]);
  const metaPolicies = elements
    .filter(
      ({ name, attributes }) => name === 'meta' && /^content-security-policy$/i.test(attributes['http-equiv'] ?? ''),
    )
    .map(({ attributes }) => attributes['content'] ?? '');
  const header = page.headers.get('content-security-policy');
  return {
    page,
    url,
    elements,
    policies: [...(header === null ? [] : header.split(',').map(parsePolicy)), ...metaPolicies.map(parseMetaPolicy)],
    cookies: page.headers.getSetCookie(),
    relatedOrigins,
    passkeyEndpoints,
    changePassword,
    nowhere,
    isLocal: isLoopback(url.hostname),
  };
}

/** The directives of a policy of a `meta` element, where browsers ignore some. */
function parseMetaPolicy(text: string): Map<string, readonly string[]> {
  const directives = parsePolicy(text);
  for (const ignored of ['frame-ancestors', 'report-uri', 'sandbox']) directives.delete(ignored);
  return directives;
}

/** The directives of a policy by their names in lower case. Of two of one name the first counts. */
function parsePolicy(text: string): Map<string, readonly string[]> {
  const directives = new Map<string, readonly string[]>();
  for (const directive of text.split(';')) {
    const [name = '', ...values] = directive.trim().split(/\s+/);
    if (name !== '' && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), values);
  }
  return directives;
}
