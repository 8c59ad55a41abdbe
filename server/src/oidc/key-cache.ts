import { decodeProtectedHeader } from 'jose';
import type { ProviderFetch } from './provider-fetch.js';

/** How long keys are kept, in ms, and how often they are fetched again for an unknown key. */
const lifetime = 5 * 60_000;
const refetchEvery = 10_000;

/** Says whether keys may be fetched again because one is unknown: at once, and then every 10 s. */
export function createRefetchLimit(now: () => number): () => boolean {
  let last = -Infinity;
  return () => {
    if (isWithin(refetchEvery, last, now())) return false;
    last = now();
    return true;
  };
}

/** Whether less than `length` has passed since `begun`, in ms. A clock that was ahead at `begun` says nothing. */
export const isWithin = (length: number, begun: number, time: number): boolean =>
  time >= begun && time < begun + length;

/** The id of the key that signed the ID token in a token response; undefined if there is none. */
export function keyIdIn(body: string): string | undefined {
  try {
    return decodeProtectedHeader((JSON.parse(body) as { id_token: string }).id_token).kid;
  } catch {
    // The library refuses it with a reason.
    return undefined;
  }
}

interface KeptKeys {
  text: string;
  keyIds: readonly unknown[];
  at: number;
}

function read(text: string): readonly unknown[] {
  try {
    const { keys } = JSON.parse(text) as { keys: { kid?: unknown }[] };
    return keys.map(({ kid }) => kid);
  } catch {
    // The library refuses it with a reason.
    return [];
  }
}

/** Fetches the keys of a provider, for a token that the key `keyId` signs. */
export type FetchKeys = (keyId: string | undefined, ...request: Parameters<ProviderFetch>) => Promise<Response>;

/** Keeps the keys of a provider for 5 minutes, and fetches them again at once for a key that is not among them. */
export function createKeyCache(fetchFromProvider: ProviderFetch, now: () => number): FetchKeys {
  const mayRefetch = createRefetchLimit(now);
  let kept: KeptKeys | undefined;
  return async (keyId, url, options) => {
    const isKnown = kept && (keyId === undefined || kept.keyIds.includes(keyId));
    if (kept && isWithin(lifetime, kept.at, now()) && (isKnown || !mayRefetch()))
      return new Response(kept.text, { headers: { 'Content-Type': 'application/json' } });
    const response = await fetchFromProvider(url, options);
    if (response.status === 200) {
      const text = await response.clone().text();
      kept = { text, keyIds: read(text), at: now() };
    }
    return response;
  };
}
