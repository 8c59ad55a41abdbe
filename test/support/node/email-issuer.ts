import { createHash } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTPayload } from 'jose';
import type { IssuerNetwork } from '../../../server/src/email-verification/issuers.js';

/** What an issuer and a browser sign, each part of which can be another. Undefined omits a member. */
export interface EmailTokenChanges {
  header?: Record<string, unknown>;
  payload?: Record<string, unknown>;
  bindingHeader?: Record<string, unknown>;
  binding?: Record<string, unknown>;
  /** Who signs in place of the issuer and of the browser. */
  issuerKey?: SigningKey;
  browserKey?: SigningKey;
  /** What stands between the token of the issuer and the browser's signature. */
  disclosures?: readonly string[];
  /** Changes the whole afterwards. */
  whole?: (token: string) => string;
}

/** A pair of keys for one algorithm. */
export interface SigningKey {
  alg: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

/** For whom and when a token is made; `now` in epoch milliseconds. */
export interface EmailTokenOrder {
  email: string;
  nonce: string;
  origin: string;
  now: number;
}

/** An issuer of tokens for email addresses, and the network that the server finds it in. */
export interface EmailIssuer {
  host: string;
  key: SigningKey;
  /** What the network answers: TXT records by name, and JSON by URL. Tests change it. */
  records: Map<string, string[][] | Error>;
  documents: Map<string, unknown>;
  /** What was asked of the network, in order. */
  asked: string[];
  network: IssuerNetwork;
  /** A token as browsers send it: of this issuer, bound to a key of a browser. */
  issue(order: EmailTokenOrder, changes?: EmailTokenChanges): Promise<string>;
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

export async function createSigningKey(alg: string, options: { modulusLength?: number } = {}): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true, ...options });
  return { alg, privateKey: privateKey as CryptoKey, publicJwk: await exportJWK(publicKey) };
}

/** Makes an issuer `issuer.example` for addresses at `example.com`. */
export async function createEmailIssuer(alg = 'EdDSA'): Promise<EmailIssuer> {
  const host = 'issuer.example';
  const key = await createSigningKey(alg);
  const browser = await createSigningKey('EdDSA');
  const asked: string[] = [];
  const records: EmailIssuer['records'] = new Map([['_email-verification.example.com', [['iss=', host]]]]);
  const documents: EmailIssuer['documents'] = new Map<string, unknown>([
    [`https://${host}/.well-known/email-verification`, { jwks_uri: `https://${host}/keys` }],
    [`https://${host}/keys`, { keys: [{ ...key.publicJwk, kid: 'first' }] }],
  ]);
  return {
    host,
    key,
    records,
    documents,
    asked,
    network: {
      async resolveTxt(name) {
        asked.push(name);
        const answer = records.get(name) ?? Object.assign(new Error(name), { code: 'ENOTFOUND' });
        if (answer instanceof Error) throw answer;
        return answer;
      },
      async fetch(url) {
        asked.push(url);
        const document = documents.get(url);
        if (document instanceof Error) throw document;
        if (document instanceof Response) return document.clone();
        return document === undefined ? Response.json({}, { status: 404 }) : Response.json(document);
      },
    },
    async issue({ email, nonce, origin, now }, changes = {}) {
      const seconds = Math.floor(now / 1000);
      const { issuerKey = key, browserKey = browser, disclosures = [], whole = (token) => token } = changes;
      const claims = {
        iss: host,
        iat: seconds,
        cnf: { jwk: browserKey.publicJwk },
        email,
        email_verified: true,
        ...changes.payload,
      };
      const issued = await new SignJWT(claims as JWTPayload)
        .setProtectedHeader({ alg: issuerKey.alg, kid: 'first', typ: 'evt+jwt', ...changes.header })
        .sign(issuerKey.privateKey);
      const presented = [issued, ...disclosures, ''].join('~');
      const binding = { aud: origin, nonce, iat: seconds, sd_hash: sha256(presented), ...changes.binding };
      const proof = await new SignJWT(binding as JWTPayload)
        .setProtectedHeader({ alg: browserKey.alg, typ: 'kb+jwt', ...changes.bindingHeader })
        .sign(browserKey.privateKey);
      return whole(presented + proof);
    },
  };
}
