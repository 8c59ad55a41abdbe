import { loadAdapters } from './load-adapters.js';
import { pageWide } from '../browser/page-wide.js';
import type { Transport } from './transport.js';

/**
 * What sends the page's requests, if it is not `fetch`: the adapter of `useBackend`, else the one that the page names.
 * Undefined in a worker without one.
 *
 * @throws {TypeError} of the browser if the module of a named adapter cannot be loaded.
 */
export async function pageTransport(): Promise<Transport | undefined> {
  const chosen = pageWide().backend;
  const isNamed = !chosen && typeof document === 'object' && document.querySelector('meta[name=latch-backend]');
  return isNamed ? (await loadAdapters()).loadNamed() : chosen;
}
