import {
  checkResponse,
  findManifestLink,
  isAllowedByPolicies,
  isSandboxed,
  readHead,
  type PageTag,
} from '../../manifest/site/index.js';
import { download, type Access, type Download } from '../download.js';
import { Failure } from '../failure.js';
import { describeDelivery } from './page-facts.js';
import { decodeText, type Page, type Source } from './source.js';

const accept = 'application/manifest+json, application/json;q=0.9, text/html;q=0.9, */*;q=0.8';

/** Loads the manifest at an address, or the one that the page at that address links. */
export async function loadAddress(address: string, access?: Access): Promise<Source> {
  const answer = await download(address, { headers: { accept }, access });
  if (!isOk(answer))
    throw new Failure(`${answer.url} returns ${describeStatus(answer)}.${describeAccess(answer, access)}`);
  const wantsManifest = /\.(json|webmanifest)$/i.test(new URL(address).pathname);
  if (isHtml(answer) && !wantsManifest) return { ...(await loadLinked(address, readPage(answer), access)), access };
  return {
    name: address,
    ...decodeText(answer.bytes, contentTypeOf(answer)),
    manifestUrl: answer.url,
    documentUrl: new URL('/', answer.url).href,
    response: answer,
    access,
  };
}

/** What to do about a page that not everybody may see. */
function describeAccess({ status }: Download, access: Access | undefined): string {
  if (status !== 401 && status !== 403) return '';
  return access
    ? ' What --header, --cookie or the user name and password give does not let this program in.'
    : ' If it is behind a sign-in, give --cookie, --header, or a user name and a password in the URL.';
}

/** Whether an answer is a page, by how it begins, and else by its type: some servers call everything a page. */
export function isHtml(answer: Download): boolean {
  const beginning = new TextDecoder().decode(answer.bytes.subarray(0, 1000));
  if (/^\s*<(!doctype|html|head)\b/i.test(beginning)) return true;
  return /^(text\/html|application\/xhtml\+xml)\b/i.test(contentTypeOf(answer)) && !/^\s*\{/.test(beginning);
}

/** A status as one says it: `404 (Not Found)`. */
export function describeStatus({ status, statusText }: Pick<Download, 'status' | 'statusText'>): string {
  return statusText ? `${status} (${statusText})` : `${status}`;
}

async function loadLinked(name: string, page: Page, access: Access | undefined): Promise<Source> {
  const manifestUrl = page.linked?.url ?? new URL('/manifest.webmanifest', page.url).href;
  const source: Source = { name, text: undefined, manifestUrl, documentUrl: page.url, page };
  if (!page.linked) return source;
  const { protocol, origin } = new URL(page.linked.url);
  if (protocol === 'data:') return readDataUrl(source, page.linked.url);
  if (!/^https?:$/.test(protocol)) return { ...source, ...describeScheme(page, protocol) };
  const { withCredentials } = page.linked;
  try {
    const response = await download(page.linked.url, {
      headers: { accept, ...(origin !== new URL(page.url).origin && { origin: new URL(page.url).origin }) },
      access,
      withCredentials,
    });
    const arrived = { ...source, response, manifestUrl: response.url };
    // What another origin does not let the page read, no browser has seen.
    const isRefused = checkResponse(response.headers, describeDelivery(arrived)).some(
      ({ code }) => code === 'other-origin-refused',
    );
    if (isRefused) return arrived;
    if (!isOk(response)) return { ...arrived, ...describeRefusal(response, withCredentials, access) };
    return { ...arrived, ...decodeText(response.bytes, contentTypeOf(response)) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return {
      ...source,
      obstacle: { message: `The manifest cannot be fetched. ${error.message}` },
      isUnchecked: error.isLimit,
    };
  }
}

/** A manifest in its own address. Browsers resolve the URLs in it against that of the page. */
async function readDataUrl(source: Source, url: string): Promise<Source> {
  const located = { ...source, manifestUrl: source.documentUrl };
  try {
    const response = await fetch(url);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { ...located, ...decodeText(bytes, response.headers.get('content-type') ?? '') };
  } catch {
    return { ...located, obstacle: { message: 'The page links its manifest by a data: URL that is malformed.' } };
  }
}

/** Why a manifest of another scheme than http and https was not fetched. */
function describeScheme(page: Page, protocol: string): Pick<Source, 'obstacle' | 'isUnchecked' | 'manifestUrl'> {
  const ofBrowser = protocol === 'blob:';
  return {
    manifestUrl: new URL('/manifest.webmanifest', page.url).href,
    isUnchecked: ofBrowser,
    obstacle: {
      message: `The page links its manifest by a ${protocol} URL, which ${ofBrowser ? 'only exists in the page and cannot be checked' : 'browsers do not fetch'}.`,
      fix: 'publish the manifest at an http or https URL',
    },
  };
}

function describeRefusal(
  response: Download,
  withCredentials: boolean,
  access: Access | undefined,
): Pick<Source, 'obstacle' | 'isUnchecked'> {
  const message = `The manifest ${response.url} returns ${describeStatus(response)}.`;
  if (response.status !== 401) return { obstacle: { message } };
  if (!withCredentials)
    return {
      obstacle: {
        code: 'manifest-needs-credentials',
        message: `${message} Browsers fetch it without cookies and passwords, unless the link says otherwise.`,
        fix: 'crossorigin="use-credentials"',
      },
    };
  return access
    ? { obstacle: { message } }
    : {
        obstacle: { message, fix: 'check it again with --cookie, --header, or a user name and a password in the URL' },
        isUnchecked: true,
      };
}

function readPage({ url, headers, bytes }: Download): Page {
  const html = decodePage(headers.get('content-type') ?? '', bytes);
  const tags = readHead(html);
  const policy = headers.get('content-security-policy');
  const metas = tags.filter(
    ({ name, inHead, attributes }) =>
      name === 'meta' && inHead && attributes['http-equiv']?.toLowerCase() === 'content-security-policy',
  );
  const policies = [...(policy === null ? [] : [policy]), ...metas.map(({ attributes }) => attributes.content ?? '')];
  const counted = tags.filter((tag) => tag.name !== 'base' || isBaseAllowed(tag, policies, url));
  const link = tags.find(
    ({ name, inHead, attributes }) =>
      name === 'link' && inHead && attributes.rel?.toLowerCase().split(/\s+/).includes('manifest'),
  );
  return {
    url,
    html,
    headers,
    policies,
    isSandboxed: policy !== null && isSandboxed(policy),
    isLinked: Boolean(link?.attributes.href?.trim()),
    linked: findManifestLink(counted, url),
  };
}

function isBaseAllowed({ attributes: { href = '' } }: PageTag, policies: readonly string[], page: string): boolean {
  if (!URL.canParse(href, page)) return true;
  return isAllowedByPolicies(policies, ['base-uri'], { url: new URL(href, page), page: new URL(page) });
}

function isOk({ status }: Download): boolean {
  return status >= 200 && status < 300;
}

function contentTypeOf({ headers }: Download): string {
  return headers.get('content-type') ?? '';
}

function decodePage(contentType: string, bytes: Uint8Array): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // an unknown charset
  }
}
