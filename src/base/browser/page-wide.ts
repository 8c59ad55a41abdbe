import type { Transport } from '../client/transport.js';

/** Called with each ceremony when it begins, its method and its mode. */
export type CeremonyWatcher = (ended: Promise<unknown>, method: string, mode?: string) => void;

/** What all copies of the package on a page share. The key changes when the meaning of a member does. */
export interface PageWide {
  /** Sends the page's requests in place of `fetch`. */
  backend?: Transport | undefined;
  /** Ends the calls that may sign a user in. */
  signIns?: AbortController;
  /** Called with each ceremony, if the page watches them. */
  watch?: CeremonyWatcher;
  watchers?: Set<CeremonyWatcher>;
  /** The queue for each kind of ceremony. */
  [kind: string]: unknown;
}

const key = Symbol.for('latchkey.queues.v1');

/** The page's only object of that kind. The first copy of the package on the page makes it. */
export function pageWide(): PageWide {
  const page = globalThis as { [key]?: PageWide };
  return (page[key] ??= {});
}
