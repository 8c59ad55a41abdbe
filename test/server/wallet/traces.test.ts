import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createVerifier } from '../../../server/src/wallet/verifier.js';
import { createAuthority } from '../../../demo/wallet/authority.js';
import { holder, identityType, licence } from '../../../demo/wallet/credentials.js';
import type { Lies } from '../../../demo/wallet/lies.js';
import { createWallet } from '../../../demo/wallet/wallet.js';
import type { IdentityProtocol, IdentityRequest } from '../../../src/base/contract/types.js';
import { startServer, type TestServer } from '../../support/node/server.js';

const query = {
  credentials: [
    {
      id: 'mdl',
      format: 'mso_mdoc',
      meta: { doctype_value: licence.documentType },
      claims: ['family_name', 'given_name', 'birth_date'].map((name) => ({ path: [licence.nameSpace, name] })),
    },
    {
      id: 'pid',
      format: 'dc+sd-jwt',
      meta: { vct_values: [identityType] },
      claims: ['family_name', 'given_name', 'birthdate'].map((name) => ({ path: [name] })),
    },
  ],
  credential_sets: [{ options: [['mdl'], ['pid']] }],
};

/**
 * Everything that a server has handed to its database and its log, as text. Bytes are there as text and in base64url.
 */
async function startWatchedServer(roots: readonly string[]): Promise<{ server: TestServer; seen: () => string }> {
  const handed: unknown[] = [];
  const server = await startServer({
    identity: createVerifier({ query, roots }),
    wrapStore: (store) =>
      new Proxy(store, {
        get:
          (target, name: keyof typeof store) =>
          (...values: unknown[]) => {
            handed.push(values);
            return (target[name] as (...given: unknown[]) => unknown)(...values);
          },
      }),
  });
  return { server, seen: () => JSON.stringify([handed, server.logs]) };
}

describe('who a user is', () => {
  // Three letters come about in what is random; a user identified by the first name is identified by the others too.
  const secrets = [holder.familyName, holder.birthDate].flatMap((text) => [
    text,
    Buffer.from(text).toString('base64url').slice(0, -1),
  ]);

  for (const [what, lies] of [
    ['was proven', {}],
    ['was not proven', { signsWithAnotherKey: true }],
  ] satisfies [string, Lies][]) {
    test(`leaves no trace in the log or the database when it ${what}`, async () => {
      const authority = await createAuthority({ now: Date.UTC(2030, 0, 1) });
      const { server, seen } = await startWatchedServer([authority.root]);
      const visitor = server.visitor();
      for (const [protocol, prefers] of [
        ['openid4vp-v1-unsigned', 'dc+sd-jwt'],
        ['openid4vp-v1-unsigned', 'mso_mdoc'],
        ['org-iso-mdoc', 'mso_mdoc'],
      ] as [IdentityProtocol, 'mso_mdoc'][]) {
        const wallet = await createWallet({ authority, now: server.clock.now, prefers });
        const { body } = await visitor.get<IdentityRequest>(`/identity/request?protocol=${protocol}`);
        const response = await wallet.answerRequest({ ...body, origin: server.origin }, lies);
        const { status, text } = await visitor.post('/identity/verify', response);
        assert.deepEqual(
          [status, text.includes(holder.familyName)],
          lies.signsWithAnotherKey ? [400, false] : [200, true],
        );
        assert.equal(seen().includes(response.data.response.slice(100, 200)), false);
      }
      await server.stop();
      assert.match(seen(), /org-iso-mdoc/);
      for (const secret of secrets) assert.equal(seen().includes(secret), false, secret);
      assert.deepEqual(
        server.logs,
        lies.signsWithAnotherKey
          ? Array(3).fill({ level: 'warn', event: 'identity-refused', reason: 'device_signature' })
          : [],
      );
    });
  }

  test('cannot be read from the database, where the nonce and key of a request are encrypted', async () => {
    const authority = await createAuthority({ now: Date.UTC(2030, 0, 1) });
    const { server, seen } = await startWatchedServer([authority.root]);
    const { body } = await server.visitor().get<IdentityRequest>('/identity/request?protocol=openid4vp-v1-unsigned');
    await server.stop();
    const {
      nonce,
      client_metadata: {
        jwks: {
          keys: [key],
        },
      },
    } = body.data as { nonce: string; client_metadata: { jwks: { keys: [{ x: string }] } } };
    assert.match(seen(), /"sealed":"/);
    for (const secret of [nonce, key.x, '"d"']) assert.equal(seen().includes(secret), false);
  });
});
