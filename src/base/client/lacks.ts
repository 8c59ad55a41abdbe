import { loadAdapters } from './load-adapters.js';
import type { Endpoint } from '../client/endpoint.js';
import type { ContractRequests } from '../contract/requests.js';
import { pageWide } from '../browser/page-wide.js';
import type { Transport } from './transport.js';

/**
 * The endpoints that backends have answered that they lack, by the base URL and the name. Only those of settings: a form
 * to sign in must come back after a 404 during a deployment. Not those with a 404 of their own, whose answer may
 * mean either.
 */
const missed = new Set<string>();

/** The adapter that the page names, once it is loaded. */
let named: Transport | undefined;

/** Notes whether a backend has answered that it lacks an endpoint. */
export function noteAnswer(
  { href }: URL,
  { method, path, hasNotFound }: Endpoint<never, unknown>,
  isMissing: boolean,
): void {
  if (hasNotFound || !/^(account|sessions)\b/.test(path)) return;
  const key = `${href} ${method} /${path}`;
  if (isMissing) missed.add(key);
  else missed.delete(key);
}

/**
 * Whether a backend is known to lack an endpoint, such as `PATCH /account`: the page's adapter does not map it, or the
 * backend has answered so. Before {@link adapterIsThere} resolves, nothing is known of an adapter that the page names.
 */
export function lacks({ baseUrl }: { baseUrl: URL }, name: keyof ContractRequests): boolean {
  const adapter = knownAdapter();
  return !!adapter?.lacks?.(name) || missed.has(`${baseUrl.href} ${name}`);
}

/** Whether users sign in with their e-mail address alone, as far as the adapter of the page says. */
export const wantsEmail = (): boolean => !!knownAdapter()?.wantsEmail;

function knownAdapter(): Transport | undefined {
  return pageWide().backend ?? (document.querySelector('meta[name=latch-backend]') ? named : undefined);
}

/** Loads the adapter that the page names, if it names one. Resolves with whether it did. Never rejects. */
export async function adapterIsThere(): Promise<boolean> {
  if (pageWide().backend || !document.querySelector('meta[name=latch-backend]')) return false;
  try {
    named = await (await loadAdapters()).loadNamed();
    return true;
  } catch {
    // The first request fails too, and says so.
    return false;
  }
}
