import { findManifestLink, readHead } from '../../manifest/site/index.js';
import { download, type Download } from '../download.js';
import { Failure } from '../failure.js';
import { decodeText, type Page, type Source } from './source.js';

const accept = 'application/manifest+json, application/json;q=0.9, text/html;q=0.9, */*;q=0.8';

/** Loads the manifest at an address, or the one that the page at that address links. */
export async function loadAddress(address: string): Promise<Source> {
  const answer = await download(address, { accept });
  if (!isOk(answer)) throw new Failure(`${answer.url} returns ${tellStatus(answer)}.`);
  const wantsManifest = /\.(json|webmanifest)$/i.test(new URL(address).pathname);
  if (isHtml(answer) && !wantsManifest) return loadLinked(address, readPage(answer));
  return {
    name: address,
    ...decodeText(answer.bytes),
    manifestUrl: answer.url,
    documentUrl: new URL('/', answer.url).href,
    response: answer,
  };
}

/** Whether an answer is a page, by how it begins, and else by its type: some servers call everything a page. */
export function isHtml({ headers, bytes }: Download): boolean {
  const beginning = new TextDecoder().decode(bytes.subarray(0, 1000));
  if (/^\s*<(!doctype|html|head)\b/i.test(beginning)) return true;
  return (
    /^(text\/html|application\/xhtml\+xml)\b/i.test(headers.get('content-type') ?? '') && !/^\s*\{/.test(beginning)
  );
}

/** A status as one says it: `404 (Not Found)`. */
export function tellStatus({ status, statusText }: Pick<Download, 'status' | 'statusText'>): string {
  return statusText ? `${status} (${statusText})` : `${status}`;
}

async function loadLinked(name: string, page: Page): Promise<Source> {
  const source: Source = {
    name,
    text: undefined,
    manifestUrl: page.linked?.url ?? new URL('/manifest.webmanifest', page.url).href,
    documentUrl: page.url,
    page,
  };
  if (!page.linked) return source;
  const { protocol } = new URL(page.linked.url);
  if (!/^https?:$/.test(protocol)) {
    const obstacle = `The page links its manifest by a ${protocol} URL, which cannot be checked. Publish the manifest at an http or https URL.`;
    return { ...source, manifestUrl: new URL('/manifest.webmanifest', page.url).href, obstacle };
  }
  const { origin } = new URL(page.url);
  try {
    const response = await download(page.linked.url, {
      accept,
      ...(new URL(page.linked.url).origin !== origin && { origin }),
    });
    if (!isOk(response))
      return { ...source, response, obstacle: `The manifest ${response.url} returns ${tellStatus(response)}.` };
    return { ...source, response, ...decodeText(response.bytes), manifestUrl: response.url };
  } catch (error) {
    if (error instanceof Failure) return { ...source, obstacle: `The manifest cannot be fetched. ${error.message}` };
    throw error;
  }
}

function readPage({ url, headers, bytes }: Download): Page {
  const html = decodePage(headers.get('content-type') ?? '', bytes);
  const tags = readHead(html);
  const policy = headers.get('content-security-policy');
  const metas = tags.filter(
    ({ name, inHead, attributes }) =>
      name === 'meta' && inHead && attributes['http-equiv']?.toLowerCase() === 'content-security-policy',
  );
  return {
    url,
    html,
    policies: [...(policy === null ? [] : [policy]), ...metas.map(({ attributes }) => attributes.content ?? '')],
    linked: findManifestLink(tags, url),
  };
}

function isOk({ status }: Download): boolean {
  return status >= 200 && status < 300;
}

function decodePage(contentType: string, bytes: Uint8Array): string {
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes); // an unknown charset
  }
}
