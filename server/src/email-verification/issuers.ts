import { hostname } from '../one-time-codes/addressee.js';
import type { CryptoKey } from 'jose';
import { createTurns } from '../accounts/turns.js';
import { issuerDiscoveries, issuersKept } from '../config/limits.js';
import { parseJson, type JsonObject } from '../http/json.js';
import { createProviderFetch, type ProviderFetch } from '../oidc/provider-fetch.js';
import { ProviderFailure, toProviderFailure } from '../oidc/provider-failure.js';
import { IdentityFailure, refuse } from '../wallet/identity-failure.js';
import { isObject } from '../wallet/read-json.js';
import { importPublicKey } from './keys.js';

/** How the server reaches DNS and issuers. Tests replace both. */
export interface IssuerNetwork {
  /** The TXT records of a name, each in its parts, as `node:dns` has them. Rejects with its codes. */
  resolveTxt(name: string): Promise<string[][]>;
  fetch: ProviderFetch;
}

/** What the header of a token says of its signature. */
interface SignatureHeader {
  alg: string;
  kid: string | undefined;
}

/**
 * Finds the keys of `issuer` that can have made a signature, if the email domain names it as its issuer.
 *
 * @throws {IdentityFailure} `issuer_untrusted` when the domain names another issuer or none, `issuer_signature` when the
 *   issuer has no such key.
 * @throws {ProviderFailure} when DNS or the issuer cannot be reached or answer what they must not.
 * @throws {Refusal} 429 when too many are being found.
 */
export type FindIssuerKeys = (domain: string, issuer: string, header: SignatureHeader) => Promise<CryptoKey[]>;

/** How long the keys of an issuer are believed, in milliseconds. */
const keysLifetime = 10 * 60_000;
/** How soon they are fetched again for a key that was not among them. */
const keysPause = 30_000;
/** The most keys of an issuer that are looked at. */
const mostKeys = 20;

/** There is no such name, or it has no TXT records. */
const noRecords = new Set(['ENOTFOUND', 'ENODATA']);

/** The network as it is: the resolver of the system, and addresses outside our own network only. */
export async function openIssuerNetwork(): Promise<IssuerNetwork> {
  const { Resolver } = await import('node:dns/promises');
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  return { resolveTxt: (name) => resolver.resolveTxt(name), fetch: createProviderFetch() };
}

/** Reads which issuer the one record of a domain names. */
function readRecord(records: readonly (readonly string[])[]): string {
  const [record, ...others] = records.map((parts) => parts.join(''));
  const issuer = record?.startsWith('iss=') ? record.slice('iss='.length) : undefined;
  if (others.length > 0 || issuer === undefined || !hostname.test(issuer))
    return refuse('issuer_untrusted', 'the domain of the address names no issuer');
  return issuer;
}

/** Whether a key can have made the signature. A key without an `alg`, `kid` or `use` may be for any. */
function fits(key: unknown, { alg, kid }: SignatureHeader): key is JsonObject {
  if (!isObject(key)) return false;
  const may = (name: string, ...values: unknown[]) => key[name] === undefined || values.includes(key[name]);
  const isNamed = kid === undefined || key['kid'] === kid;
  // Both names stand for Ed25519.
  const names = alg === 'EdDSA' || alg === 'Ed25519' ? ['EdDSA', 'Ed25519'] : [alg];
  return isNamed && may('use', 'sig') && may('alg', ...names);
}

/** `deadline`, in milliseconds, applies to each request. */
export function createIssuers(network: IssuerNetwork, now: () => number, deadline = 5_000): FindIssuerKeys {
  const takeTurn = createTurns(issuerDiscoveries);
  const kept = new Map<string, { keys: Promise<unknown[]>; since: number }>();

  const fetchJson = async (url: string): Promise<JsonObject> => {
    const answer = await network.fetch(url, {
      method: 'GET',
      headers: { Accept: 'application/json' },
      body: undefined,
      redirect: 'manual',
      signal: AbortSignal.timeout(deadline),
    } as Parameters<ProviderFetch>[1]);
    if (answer.status !== 200) throw new ProviderFailure(`the issuer answered ${answer.status}`);
    const value = parseJson(new Uint8Array(await answer.arrayBuffer()));
    return isObject(value) ? value : refuseAnswer();
  };

  const fetchKeys = async (issuer: string): Promise<unknown[]> => {
    try {
      const { jwks_uri: address } = await fetchJson(`https://${issuer}/.well-known/email-verification`);
      if (typeof address !== 'string' || !URL.canParse(address) || new URL(address).protocol !== 'https:')
        throw new ProviderFailure('the metadata of the issuer name no keys');
      const { keys } = await fetchJson(address);
      return Array.isArray(keys) ? keys.slice(0, mostKeys) : refuseAnswer();
    } catch (error) {
      throw toProviderFailure(error);
    }
  };

  /** Tokens that come while the keys are fetched wait for the same answer. The issuers used last are kept. */
  const keysOf = async (issuer: string, isEnough: (keys: unknown[]) => boolean): Promise<unknown[]> => {
    const known = kept.get(issuer);
    const age = known ? now() - known.since : Infinity;
    if (known && age < keysLifetime) {
      const keys = await known.keys.catch(() => undefined);
      if (keys && (isEnough(keys) || age < keysPause)) return keys;
    }
    const entry = kept.get(issuer) === known ? { keys: fetchKeys(issuer), since: now() } : kept.get(issuer)!;
    kept.delete(issuer);
    kept.set(issuer, entry);
    for (const [oldest] of [...kept].slice(0, Math.max(0, kept.size - issuersKept))) kept.delete(oldest);
    return entry.keys;
  };

  const nameIssuer = async (domain: string): Promise<string> => {
    try {
      return readRecord(await network.resolveTxt(`_email-verification.${domain}`));
    } catch (error) {
      if (error instanceof IdentityFailure) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (noRecords.has(code!)) return refuse('issuer_untrusted', 'the domain of the address names no issuer');
      throw new ProviderFailure(`DNS: ${code ?? 'unknown'}`);
    }
  };

  return async (domain, issuer, header) =>
    takeTurn(domain, async () => {
      if ((await nameIssuer(domain)) !== issuer)
        refuse('issuer_untrusted', 'the domain of the address names another issuer');
      const keys = await keysOf(issuer, (all) => all.some((key) => fits(key, header)));
      const fitting = keys.filter((key) => fits(key, header));
      if (fitting.length === 0) refuse('issuer_signature', 'the issuer has no such key');
      const imported = await Promise.allSettled(fitting.map((key) => importPublicKey(key, header.alg)));
      return imported.filter((key) => key.status === 'fulfilled').map(({ value }) => value);
    });
}

function refuseAnswer(): never {
  throw new ProviderFailure('the issuer answered with something else');
}
