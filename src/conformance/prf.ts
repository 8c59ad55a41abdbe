import { toBase64Url } from '../base/bytes.js';
import { decodeBase64url, encodeUtf8, joinBytes, sha256, type Bytes } from './bytes.js';
import type { ExtensionInputsJSON } from './ceremony-json.js';

/** The client extension output of `prf`; results are base64url of 32 bytes each. */
export interface PrfOutput {
  enabled?: boolean;
  results?: { first: string; second?: string };
}

/**
 * Evaluates the `prf` extension: HMAC-SHA-256 of the salts with a secret of the credential.
 *
 * @throws {TypeError} if a salt is not base64url.
 * @see {@link https://www.w3.org/TR/webauthn-3/#prf-extension WebAuthn, Pseudo-random function extension}
 */
export async function evaluatePrf(secret: Bytes, input: NonNullable<ExtensionInputsJSON['prf']>): Promise<PrfOutput> {
  if (input.eval === undefined) return {};
  const { first, second } = input.eval;
  const results: NonNullable<PrfOutput['results']> = { first: await evaluateSalt(secret, first) };
  if (second !== undefined) results.second = await evaluateSalt(secret, second);
  return { results };
}

async function evaluateSalt(secret: Bytes, salt: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const hashed = await sha256(joinBytes(encodeUtf8('WebAuthn PRF\0'), decodeBase64url(salt, 'prf.eval')));
  return toBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', key, hashed)));
}
