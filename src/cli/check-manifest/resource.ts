import { readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isAllowedByPolicies } from '../../manifest/site/index.js';
import type { ImageBytes } from '../../manifest/images/measure.js';
import { download, type Download } from '../download.js';
import { Failure } from '../failure.js';
import { describeStatus } from './address.js';
import { mostBytes } from '../download.js';
import { isSameSite } from './same-site.js';
import type { Page, Source } from './source.js';

/** Why a browser does not let the page have an image that came. */
export interface Barrier {
  code: 'image-blocked-by-policy' | 'image-blocked-by-server';
  message: string;
  spec: string;
}

/** The bytes at a URL in a manifest, or why they are missing. */
export type Resource = (ImageBytes & { barrier?: Barrier }) | MissingResource;

/** Why there are no bytes; `isLimit` if only this program has none. */
export interface MissingResource {
  missing: 'on-disk' | 'on-network';
  reason: string;
  isLimit?: boolean;
}

/**
 * Reads the image at `url`: from the folder of the manifest if that is a file and the address is of the same place, else
 * from the network.
 */
export async function readResource(
  url: string,
  { folder, manifestUrl, page, access }: Pick<Source, 'folder' | 'manifestUrl' | 'page' | 'access'>,
): Promise<Resource> {
  const { protocol, origin, pathname } = new URL(url);
  if (protocol === 'data:') return readDataUrl(url);
  if (!/^https?:$/.test(protocol))
    return { missing: 'on-network', reason: `Browsers do not fetch images from ${protocol} URLs.` };
  if (folder !== undefined && origin === new URL(manifestUrl).origin) return readFromFolder(folder, pathname);
  try {
    const answer = await download(url, { headers: { accept: 'image/*,*/*;q=0.5' }, access });
    if (answer.status !== 200)
      return {
        missing: 'on-network',
        reason: `${answer.url} returns ${describeStatus(answer)}${answer.status > 200 && answer.status < 300 ? '; browsers take an icon only with the status 200' : ''}.`,
      };
    const barrier = page && findBarrier(answer, page);
    return {
      bytes: answer.bytes,
      contentType: (answer.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase(),
      ...(barrier && { barrier }),
    };
  } catch (error) {
    if (error instanceof Failure) return { missing: 'on-network', reason: error.message, isLimit: error.isLimit };
    throw error;
  }
}

/** What keeps an image from the page: its content security policy, or what its server says of other origins. */
function findBarrier({ hops, headers }: Download, page: Page): Barrier | undefined {
  const home = new URL(page.url);
  const blocked = hops.find(
    (hop, index) =>
      !isAllowedByPolicies(page.policies, ['img-src', 'default-src'], {
        url: new URL(hop),
        page: home,
        redirected: index > 0,
      }),
  );
  if (blocked !== undefined)
    return {
      code: 'image-blocked-by-policy',
      message: `The content security policy of the page blocks ${blocked}.`,
      spec: 'https://www.w3.org/TR/CSP3/#directive-img-src',
    };
  const url = new URL(hops.at(-1)!);
  if (url.origin === home.origin) return undefined;
  const given = headers.get('cross-origin-resource-policy')?.trim().toLowerCase();
  const needsConsent = /^\s*require-corp\b/i.test(page.headers.get('cross-origin-embedder-policy') ?? '');
  const isRefused =
    given === 'same-origin' ||
    (given === 'same-site' && !isSameSite(url, home)) ||
    (given === undefined && needsConsent);
  if (!isRefused) return undefined;
  return {
    code: 'image-blocked-by-server',
    message: `${url.origin} lets no page of another origin show ${url.href}: ${given ? `it says Cross-Origin-Resource-Policy: ${given}` : 'it has no Cross-Origin-Resource-Policy, which the Cross-Origin-Embedder-Policy of the page asks for'}.`,
    spec: 'https://fetch.spec.whatwg.org/#cross-origin-resource-policy-header',
  };
}

/** Where the file at a path of the site is that `folder` stands for. */
export function fileAt(folder: string, pathname: string): string {
  return join(folder, decode(pathname));
}

async function readFromFolder(folder: string, pathname: string): Promise<Resource> {
  const path = fileAt(folder, pathname);
  if (relative(folder, path).startsWith('..'))
    return { missing: 'on-disk', reason: `${path} is not in the folder of the manifest.` };
  try {
    const found = await stat(path);
    if (!found.isFile()) return { missing: 'on-disk', reason: `${path} is not a file.` };
    if (found.size > mostBytes) return { missing: 'on-disk', reason: `${path} is larger than 5 MB.` };
    return { bytes: await readFile(path), contentType: undefined };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      missing: 'on-disk',
      reason:
        code === 'ENOENT' || code === 'ENOTDIR'
          ? `The file ${path} does not exist.`
          : `${path} cannot be read: ${message}.`,
    };
  }
}

async function readDataUrl(url: string): Promise<Resource> {
  try {
    const response = await fetch(url);
    return {
      bytes: new Uint8Array(await response.arrayBuffer()),
      contentType: response.headers.get('content-type')?.split(';')[0]?.toLowerCase(),
    };
  } catch {
    return { missing: 'on-network', reason: 'The data: URL is malformed.' };
  }
}

function decode(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname; // a stray % stands for itself
  }
}
