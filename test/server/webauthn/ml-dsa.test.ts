import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAuthenticator, type Algorithm, type Fault } from '../../../src/conformance/index.js';
import { hasPostQuantum, offeredAlgorithms } from '../../../server/src/webauthn/public-key.js';
import { createPerson, signUpWithPasskey } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import {
  assertRefused,
  create,
  enroll,
  origin,
  postQuantumNames,
  register,
  requestOptions,
  signIn,
} from './ceremonies.js';

const skip = hasPostQuantum ? false : 'This Node has no ML-DSA. Node from 24.7 on has.';

test('ML-DSA is offered last where Node can verify it, and not at all elsewhere', () => {
  assert.deepEqual(offeredAlgorithms, [-8, -7, -257, ...(hasPostQuantum ? [-48, -49, -50] : [])]);
});

test('a runtime with ML-DSA in Web Crypto offers it', async () => {
  const keys = await crypto.subtle.generateKey({ name: 'ML-DSA-44' }, false, ['sign', 'verify']).catch(() => undefined);
  assert.equal(hasPostQuantum, keys !== undefined);
});

test('a key of ML-DSA is refused where it is not offered', { skip: hasPostQuantum }, async () => {
  const key = new Map<number, number | Uint8Array>([
    [1, 7],
    [3, -48],
    [-1, new Uint8Array(1312)],
  ]);
  const fault: Fault = { what: 'registers it', ceremonies: ['create'], change: { publicKey: () => key } };
  await assertRefused(
    register(await create({}, { faults: [fault] })),
    400,
    'the algorithm of the public key was not offered',
  );
});

for (const [algorithm, name] of postQuantumNames)
  describe(`a passkey with ${name}`, { skip }, () => {
    const algorithms: Algorithm[] = [algorithm];
    const withKey = (change: (key: Map<number, unknown>) => Map<number, unknown>): Fault => ({
      what: 'registers another key',
      ceremonies: ['create'],
      change: { publicKey: (key) => change(new Map(key)) as typeof key },
    });
    let server: TestServer;
    before(async () => {
      server = await startServer();
    });
    after(() => server.stop());

    test('is registered and signs in at the server', async () => {
      const ada = await signUpWithPasskey(server, `ada${-algorithm}`, { algorithms });
      assert.deepEqual(
        ada.authenticator.credentials.map((credential) => credential.algorithm),
        algorithms,
      );
      await ada.signOut();
      assert.equal((await ada.signIn()).status, 200);
      assert.equal((await ada.stepUp()).status, 200);
    });

    test('signs up at the server, passkey first', async () => {
      const { status } = await createPerson(server, `bo${-algorithm}`, { algorithms }).signUpByPasskey();
      assert.equal(status, 201);
    });

    test('with packed attestation by its own key is verified', async () => {
      const response = await create({ algorithms }, { attestation: 'packed' });
      assert.equal((await register(response)).credentialId, response.id);
    });

    test('is refused at sign-in with the signature of another key, and 401', async () => {
      const { credential } = await enroll({ algorithms });
      const other = await enroll({ algorithms });
      const response = await other.authenticator.get(requestOptions, { origin });
      await assertRefused(
        signIn({ ...response, id: credential.id, rawId: credential.id }, credential),
        401,
        'the signature is wrong',
      );
    });

    for (const [what, change] of [
      ['shorter', (bytes: Uint8Array) => bytes.slice(1)],
      ['longer', (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.of(0)])],
    ] as const) {
      test(`is refused with a key that is ${what} than the algorithm's`, async () => {
        const fault = withKey((key) => key.set(-1, change(key.get(-1) as Uint8Array)));
        await assertRefused(
          register(await create({ algorithms }, { faults: [fault] })),
          400,
          'the public key does not fit its algorithm',
        );
      });

      test(`is refused with a signature that is ${what} than the algorithm's`, async () => {
        const { authenticator, credential } = await enroll({ algorithms });
        const fault: Fault = {
          what: 'signs with another length',
          ceremonies: ['get'],
          change: { signature: (signature) => ({ ...signature, bytes: new Uint8Array(change(signature.bytes)) }) },
        };
        const response = await authenticator.get(requestOptions, { origin, faults: [fault] });
        await assertRefused(signIn(response, credential), 401, 'the signature is wrong');
      });
    }

    for (const [what, entries] of [
      ['the key type of Ed25519', [[1, 1]]],
      ['a member that such keys lack', [[-2, new Uint8Array(32)]]],
      ['the algorithm of another length', [[3, algorithm === -48 ? -49 : -48]]],
      ['text in the place of the key', [[-1, 'key']]],
    ] as const)
      test(`is refused with ${what}`, async () => {
        const fault = withKey((key) => new Map([...key, ...entries] as [number, unknown][]));
        await assertRefused(
          register(await create({ algorithms }, { faults: [fault] })),
          400,
          'the public key does not fit its algorithm',
        );
      });

    test('is not chosen by an authenticator that has an earlier algorithm of the list', async () => {
      const authenticator = createAuthenticator({ algorithms: [algorithm, -7] });
      await authenticator.create({ ...creationOptionsOf(), challenge: 'AAAAAAAAAAAAAAAAAAAAAA' }, { origin });
      assert.equal(authenticator.credentials[0]!.algorithm, -7);
    });
  });

function creationOptionsOf() {
  return {
    rp: { id: 'app.example', name: 'App' },
    user: { id: 'dXNlcg', name: 'alice', displayName: 'Alice' },
    pubKeyCredParams: offeredAlgorithms.map((alg) => ({ type: 'public-key' as const, alg })),
  };
}
