import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createVerifier } from '../../../server/src/wallet/verifier.js';
import { createAuthority, type Authority } from '../../../demo/wallet/authority.js';
import type { Lies } from '../../../demo/wallet/lies.js';
import { createWallet, type WalletOptions } from '../../../demo/wallet/wallet.js';
import type { IdentityProtocol, IdentityRequest, IdentityResponse } from '../../../src/base/contract/types.js';
import { days, minutes, seconds } from '../../support/node/clock.js';
import { startServer, type TestServer } from '../../support/node/server.js';

/** How a response differs from an honest one. */
interface Case {
  lies?: (server: TestServer) => Lies;
  wallet?: (server: TestServer) => Partial<WalletOptions> | Promise<Partial<WalletOptions>>;
  /** The origin that the browser tells the wallet. */
  askedBy?: string;
  /** Changes the response in flight. */
  change?: (response: string) => string;
  expected: string;
}

/** Changes the last byte of what is encrypted. */
function tamper(response: string): string {
  if (!response.includes('.')) return changeByte(response, -1);
  const parts = response.split('.');
  return [...parts.slice(0, 3), changeByte(parts[3]!, -1), parts[4]].join('.');
}

function changeByte(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64url');
  bytes.writeUInt8(bytes.at(at)! ^ 1, (at + bytes.length) % bytes.length);
  return bytes.toString('base64url');
}

/** Lies about everything, whatever the protocol. */
const everywhere: Record<string, Case> = {
  'changed in flight': { change: tamper, expected: 'encryption' },
  'by an untrusted issuer': {
    wallet: async ({ clock }) => ({
      authority: await createAuthority({ now: clock.now(), name: 'Latchkey development' }),
    }),
    expected: 'issuer_untrusted',
  },
  'by an issuer whose certificate has ended': {
    wallet: async ({ clock }) => ({
      authority: { ...(await createAuthority({ now: clock.now() - 2 * days, lifetime: days })) },
    }),
    expected: 'issuer_untrusted',
  },
  'with a credential that has ended': {
    wallet: ({ clock }) => ({ validUntil: clock.now() - 2 * minutes }),
    expected: 'validity',
  },
  'with a credential that has not begun': {
    wallet: ({ clock }) => ({ validFrom: clock.now() + 2 * minutes }),
    expected: 'validity',
  },
  'signed by a key that the credential is not bound to': {
    lies: () => ({ signsWithAnotherKey: true }),
    expected: 'device_signature',
  },
  'showing more than was asked': { lies: () => ({ showsMore: true }), expected: 'extra_claims' },
  'with a claim that the issuer has not made': { lies: () => ({ changesClaims: true }), expected: 'digest' },
  'of a user who is 17': { wallet: () => ({ ageOver18: false }), expected: 'query' },
};

const kinds: {
  what: string;
  protocol: IdentityProtocol;
  prefers: 'mso_mdoc' | 'dc+sd-jwt';
  cases: Record<string, Case>;
}[] = [
  {
    what: 'an SD-JWT VC by OpenID4VP',
    protocol: 'openid4vp-v1-unsigned',
    prefers: 'dc+sd-jwt',
    cases: {
      ...everywhere,
      'made for another site': { askedBy: 'https://evil.example', expected: 'origin' },
      'that names another site': { lies: () => ({ origin: 'https://evil.example' }), expected: 'origin' },
      'for a site that only begins like ours': {
        lies: ({ origin }) => ({ origin: `${origin}.evil.example` }),
        expected: 'origin',
      },
      'with another nonce': { lies: () => ({ nonce: 'another' }), expected: 'nonce' },
      'signed before it was requested': {
        lies: ({ clock }) => ({ signedAt: clock.now() - 62 * seconds }),
        expected: 'stale',
      },
      'signed in the future': { lies: ({ clock }) => ({ signedAt: clock.now() + 62 * seconds }), expected: 'stale' },
    },
  },
  {
    what: 'an mdoc by OpenID4VP',
    protocol: 'openid4vp-v1-unsigned',
    prefers: 'mso_mdoc',
    cases: {
      ...everywhere,
      'made for another site': { askedBy: 'https://evil.example', expected: 'device_signature' },
      'with another nonce': { lies: () => ({ nonce: 'another' }), expected: 'device_signature' },
    },
  },
  {
    what: 'an mdoc by org-iso-mdoc',
    protocol: 'org-iso-mdoc',
    prefers: 'mso_mdoc',
    cases: {
      ...everywhere,
      'made for another site': { askedBy: 'https://evil.example', expected: 'encryption' },
      'encrypted for us and signed for another site': {
        lies: () => ({ origin: 'https://evil.example' }),
        expected: 'device_signature',
      },
      'signed with another nonce': { lies: () => ({ nonce: 'another' }), expected: 'device_signature' },
      'with another encapsulated key': { change: (response) => changeByte(response, 20), expected: 'encryption' },
    },
  },
];

for (const { what, protocol, prefers, cases } of kinds) {
  describe(what, () => {
    let authority: Authority;
    /** As trusted, with a certificate that does not name the purpose of signing mdocs. */
    let unmarked: Authority;
    let server: TestServer;
    before(async () => {
      authority = await createAuthority({ now: Date.UTC(2030, 0, 1) });
      unmarked = await createAuthority({ now: Date.UTC(2030, 0, 1), name: 'Unmarked', signsMdocs: false });
      server = await startServer({ identity: createVerifier({ roots: [authority.root, unmarked.root] }) });
    });
    after(() => server.stop());

    /** Asks as a new visitor, has a wallet answer, and posts it. */
    async function present({
      lies,
      wallet: changes,
      askedBy,
      change,
    }: Omit<Case, 'expected'>): Promise<{ status: number; body: Record<string, unknown> }> {
      const visitor = server.visitor();
      const wallet = await createWallet({ authority, now: server.clock.now, prefers, ...(await changes?.(server)) });
      const { body } = await visitor.get<IdentityRequest>(`/identity/request?protocol=${protocol}`);
      const honest: IdentityResponse = await wallet.answerRequest(
        { ...body, origin: askedBy ?? server.origin },
        lies?.(server),
      );
      return visitor.post('/identity/verify', {
        protocol,
        data: { response: change?.(honest.data.response) ?? honest.data.response },
      });
    }

    test('is accepted when it is honest, and its asked claims are returned', async () => {
      const { status, body } = await present({});
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(Object.keys(body['claims'] as object), [prefers === 'mso_mdoc' ? 'mdl' : 'pid']);
    });

    test('is accepted of an issuer whose certificate does not name the signing of mdocs unless it is one', async () => {
      const { status, body } = await present({ wallet: () => ({ authority: unmarked }) });
      assert.deepEqual([status, body['reason']], prefers === 'mso_mdoc' ? [400, 'issuer_untrusted'] : [200, undefined]);
    });

    test('is accepted in either encryption, and with a clock that is a minute off', async () => {
      for (const contentEncryption of ['A128GCM', 'A256GCM'] as const)
        assert.equal((await present({ wallet: () => ({ contentEncryption }) })).status, 200);
      for (const off of [-59, 59])
        assert.equal((await present({ lies: ({ clock }) => ({ signedAt: clock.now() + off * seconds }) })).status, 200);
    });

    for (const [lie, details] of Object.entries(cases)) {
      test(`${lie}: 400, ${details.expected}`, async () => {
        const { status, body } = await present(details);
        assert.deepEqual([status, body['error'], body['reason']], [400, 'verification_failed', details.expected]);
        assert.deepEqual(server.logs.at(-1), { level: 'warn', event: 'identity-refused', reason: details.expected });
      });
    }
  });
}
