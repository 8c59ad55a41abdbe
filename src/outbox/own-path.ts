/**
 * The URL of a path of a backend; undefined if it leads to another host, as one that begins with two slashes does.
 *
 * @param base The address of the backend, or of another of its paths.
 */
export function resolveOwn(path: string, base: URL): URL | undefined {
  const url = URL.canParse(path, base) ? new URL(path, base) : undefined;
  return url?.protocol === base.protocol && url.host === base.host ? url : undefined;
}

/**
 * The path and query of an address, relative to `base`; undefined if the address is on another origin, or what is left
 * of it would be.
 */
export function readOwnPath(address: string, base: URL): string | undefined {
  const url = resolveOwn(address, base);
  return url && !url.pathname.startsWith('//') ? url.pathname + url.search : undefined;
}
