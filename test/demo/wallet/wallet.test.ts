import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { DeviceResponse } from '@owf/mdoc';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import { ageOver18 } from '../../../server/src/wallet/default-query.js';
import { openOpenid4vpResponse } from '../../../server/src/wallet/openid4vp-request.js';
import { readMdocResponse } from '../../../server/src/wallet/mdoc-request.js';
import type { RequestSecrets } from '../../../server/src/wallet/pending-request.js';
import { createVerifier, type IdentityVerifier } from '../../../server/src/wallet/verifier.js';
import { createAuthority, type Authority } from '../../../demo/wallet/authority.js';
import { hashText } from '../../../demo/wallet/credentials.js';
import { createWallet } from '../../../demo/wallet/wallet.js';
import type { IdentityProtocol, IdentityRequest } from '../../../src/base/contract/types.js';

const origin = 'https://example.com';

async function createSecrets(): Promise<RequestSecrets> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const { x, y, d } = (await crypto.subtle.exportKey('jwk', privateKey)) as RequestSecrets['key'];
  return { nonce: 'A'.repeat(43), key: { kty: 'EC', crv: 'P-256', x, y, d } };
}

describe('the development wallet', () => {
  let authority: Authority;
  let verifier: IdentityVerifier;
  let secrets: RequestSecrets;
  before(async () => {
    authority = await createAuthority();
    verifier = createVerifier({ roots: [authority.root] });
    secrets = await createSecrets();
  });

  const request = (protocol: IdentityProtocol, by = verifier): IdentityRequest & { origin: string } => ({
    protocol,
    origin,
    data: by.createRequest(protocol, 'request', secrets) as IdentityRequest['data'],
  });

  test('shows a licence that the mdoc library reads too, with the asked claim and no other', async () => {
    const wallet = await createWallet({ authority });
    const { data } = await wallet.answerRequest(request('org-iso-mdoc'));
    const { deviceResponse } = (await readMdocResponse(data.response).open(secrets, [origin]))!;
    const [document] = DeviceResponse.decode(deviceResponse).documents!;
    assert.deepEqual(document!.issuerSigned.getPrettyClaims('org.iso.18013.5.1'), { age_over_18: true });
  });

  test('shows an identity that the SD-JWT library reads too', async () => {
    const wallet = await createWallet({ authority });
    const { data } = await wallet.answerRequest(request('openid4vp-v1-unsigned'));
    const { pid } = await openOpenid4vpResponse(data.response, secrets);
    const claims = (await new SDJwtVcInstance({ hasher: hashText }).getClaims(pid!)) as Record<string, unknown>;
    assert.deepEqual(
      [claims['vct'], claims['age_equal_or_over'], claims['family_name']],
      ['urn:eudi:pid:1', { '18': true }, undefined],
    );
  });

  test('shows what it prefers, and what it has where it may not choose', async () => {
    const wallet = await createWallet({ authority, prefers: 'mso_mdoc' });
    assert.deepEqual(
      Object.keys(
        await openOpenid4vpResponse(
          (await wallet.answerRequest(request('openid4vp-v1-unsigned'))).data.response,
          secrets,
        ),
      ),
      ['mdl'],
    );
    const forIdentities = createVerifier({
      roots: [authority.root],
      query: { credentials: [ageOver18.credentials[1]!] },
    });
    assert.deepEqual(
      Object.keys(
        await openOpenid4vpResponse(
          (await wallet.answerRequest(request('openid4vp-v1-unsigned', forIdentities))).data.response,
          secrets,
        ),
      ),
      ['pid'],
    );
  });

  test('reports a request for something that it does not have', async () => {
    const others = createVerifier({
      roots: [authority.root],
      query: {
        credentials: [
          {
            id: 'car',
            format: 'mso_mdoc',
            meta: { doctype_value: 'org.iso.7367.1.mVRC' },
            claims: [{ path: ['org.iso.7367.1', 'vehicle_holder'] }],
          },
        ],
      },
    });
    const wallet = await createWallet({ authority });
    for (const protocol of ['openid4vp-v1-unsigned', 'org-iso-mdoc'] as const)
      await assert.rejects(wallet.answerRequest(request(protocol, others)), /has none of the requested/);
  });
});
