import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import { SignJWT } from 'jose';
import { hashText } from './credentials.js';
import type { DeviceKey } from './device-key.js';
import type { Lies } from './lies.js';

/** Whom the wallet answers, and when it signs, epoch milliseconds. */
export interface BindingDetails {
  audience: string;
  nonce: string;
  signedAt: number;
}

/** Paths of claims as the nested flags that the library wants: `['a', 'b']` is `{a: {b: true}}`. */
function toFrame(paths: readonly (readonly (string | number | null)[])[]): Record<string, unknown> {
  const frame: Record<string, unknown> = {};
  for (const path of paths) {
    let place = frame;
    for (const [index, step] of path.entries())
      place = (place[String(step)] = index < path.length - 1 ? (place[String(step)] ?? {}) : true) as Record<
        string,
        unknown
      >;
  }
  return frame;
}

/** Turns every flag that is disclosed into its opposite. */
function changeDisclosures(presented: string): string {
  const [issued, ...disclosures] = presented.split('~');
  const changed = disclosures.map((disclosure) => {
    if (disclosure === '') return disclosure;
    const [salt, name, value] = JSON.parse(Buffer.from(disclosure, 'base64url').toString()) as unknown[];
    return typeof value === 'boolean'
      ? Buffer.from(JSON.stringify([salt, name, !value])).toString('base64url')
      : disclosure;
  });
  return [issued, ...changed].join('~');
}

/** Shows claims of an identity: an SD-JWT with a key binding that the wallet's key has signed. */
export async function presentIdentity(
  credential: string,
  paths: readonly (readonly (string | number | null)[])[],
  { audience, nonce, signedAt }: BindingDetails,
  { privateKey }: DeviceKey,
  lies: Lies,
): Promise<string> {
  const frame = toFrame(lies.showsMore ? [...paths, ['family_name']] : paths) as Record<string, boolean>;
  const shown = await new SDJwtVcInstance({ hasher: hashText }).present(credential, frame);
  const presented = lies.changesClaims ? changeDisclosures(shown) : shown;
  const claims = {
    aud: audience,
    nonce,
    iat: Math.floor(signedAt / 1000),
    sd_hash: Buffer.from(await hashText(presented, 'sha-256')).toString('base64url'),
  };
  return presented + (await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'kb+jwt' }).sign(privateKey));
}
