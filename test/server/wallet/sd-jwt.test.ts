import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { readRoot } from '../../../server/src/wallet/certificates.js';
import { verifySdJwt, type SdJwtContext } from '../../../server/src/wallet/sd-jwt.js';
import { createAuthority, type Authority } from '../../../demo/wallet/authority.js';

const now = Date.UTC(2030, 0, 1);
const seconds = now / 1000;
const origin = 'https://example.com';
const disclosure = Buffer.from(JSON.stringify(['salt', 'name', 'Ada'])).toString('base64url');
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** What an issuer and a wallet sign, each part of which can be another. Undefined leaves a member out. */
interface Changes {
  header?: Record<string, unknown>;
  payload?: Record<string, unknown>;
  bindingHeader?: Record<string, unknown>;
  binding?: Record<string, unknown>;
  /** Changes the whole afterwards. */
  whole?: (presentation: string) => string;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Changes a bit of the last character that stands for no byte. */
function respell(token: string): string {
  return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1)!) ^ 1]!;
}

describe('an SD-JWT VC made by hand', () => {
  let authority: Authority;
  let context: SdJwtContext;
  let device: CryptoKeyPair;
  before(async () => {
    authority = await createAuthority({ now });
    context = {
      roots: [readRoot(authority.root)],
      origins: [origin, 'https://other.example'],
      nonce: 'nonce',
      requestedAt: now - 1000,
      now,
    };
    device = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  });

  async function present({
    header = {},
    payload = {},
    bindingHeader = {},
    binding = {},
    whole = (all) => all,
  }: Changes = {}): Promise<string> {
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', device.publicKey);
    const claims = {
      iss: 'https://issuer.example',
      vct: 'type',
      iat: seconds,
      exp: seconds + 100,
      cnf: { jwk: { kty, crv, x, y } },
      _sd: [sha256(disclosure)],
      ...payload,
    };
    const x5c = [Buffer.from(authority.certificate).toString('base64')];
    const issued = await new SignJWT(claims as JWTPayload)
      .setProtectedHeader({ alg: 'ES256', typ: 'dc+sd-jwt', x5c, ...header } as { alg: string })
      .sign(authority.key);
    const presented = `${issued}~${disclosure}~`;
    const proof = { nonce: 'nonce', aud: `origin:${origin}`, iat: seconds, sd_hash: sha256(presented), ...binding };
    return whole(
      presented +
        (await new SignJWT(proof as JWTPayload)
          .setProtectedHeader({ alg: 'ES256', typ: 'kb+jwt', ...bindingHeader })
          .sign(device.privateKey)),
    );
  }
  const verify = async (changes?: Changes) => verifySdJwt(await present(changes), context);

  test('is verified, with its type, its claims and what was disclosed', async () => {
    const { type, claims, disclosed } = await verify();
    assert.deepEqual([type, claims['name'], disclosed], ['type', 'Ada', [['name']]]);
  });

  test('may be for any of our origins, of the former media type, and without times of its own', async () => {
    await verify({ binding: { aud: 'origin:https://other.example' } });
    await verify({ header: { typ: 'vc+sd-jwt' } });
    await verify({ payload: { iat: undefined, exp: undefined } });
  });

  test('may have clocks that are a minute off', async () => {
    await verify({ payload: { iat: seconds + 60, nbf: seconds + 60 } });
    await verify({ payload: { exp: seconds - 60 } });
    await verify({ binding: { iat: seconds + 60 } });
    await verify({ binding: { iat: seconds - 61 } });
  });

  /** Another key in the place of the first. */
  const asKey = (jwk: unknown): Changes => ({ payload: { cnf: { jwk } } });
  const other = {
    kty: 'EC',
    crv: 'P-256',
    x: 'DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0',
    y: 'XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc',
  };

  const wrong: Record<string, [changes: Changes, reason: string]> = {
    'another media type': [{ header: { typ: 'JWT' } }, 'malformed'],
    'no media type': [{ header: { typ: undefined } }, 'malformed'],
    'a key in place of certificates': [{ header: { x5c: undefined, jwk: other } }, 'issuer_untrusted'],
    'certificates that are no list': [{ header: { x5c: 'AAAA' } }, 'issuer_untrusted'],
    'certificates in base64url': [{ header: { x5c: ['-_-_'] } }, 'issuer_untrusted'],
    'no certificates': [{ header: { x5c: [] } }, 'issuer_untrusted'],
    'a time that is text': [{ payload: { exp: '2030' } }, 'malformed'],
    'a time that is not there': [{ payload: { nbf: null } }, 'malformed'],
    'an end that is past': [{ payload: { exp: seconds - 61 } }, 'validity'],
    'a beginning that is to come': [{ payload: { nbf: seconds + 61 } }, 'validity'],
    'an issue that is to come': [{ payload: { iat: seconds + 61 } }, 'validity'],
    'no type': [{ payload: { vct: undefined } }, 'malformed'],
    'no key of a wallet': [{ payload: { cnf: undefined } }, 'algorithm'],
    'the name of a key': [{ payload: { cnf: { kid: 'x' } } }, 'algorithm'],
    'a key that is no object': [asKey('x'), 'algorithm'],
    'a key on another curve': [asKey({ kty: 'OKP', crv: 'Ed25519', x: other.x }), 'algorithm'],
    'a key that is shared': [asKey({ kty: 'oct', k: 'AAAA' }), 'algorithm'],
    'a key that is secret no longer': [asKey({ ...other, d: other.x }), 'algorithm'],
    'a key off its curve': [asKey({ ...other, y: other.x }), 'malformed'],
    'a key without its half': [asKey({ ...other, y: undefined }), 'malformed'],
    'the key of another wallet': [asKey(other), 'device_signature'],
    'a disclosure that is missing from the hash of the wallet': [
      { binding: { sd_hash: sha256('x') } },
      'device_signature',
    ],
    'no hash of the wallet': [{ binding: { sd_hash: undefined } }, 'device_signature'],
    'a proof of another media type': [{ bindingHeader: { typ: 'JWT' } }, 'malformed'],
    'a proof without an audience': [{ binding: { aud: undefined } }, 'origin'],
    'a proof for the origin without its prefix': [{ binding: { aud: origin } }, 'origin'],
    'a proof for several': [{ binding: { aud: [`origin:${origin}`] } }, 'origin'],
    'a proof for the origin with a slash': [{ binding: { aud: `origin:${origin}/` } }, 'origin'],
    'a proof for another port': [{ binding: { aud: `origin:${origin}:8443` } }, 'origin'],
    'no nonce': [{ binding: { nonce: undefined } }, 'nonce'],
    'a nonce in a list': [{ binding: { nonce: ['nonce'] } }, 'nonce'],
    'a proof that does not say when': [{ binding: { iat: undefined } }, 'malformed'],
    'a proof that is too old': [{ binding: { iat: seconds - 62 } }, 'stale'],
    'a proof from the future': [{ binding: { iat: seconds + 61 } }, 'stale'],
    'no proof': [{ whole: (all) => all.slice(0, all.lastIndexOf('~') + 1) }, 'device_signature'],
    'no tilde': [{ whole: (all) => all.split('~')[0]! }, 'device_signature'],
    nothing: [{ whole: () => '' }, 'device_signature'],
    'no issuer': [{ whole: (all) => all.slice(all.indexOf('~')) }, 'malformed'],
    'a disclosure less than was signed': [{ whole: (all) => all.replace(`${disclosure}~`, '') }, 'device_signature'],
    'an empty disclosure': [{ whole: (all) => all.replace('~', '~~') }, 'malformed'],
    'a proof that is no JWT': [{ whole: (all) => `${all.slice(0, all.lastIndexOf('~') + 1)}x` }, 'malformed'],
    'an unsigned proof': [
      { whole: (all) => all.slice(0, all.lastIndexOf('~') + 1) + new UnsecuredJWT({}).encode() },
      'malformed',
    ],
    'a signature in another spelling of base64url': [{ whole: respell }, 'malformed'],
    'a signature of the issuer cut off': [{ whole: (all) => all.replace(/\.[\w-]+~/, '.~') }, 'issuer_signature'],
  };
  for (const [what, [changes, reason]] of Object.entries(wrong)) {
    test(`is refused with ${what}: ${reason}`, () =>
      assert.rejects(
        verify(changes),
        (error: Error & { reason: string }) =>
          (error.name === 'VerificationError' ? 'malformed' : error.reason) === reason,
      ));
  }

  for (const alg of ['none', 'HS256', 'EdDSA', 'RS256', 'ES256K', 'ES384', 'es256']) {
    test(`is refused when its header says ${alg}`, async () => {
      const header = Buffer.from(
        JSON.stringify({ alg, typ: 'dc+sd-jwt', x5c: [Buffer.from(authority.certificate).toString('base64')] }),
      ).toString('base64url');
      await assert.rejects(verify({ whole: (all) => header + all.slice(all.indexOf('.')) }), { reason: 'algorithm' });
      const bindingHeader = Buffer.from(JSON.stringify({ alg, typ: 'kb+jwt' })).toString('base64url');
      await assert.rejects(
        verify({ whole: (all) => all.replace(/~[\w-]+(?=\.[\w-]+\.[\w-]+$)/, `~${bindingHeader}`) }),
        { reason: 'algorithm' },
      );
    });
  }

  test('fetches nothing, also when it names a list of what was revoked', async (context_) => {
    const fetched = context_.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('no network here')));
    await verify({ payload: { status: { status_list: { idx: 1, uri: 'https://issuer.example/status' } } } });
    assert.equal(fetched.mock.callCount(), 0);
  });
});
