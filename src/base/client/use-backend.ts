import { createTransport, type Adapter } from './adapter.js';
import { pageWide } from '../browser/page-wide.js';

/**
 * Sends the requests of all elements and functions on the page through an adapter. Call it before the first tag is
 * defined: an element sends its first request at once. Without an adapter, the page's own requests are those of the
 * contract again.
 *
 * @throws {TypeError} if `adapter` is something else, or names a request that the contract does not have.
 */
export function useBackend(adapter: Adapter | undefined): void {
  pageWide().backend = adapter && createTransport(adapter);
}
