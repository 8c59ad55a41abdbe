import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { encodeCbor } from '../../../server/src/wallet/encode-cbor.js';
import { readMdocResponse } from '../../../server/src/wallet/mdoc-request.js';
import { openOpenid4vpResponse } from '../../../server/src/wallet/openid4vp-request.js';
import type { PendingRequest, RequestSecrets } from '../../../server/src/wallet/pending-request.js';
import { readArray, readCbor, readMap } from '../../../server/src/wallet/read-cbor.js';
import { createVerifier, type IdentityVerifier } from '../../../server/src/wallet/verifier.js';
import type { CborValue } from '../../../server/src/webauthn/cbor.js';
import { createAuthority, type Authority } from '../../../demo/wallet/authority.js';
import { sealForMdoc, sealForOpenid4vp } from '../../../demo/wallet/seal.js';
import { createWallet, type WalletOptions } from '../../../demo/wallet/wallet.js';
import type { IdentityProtocol, IdentityRequest } from '../../../src/base/contract/types.js';

const origin = 'https://example.com';
const now = Date.UTC(2030, 0, 1);

async function createPending(protocol: IdentityProtocol): Promise<PendingRequest> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const { x, y, d } = (await crypto.subtle.exportKey('jwk', privateKey)) as RequestSecrets['key'];
  return {
    id: crypto.randomUUID(),
    protocol,
    requestedAt: now,
    secrets: { nonce: 'A'.repeat(43), key: { kty: 'EC', crv: 'P-256', x, y, d } },
  };
}

describe('a verifier', () => {
  let authority: Authority;
  let verifier: IdentityVerifier;
  before(async () => {
    authority = await createAuthority({ now });
    verifier = createVerifier({ roots: [authority.root] });
  });

  async function answer(pending: PendingRequest, options: Partial<WalletOptions> = {}, to = origin): Promise<string> {
    const wallet = await createWallet({ authority, now: () => now, ...options });
    const data = verifier.createRequest(pending.protocol, pending.id, pending.secrets) as IdentityRequest['data'];
    return (await wallet.answerRequest({ protocol: pending.protocol, data, origin: to })).data.response;
  }

  async function verify(pending: PendingRequest, response: string, origins = [origin]) {
    const recognized = await verifier.recognize({ protocol: pending.protocol, data: { response } }, [pending], {
      origins,
      now,
    });
    return recognized?.verify();
  }

  /** A response by `org-iso-mdoc` whose documents are others, encrypted as the wallet does. */
  async function changeDocuments(
    pending: PendingRequest,
    change: (documents: CborValue[]) => CborValue[],
  ): Promise<string> {
    const opened = (await readMdocResponse(await answer(pending)).open(pending.secrets, [origin]))!;
    const members = readMap(readCbor(opened.deviceResponse, 'it'), 'it');
    const changed = encodeCbor(new Map(members).set('documents', change(readArray(members.get('documents'), 'it'))));
    const [x, y] = [Buffer.from(pending.secrets.key.x, 'base64url'), Buffer.from(pending.secrets.key.y, 'base64url')];
    return sealForMdoc(changed, { x, y }, encodeCbor(opened.transcript));
  }

  test('finds the request that a response was made for among those that wait', async () => {
    for (const protocol of ['openid4vp-v1-unsigned', 'org-iso-mdoc'] as const) {
      const pending = await Promise.all(Array.from({ length: 4 }, () => createPending(protocol)));
      for (const request of pending) {
        const found = await verifier.recognize({ protocol, data: { response: await answer(request) } }, pending, {
          origins: [origin],
          now,
        });
        assert.equal(found!.requestId, request.id);
      }
    }
  });

  test('takes a response of any of its origins, and of no other', async () => {
    const cases = [
      ['openid4vp-v1-unsigned', 'dc+sd-jwt'],
      ['openid4vp-v1-unsigned', 'mso_mdoc'],
      ['org-iso-mdoc', 'mso_mdoc'],
    ] as const;
    for (const [protocol, prefers] of cases) {
      const pending = await createPending(protocol);
      const response = await answer(pending, { prefers }, 'https://b.example');
      assert.ok(await verify(pending, response, ['https://a.example', 'https://b.example', 'https://c.example']));
      await assert.rejects(verify(pending, response, ['https://a.example', 'https://c.example']), {
        name: 'IdentityFailure',
      });
    }
  });

  test('refuses one document twice, and none', async () => {
    const pending = await createPending('org-iso-mdoc');
    assert.ok(await verify(pending, await changeDocuments(pending, (documents) => documents)));
    await assert.rejects(verify(pending, await changeDocuments(pending, ([document]) => [document!, document!])), {
      reason: 'extra_claims',
    });
    await assert.rejects(verify(pending, await changeDocuments(pending, () => [])), { reason: 'query' });
  });

  test('looks at no more documents than it has asked for', async () => {
    const pending = await createPending('org-iso-mdoc');
    await assert.rejects(verify(pending, await changeDocuments(pending, () => ['none', 'none'])), {
      reason: 'extra_claims',
    });
    await assert.rejects(verify(pending, await changeDocuments(pending, () => ['none'])), { reason: 'malformed' });
  });

  test('refuses a document that was not asked for, also one that is in order', async () => {
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
    const pending = await createPending('org-iso-mdoc');
    const recognized = await others.recognize(
      { protocol: 'org-iso-mdoc', data: { response: await answer(pending) } },
      [pending],
      { origins: [origin], now },
    );
    await assert.rejects(recognized!.verify(), { reason: 'extra_claims' });
  });

  test('refuses a presentation of two documents, or under the id of another credential', async () => {
    const pending = await createPending('openid4vp-v1-unsigned');
    const { mdl } = await openOpenid4vpResponse(await answer(pending, { prefers: 'mso_mdoc' }), pending.secrets);
    const { d: _secret, ...publicKey } = pending.secrets.key;
    const seal = (vpToken: Record<string, string[]>) =>
      sealForOpenid4vp({ vp_token: vpToken }, [{ ...publicKey, kid: pending.id }], 'A256GCM');
    assert.ok(await verify(pending, await seal({ mdl: [mdl!] })));

    const members = readMap(readCbor(new Uint8Array(Buffer.from(mdl!, 'base64url')), 'it'), 'it');
    const [document] = readArray(members.get('documents'), 'it');
    const twice = Buffer.from(encodeCbor(new Map(members).set('documents', [document!, document!]))).toString(
      'base64url',
    );
    await assert.rejects(verify(pending, await seal({ mdl: [twice] })), { reason: 'extra_claims' });
    await assert.rejects(verify(pending, await seal({ pid: [mdl!] })), { name: 'IdentityFailure' });
    await assert.rejects(verify(pending, await seal({ other: [mdl!] })), { reason: 'extra_claims' });
    await assert.rejects(verify(pending, await seal({})), { reason: 'query' });
  });

  test('is not made of a query or of roots that are none', () => {
    assert.throws(() => createVerifier({ roots: [authority.root], query: {} }));
    assert.throws(() => createVerifier({ roots: ['x'] }));
  });
});
