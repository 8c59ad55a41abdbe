import { getDomain, parse } from 'tldts';

/** By the public suffix list, its private part included: what different people can register are different sites. */
export function isSameSite(one: URL, other: URL): boolean {
  const siteOf = ({ hostname }: URL): string => getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
  return one.protocol === other.protocol && siteOf(one) === siteOf(other);
}

/** Whether a host is below a known top-level domain, or a suffix of a registry; what companies have below theirs counts. */
export function isRegistrable(host: string): boolean {
  const { domain, isIcann } = parse(host.replace(/\.$/, ''), { validateHostname: false });
  return domain !== null && isIcann === true;
}
