import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { createVerifier, type IdentityVerifier } from '../../../server/src/wallet/verifier.js';
import { IdentityFailure } from '../../../server/src/wallet/identity-failure.js';
import type { PendingRequest, RequestSecrets } from '../../../server/src/wallet/pending-request.js';
import { createAuthority, type Authority } from '../../../demo/wallet/authority.js';
import { createWallet, type Wallet } from '../../../demo/wallet/wallet.js';
import { sealForMdoc, sealForOpenid4vp } from '../../../demo/wallet/seal.js';
import type { IdentityProtocol, IdentityRequest } from '../../../src/base/contract/types.js';
import { encodeCbor } from '../../../server/src/wallet/encode-cbor.js';
import { openOpenid4vpResponse } from '../../../server/src/wallet/openid4vp-request.js';
import { readMdocResponse } from '../../../server/src/wallet/mdoc-request.js';
import { scaled } from '../../support/node/engines.js';
import { startServer, type TestServer } from '../../support/node/server.js';

const origin = 'https://example.com';
const now = Date.UTC(2030, 0, 1);

/** A change to some bytes. */
const mutation = fc.record({
  kind: fc.constantFrom('flip', 'cut', 'insert', 'repeat', 'overwrite'),
  at: fc.nat(5000),
  value: fc.integer({ min: 1, max: 255 }),
  length: fc.integer({ min: 1, max: 8 }),
});
type Mutation = typeof mutation extends fc.Arbitrary<infer Value> ? Value : never;

function mutate(bytes: Buffer, { kind, at: position, value, length }: Mutation): Buffer {
  const at = position % bytes.length;
  const rest = bytes.subarray(at);
  if (kind === 'cut') return Buffer.concat([bytes.subarray(0, at), rest.subarray(length)]);
  if (kind === 'insert') return Buffer.concat([bytes.subarray(0, at), Buffer.alloc(length, value), rest]);
  if (kind === 'repeat') return Buffer.concat([bytes.subarray(0, at + length), rest]);
  const changed = Buffer.from(bytes);
  if (kind === 'flip') changed[at]! ^= value;
  else changed.fill(value, at, Math.min(at + length, changed.length));
  return changed;
}

/** Whether only the version of a `DeviceResponse` is another, which is not signed. */
function isOfAnotherVersion(changed: Buffer, original: Buffer): boolean {
  return changed.subarray(13).equals(original.subarray(13)) && changed.subarray(0, 10).equals(original.subarray(0, 10));
}

describe('changed responses', () => {
  let authority: Authority;
  let verifier: IdentityVerifier;
  before(async () => {
    authority = await createAuthority({ now });
    verifier = createVerifier({ roots: [authority.root] });
  });
  const runs = { numRuns: scaled(10_000), seed: 20_300_101, endOnFailure: true };

  async function createPending(protocol: IdentityProtocol): Promise<PendingRequest> {
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
    const { x, y, d } = (await crypto.subtle.exportKey('jwk', privateKey)) as RequestSecrets['key'];
    return {
      id: 'request',
      protocol,
      requestedAt: now,
      secrets: { nonce: 'A'.repeat(43), key: { kty: 'EC', crv: 'P-256', x, y, d } },
    };
  }

  /** Whether a response is accepted. Everything but a failure of the response fails the test. */
  async function isAccepted(pending: PendingRequest, response: string): Promise<boolean> {
    try {
      const recognized = await verifier.recognize({ protocol: pending.protocol, data: { response } }, [pending], {
        origins: [origin],
        now,
      });
      return recognized !== undefined && Object.keys(await recognized.verify()).length > 0;
    } catch (error) {
      if (error instanceof IdentityFailure) return false;
      throw error;
    }
  }

  const askedOf = (pending: PendingRequest): IdentityRequest & { origin: string } => ({
    protocol: pending.protocol,
    origin,
    data: verifier.createRequest(pending.protocol, pending.id, pending.secrets) as IdentityRequest['data'],
  });

  test('are never accepted when something inside an SD-JWT or an mdoc by OpenID4VP is another', async () => {
    for (const prefers of ['dc+sd-jwt', 'mso_mdoc'] as const) {
      const pending = await createPending('openid4vp-v1-unsigned');
      const wallet = await createWallet({ authority, now: () => now, prefers });
      const { response } = (await wallet.answerRequest(askedOf(pending))).data;
      assert.equal(await isAccepted(pending, response), true);
      const [[id, presentation]] = Object.entries(await openOpenid4vpResponse(response, pending.secrets)) as [
        [string, string],
      ];
      const { d: _secret, ...publicKey } = pending.secrets.key;
      const seal = (changed: string) =>
        sealForOpenid4vp({ vp_token: { [id]: [changed] } }, [{ ...publicKey, kid: pending.id }], 'A256GCM');
      assert.equal(await isAccepted(pending, await seal(presentation)), true);

      await fc.assert(
        fc.asyncProperty(mutation, async (change) => {
          const encoding = prefers === 'mso_mdoc' ? 'base64url' : 'latin1';
          const original = Buffer.from(presentation, encoding);
          const changed = mutate(original, change);
          if (changed.equals(original) || isOfAnotherVersion(changed, original)) return;
          assert.equal(await isAccepted(pending, await seal(changed.toString(encoding))), false);
        }),
        runs,
      );
    }
  });

  test('are never accepted when something inside an mdoc by org-iso-mdoc is another', async () => {
    const pending = await createPending('org-iso-mdoc');
    const wallet = await createWallet({ authority, now: () => now });
    const { response } = (await wallet.answerRequest(askedOf(pending))).data;
    const opened = (await readMdocResponse(response).open(pending.secrets, [origin]))!;
    const { x, y } = pending.secrets.key;
    const recipient = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
    const seal = (bytes: Uint8Array) => sealForMdoc(new Uint8Array(bytes), recipient, encodeCbor(opened.transcript));
    assert.equal(await isAccepted(pending, await seal(opened.deviceResponse)), true);

    await fc.assert(
      fc.asyncProperty(mutation, async (change) => {
        const original = Buffer.from(opened.deviceResponse);
        const changed = mutate(original, change);
        if (!isOfAnotherVersion(changed, original)) assert.equal(await isAccepted(pending, await seal(changed)), false);
      }),
      runs,
    );
  });

  test('are never accepted when the JSON that OpenID4VP encrypts is another, and refused whatever it is', async () => {
    const pending = await createPending('openid4vp-v1-unsigned');
    const { d: _secret, ...publicKey } = pending.secrets.key;
    const presentation = fc.oneof(
      fc.string(),
      fc.constantFrom('a.b.c~', '~', '~~', 'a~b~c', '..~', 'eyJ9.e30.AA~e30~e30.e30.AA'),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const content = fc.oneof(
      fc.object({ maxDepth: 4 }),
      fc
        .dictionary(
          fc.constantFrom('mdl', 'pid', 'x', '__proto__'),
          fc.oneof(presentation, fc.array(presentation, { maxLength: 2 })),
        )
        .map((token) => ({ vp_token: token })),
    );
    await fc.assert(
      fc.asyncProperty(content, async (value) =>
        assert.equal(
          await isAccepted(pending, await sealForOpenid4vp(value, [{ ...publicKey, kid: pending.id }], 'A128GCM')),
          false,
        ),
      ),
      runs,
    );
  });
});

describe('changed responses on their way', () => {
  let server: TestServer;
  let wallet: Wallet;
  before(async () => {
    const authority = await createAuthority({ now });
    server = await startServer({ identity: createVerifier({ roots: [authority.root] }) });
    wallet = await createWallet({ authority, now: server.clock.now });
  });
  after(() => server.stop());

  for (const protocol of ['openid4vp-v1-unsigned', 'org-iso-mdoc'] as const) {
    test(`by ${protocol} are refused with 400, and are never the server’s fault`, async () => {
      const visitor = server.visitor();
      await fc.assert(
        fc.asyncProperty(mutation, fc.constantFrom('text', 'bytes'), async (change, level) => {
          const { body } = await visitor.get<IdentityRequest>(`/identity/request?protocol=${protocol}`);
          const { response } = (await wallet.answerRequest({ ...body, origin: server.origin })).data;
          const parts = response.split('.');
          const index = change.at % parts.length;
          const encoding = level === 'bytes' ? 'base64url' : 'latin1';
          const part = Buffer.from(parts[index]!, encoding);
          const changed = part.length === 0 ? 'AA' : mutate(part, change).toString(encoding);
          const answer = await visitor.post('/identity/verify', {
            protocol,
            data: { response: parts.with(index, changed).join('.') || 'x' },
          });
          assert.equal(answer.status, changed === parts[index] ? 200 : 400, answer.text);
        }),
        { numRuns: scaled(10_000), seed: 20_300_101, endOnFailure: true },
      );
      assert.deepEqual(
        server.logs.filter(({ level }) => level === 'error'),
        [],
      );
    });
  }
});
