import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createAuthenticator } from '../../src/conformance/index.js';
import { checkShape } from '../../server/src/http/contract.js';
import { Refusal } from '../../server/src/http/refusal.js';
import { assertQuick } from '../support/node/quick.js';

const creationOptions = {
  challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
  rp: { id: 'localhost', name: 'x' },
  user: { id: 'AAAA', name: 'x', displayName: 'x' },
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
};
const context = { origin: 'http://localhost' };

type Change = (body: Record<string, never>) => void;

/** Sets a member by its path; undefined removes it. */
function set(path: string, value: unknown): Change {
  return (body) => {
    const names = path.split('.');
    const last = names.pop()!;
    const place = names.reduce<Record<string, unknown>>((node, name) => node[name] as Record<string, unknown>, body);
    if (value === undefined) delete place[last];
    else place[last] = value;
  };
}

const notBase64url = [
  '',
  'A',
  'AAAAA',
  'AA==',
  'A+/A',
  'AA A',
  'AA\n',
  'AA\u0000',
  'é'.repeat(4),
  7,
  null,
  {},
  ['AAAA'],
  true,
];

describe('the shapes of requests', () => {
  const bodies = {
    RegistrationResponse: async () => createAuthenticator().create(creationOptions, context),
    AuthenticationResponse: async () => {
      const authenticator = createAuthenticator();
      await authenticator.create(creationOptions, context);
      return authenticator.get({ challenge: 'AAAAAAAAAAAAAAAAAAAAAA', rpId: 'localhost' }, context);
    },
  };
  const binaries = {
    RegistrationResponse: [
      'id',
      'rawId',
      'response.clientDataJSON',
      'response.attestationObject',
      'response.authenticatorData',
      'response.publicKey',
    ],
    AuthenticationResponse: [
      'id',
      'rawId',
      'response.clientDataJSON',
      'response.authenticatorData',
      'response.signature',
      'response.userHandle',
    ],
  };
  const required = {
    RegistrationResponse: ['id', 'rawId', 'type', 'response', 'response.clientDataJSON', 'response.attestationObject'],
    AuthenticationResponse: [
      'id',
      'rawId',
      'type',
      'response',
      'response.clientDataJSON',
      'response.authenticatorData',
      'response.signature',
    ],
  };

  for (const name of ['RegistrationResponse', 'AuthenticationResponse'] as const) {
    async function changed(change: Change): Promise<unknown> {
      const body = structuredClone(await bodies[name]()) as unknown as Record<string, never>;
      change(body);
      return body;
    }

    test(`${name}: what an authenticator makes fits`, async () => {
      const body = await bodies[name]();
      assert.equal(checkShape(name, body), body);
    });

    test(`${name}: further members fit, at every level`, async () => {
      checkShape(name, await changed(set('later', { a: 1 })));
      checkShape(name, await changed(set('response.later', 'x')));
      checkShape(name, await changed(set('clientExtensionResults', { later: { enabled: true } })));
    });

    for (const path of required[name]) {
      test(`${name}: ${path} is required`, async () => {
        const body = await changed(set(path, undefined));
        assert.throws(
          () => checkShape(name, body),
          (error) =>
            error instanceof Refusal && error.status === 400 && error.message.includes(path.split('.').at(-1)!),
        );
      });
    }

    for (const path of binaries[name]) {
      test(`${name}: ${path} must be base64url`, async () => {
        for (const value of notBase64url) {
          const body = await changed(set(path, value));
          assert.throws(() => checkShape(name, body), Refusal, `${path}: ${JSON.stringify(value)}`);
        }
      });
    }

    test(`${name}: a refusal never repeats what was sent`, async () => {
      const body = await changed(set('id', '<script>secret</script>'));
      assert.throws(
        () => checkShape(name, body),
        (error: Error) => !error.message.includes('secret'),
      );
    });

    test(`${name}: anything else is refused, never an exception of another kind`, () => {
      fc.assert(
        fc.property(fc.jsonValue(), (value) => {
          assert.throws(() => checkShape(name, value), Refusal);
        }),
      );
    });

    test(`${name}: 32 kB of almost base64url take less than 20 ms`, async () => {
      const body = await changed(set('id', `${'A'.repeat(32_000)}!`));
      await assertQuick(20, () => assert.throws(() => checkShape(name, body), Refusal));
    });
  }
});
