import { pageAddress } from '../browser/embedding.js';

/**
 * Whether the page shares cookies with another host, which `SameSite=Lax` needs. Only browsers know the list of public
 * suffixes, so it sets a cookie for the domain that both hosts share, and removes it at once. False if cookies are
 * blocked. A worker has no cookies to set, and relies on the page that has checked it.
 *
 * @see {@link https://html.spec.whatwg.org/multipage/browsers.html#same-site HTML, same site}
 */
export function isSameSiteAsPage({ hostname, protocol }: Pick<URL, 'hostname' | 'protocol'>): boolean {
  if (protocol !== pageAddress().protocol) return false;
  if (hostname === pageAddress().hostname || typeof document === 'undefined') return true;
  const labels = hostname.split('.');
  const shared = labels.map((_label, index) => labels.slice(index).join('.')).find(isOwnDomain);
  return shared !== undefined && acceptsCookie(shared);
}

function isOwnDomain(domain: string): boolean {
  return pageAddress().hostname === domain || pageAddress().hostname.endsWith(`.${domain}`);
}

function acceptsCookie(domain: string): boolean {
  const name = `latchkey-site-${Math.random().toString(36).slice(2)}`; // pages on http have no crypto.randomUUID
  const cookie = `${name}=1; domain=${domain}; path=/; samesite=lax`;
  try {
    document.cookie = `${cookie}; max-age=9`;
    const isAccepted = document.cookie.includes(name);
    document.cookie = `${cookie}; max-age=0`;
    return isAccepted;
  } catch {
    // A sandboxed frame has no cookies.
    return false;
  }
}
