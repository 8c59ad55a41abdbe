import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { CompactEncrypt, FlattenedEncrypt, importJWK, type CompactJWEHeaderParameters } from 'jose';
import { ageOver18 } from '../../../server/src/wallet/default-query.js';
import {
  createOpenid4vpRequest,
  openOpenid4vpResponse,
  readRequestId,
} from '../../../server/src/wallet/openid4vp-request.js';
import type { RequestSecrets } from '../../../server/src/wallet/pending-request.js';
import { readQuery } from '../../../server/src/wallet/query.js';

async function createSecrets(): Promise<RequestSecrets> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const { x, y, d } = (await crypto.subtle.exportKey('jwk', privateKey)) as RequestSecrets['key'];
  return { nonce: 'nonce', key: { kty: 'EC', crv: 'P-256', x, y, d } };
}

describe('a request by OpenID4VP', () => {
  let secrets: RequestSecrets;
  before(async () => {
    secrets = await createSecrets();
  });

  test('is unsigned, names no client, and asks for an encrypted response', () => {
    const query = readQuery(ageOver18);
    const { x, y } = secrets.key;
    const { client_metadata: metadata, ...rest } = createOpenid4vpRequest(query, 'id', secrets);
    assert.deepEqual(rest, {
      response_type: 'vp_token',
      response_mode: 'dc_api.jwt',
      nonce: 'nonce',
      dcql_query: query.dcql,
    });
    const {
      jwks,
      encrypted_response_enc_values_supported: encryption,
      vp_formats_supported: formats,
    } = metadata as Record<string, unknown>;
    assert.deepEqual(jwks, { keys: [{ kty: 'EC', crv: 'P-256', x, y, use: 'enc', alg: 'ECDH-ES', kid: 'id' }] });
    assert.deepEqual(encryption, ['A256GCM', 'A128GCM']);
    assert.deepEqual(Object.keys(formats as object), ['dc+sd-jwt', 'mso_mdoc']);
  });

  test('keeps its secrets', () =>
    assert.equal(
      JSON.stringify(createOpenid4vpRequest(readQuery(ageOver18), 'id', secrets)).includes(secrets.key.d),
      false,
    ));
});

describe('a response by OpenID4VP', () => {
  let secrets: RequestSecrets;
  before(async () => {
    secrets = await createSecrets();
  });

  async function seal(content: unknown, header: Partial<CompactJWEHeaderParameters> = {}): Promise<string> {
    const { d: _secret, ...publicKey } = secrets.key;
    const text = new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content));
    const full = { alg: 'ECDH-ES', enc: 'A256GCM', kid: 'id', ...header };
    return new CompactEncrypt(text).setProtectedHeader(full).encrypt(await importJWK(publicKey, full.alg));
  }
  const open = async (content: unknown, header?: Partial<CompactJWEHeaderParameters>) =>
    openOpenid4vpResponse(await seal(content, header), secrets);
  const token = { vp_token: { pid: ['x~'] } };

  test('names its request by the key that it is encrypted to', async () => {
    assert.equal(readRequestId(await seal(token)), 'id');
    assert.equal(readRequestId(await seal(token, { kid: undefined as never })), undefined);
    for (const text of [
      'x',
      '..',
      'e30',
      'e30.e30',
      'e30.!.AA.AA.AA',
      'AAB.AA.AA.AA.AA',
      `${await seal(token)}\t`,
      ` ${await seal(token)}`,
      (await seal(token)).replace(/.$/, 'B'),
    ])
      assert.throws(() => readRequestId(text) ?? assert.fail());
  });

  test('gives its presentations', async () => {
    for (const enc of ['A256GCM', 'A128GCM']) assert.deepEqual(await open(token, { enc }), { pid: 'x~' });
    assert.deepEqual(await open({ ...token, state: 'ignored' }), { pid: 'x~' });
  });

  const algorithms: Partial<CompactJWEHeaderParameters>[] = [
    { alg: 'ECDH-ES+A128KW' },
    { alg: 'ECDH-ES+A256KW' },
    { enc: 'A128CBC-HS256' },
    { enc: 'A192GCM' },
    { zip: 'DEF' },
  ];
  for (const header of algorithms) {
    test(`does not open with ${JSON.stringify(header)}`, () =>
      assert.rejects(open(token, header), { reason: 'encryption' }));
  }

  test('does not open with the key of another request', async () => {
    await assert.rejects(openOpenid4vpResponse(await seal(token), await createSecrets()), { reason: 'encryption' });
  });

  test('does not open with an ephemeral key off its curve, on another, or missing', async () => {
    const { d: _secret, ...publicKey } = secrets.key;
    const keys = [
      { kty: 'EC', crv: 'P-256', x: publicKey.x, y: publicKey.x },
      { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' },
      { kty: 'OKP', crv: 'X25519', x: publicKey.x },
      { kty: 'EC', crv: 'P-256' },
      'x',
      null,
      undefined,
    ];
    const parts = (await seal(token)).split('.');
    for (const epk of keys) {
      const header = Buffer.from(JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'id', epk })).toString(
        'base64url',
      );
      await assert.rejects(
        openOpenid4vpResponse([header, ...parts.slice(1)].join('.'), secrets),
        { reason: 'encryption' },
        JSON.stringify(epk),
      );
    }
  });

  test('is a compact JWE and no other', async () => {
    const { d: _secret, ...publicKey } = secrets.key;
    const flattened = await new FlattenedEncrypt(new TextEncoder().encode('{}'))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
      .encrypt(await importJWK(publicKey, 'ECDH-ES'));
    for (const text of [
      JSON.stringify(flattened),
      (await seal(token)).split('.').slice(0, 4).join('.'),
      `${await seal(token)}.AA`,
    ]) {
      await assert.rejects(openOpenid4vpResponse(text, secrets), { reason: 'encryption' });
    }
  });

  const malformed: Record<string, unknown> = {
    'no JSON': 'x',
    'a list': [],
    nothing: '',
    'an error of the wallet': { error: 'access_denied' },
    'no presentations': {},
    'presentations that are text': { vp_token: 'x' },
    'a list of presentations': { vp_token: ['x'] },
    'a presentation that stands alone': { vp_token: { pid: 'x' } },
    'no presentation of a credential': { vp_token: { pid: [] } },
    'two presentations of one credential': { vp_token: { pid: ['x', 'y'] } },
    'a presentation that is an object': { vp_token: { pid: [{}] } },
    'JSON that is nested too deeply': '['.repeat(17) + ']'.repeat(17),
  };
  for (const [what, content] of Object.entries(malformed))
    test(`is refused with ${what}`, () => assert.rejects(open(content), { reason: 'malformed' }));
});
