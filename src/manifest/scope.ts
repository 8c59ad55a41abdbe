import type { ProcessedResult } from './types.js';
import { isWithin, resolveUrl } from './urls.js';

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
