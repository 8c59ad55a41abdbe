import type { Engine } from './engine.js';
import type { ProcessedResult } from './types.js';

/** What rules ask of a URL. A `URL` answers it too, but takes its time. */
export type Address = Pick<URL, 'href' | 'origin' | 'pathname'>;

/** A path that means what it says: nothing in it is escaped, resolved or dropped, which saves parsing it. */
const plainPath = /^\/(?:[\w-]+(?:[./][\w-]+)*\/?)?$/;

/** Resolves an address against another one, of http or https. */
export function resolveAddress(given: string, { href, origin }: Address, engine: Engine): Address | undefined {
  return plainPath.test(given) && href.startsWith(origin)
    ? { href: origin + given, origin, pathname: given }
    : resolveUrl(given, href, engine);
}

/**
 * Resolves a URL as browsers do; undefined if it is invalid. In paths Chromium escapes a bar, and all browsers a caret,
 * which some runtimes do not. For Gecko a relative URL ends at a null character, and a fragment alone is not trimmed.
 */
export function resolveUrl(url: string, base?: string | URL, engine?: Engine): URL | undefined {
  try {
    const resolved = new URL(engine === 'gecko' ? prepareAsGecko(url, base) : url, base);
    if (/[|^]/.test(url))
      resolved.pathname = resolved.pathname.replace(engine === 'chromium' ? /[|^]/g : /\^/g, encodeURIComponent);
    return resolved;
  } catch {
    return undefined;
  }
}

/** Relative is also `http:page` for a base of the same scheme. */
function prepareAsGecko(url: string, base?: string | URL): string {
  if (url.startsWith('#')) return url.replace(/[^\t\n\r!-\uffff]/g, encodeURIComponent);
  const [, scheme, slashes] = /^([a-z][a-z\d+.-]*:)(\/\/)?/i.exec(url.replace(/^[\0- ]+|[\t\n\r]/g, '')) ?? [];
  const isAbsolute = scheme && (slashes || !String(base).startsWith(scheme.toLowerCase()));
  return isAbsolute ? url : url.replace(/^([\0- ]*[^\0- ][^\0]*)\0.*/s, '$1');
}

/** A URL as a text at `base` writes it: a path, unless it is of another origin or, as `blob:`, of another scheme. */
export function writeUrl(href: string, base: string): string {
  const { origin } = new URL(base);
  return [href, base].every((url) => url.startsWith(`${origin}/`)) ? href.slice(origin.length) : href;
}

/** Whether both have one origin. URLs without a host, such as `data:`, have none in common with anything. */
export function isSameOrigin(one: Address, other: Address): boolean {
  return one.origin === other.origin && one.origin !== 'null';
}

/**
 * Whether `url` is in `scope`: one origin, and a path that begins with the scope's path, character by character.
 *
 * @see {@link https://www.w3.org/TR/appmanifest/#dfn-within-scope Web Application Manifest, within scope}
 */
export function isWithin(url: Address, scope: Address): boolean {
  return isSameOrigin(url, scope) && url.pathname.startsWith(scope.pathname);
}

/**
 * Whether two URLs seem to belong to one site: same scheme, and hosts that end in the same two labels. Only a guess: it
 * takes `a.co.uk` and `b.co.uk` for one.
 */
export function seemSameSite(one: URL, other: URL): boolean {
  return one.protocol === other.protocol && lastLabels(one.hostname) === lastLabels(other.hostname);
}

/** Whether the host is an address: nothing in front of it or behind it belongs to anybody. */
export function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host);
}

function lastLabels(host: string): string {
  return isAddress(host) ? host : host.replace(/\.$/, '').split('.').slice(-2).join('.');
}

/** The address without its fragment. */
export function withoutFragment({ href }: Address): string {
  return href.split('#', 1)[0]!;
}

/**
 * Returns whether a URL belongs to the app: it has the origin of the scope, and its path begins with the scope's path.
 * A relative URL is resolved against the start URL. An invalid URL is not in scope.
 *
 * @see {@link https://www.w3.org/TR/appmanifest/#dfn-within-scope Web Application Manifest, within scope}
 */
export function isInScope(url: string | URL, { manifest }: Pick<ProcessedResult, 'manifest'>): boolean {
  const target = resolveUrl(String(url), new URL(manifest.start_url));
  return target !== undefined && isWithin(target, new URL(manifest.scope));
}
