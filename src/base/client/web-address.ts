import { pageAddress } from '../browser/embedding.js';

/**
 * Whether an address, relative to a page of the web or not, leads to one: not `javascript:`, which runs in the page, nor
 * `blob:` or `data:`, which show what a script has made.
 */
export function isWebAddress(address: string): boolean {
  // Any base of the web will do, and a server has no document.
  const base = 'https://base.invalid';
  return URL.canParse(address, base) && /^https?:$/.test(new URL(address, base).protocol);
}

/**
 * The page of this site that the attribute `return-to` names.
 *
 * @throws {TypeError} if it leads elsewhere, or its path alone would: a path that begins with two slashes names a host.
 */
export function pageToReturnTo(returnTo: string): URL {
  const page = URL.canParse(returnTo, document.baseURI) && new URL(returnTo, document.baseURI);
  if (page && page.origin === pageAddress().origin && isWebAddress(page.href) && !page.pathname.startsWith('//'))
    return page;
  throw new TypeError(`"return-to" must be on ${pageAddress().origin}, not "${returnTo}"`);
}
