import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { createAuthenticator, type Algorithm, type CreationOptionsJSON } from '../../src/conformance/index.js';
import { decode, readAuthenticatorData } from './reading.js';

const origin = 'https://app.example';
const rpId = 'app.example';
const challenge = Buffer.alloc(32, 7).toString('base64url');
const userHandle = Buffer.alloc(32, 9).toString('base64url');
const names: Partial<Record<Algorithm, string>> = { [-8]: 'EdDSA', [-7]: 'ES256', [-257]: 'RS256' };

const creationOptions: CreationOptionsJSON = {
  rp: { id: rpId, name: 'App' },
  user: { id: userHandle, name: 'alice', displayName: 'Alice' },
  challenge,
  pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
};
const requestOptions = { challenge, rpId };

for (const algorithm of [-8, -7, -257] as const) {
  for (const attestation of ['none', 'packed'] as const) {
    test(`a ${names[algorithm]} passkey with ${attestation} attestation registers and signs in at an independent verifier`, async () => {
      const authenticator = createAuthenticator({ algorithms: [algorithm] });
      const registration = await verifyRegistrationResponse({
        response: (await authenticator.create(creationOptions, { origin, attestation })) as never,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
      });
      assert.equal(registration.verified, true);
      assert.equal(registration.registrationInfo?.fmt, attestation);

      const signIn = await verifyAuthenticationResponse({
        response: (await authenticator.get(requestOptions, { origin })) as never,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        credential: registration.registrationInfo.credential,
      });
      assert.equal(signIn.verified, true);
    });
  }
}

test('the convenience members of a registration agree with its signed bytes', async () => {
  const { response } = await createAuthenticator({ algorithms: [-7] }).create(creationOptions, { origin });
  const publicKey = await crypto.subtle.importKey(
    'spki',
    decode(response.publicKey),
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    ['verify'],
  );
  const point = Buffer.from(await crypto.subtle.exportKey('raw', publicKey));
  assert.equal(response.publicKeyAlgorithm, -7);
  assert.ok(decode(response.authenticatorData).includes(point.subarray(1, 33)));
  assert.ok(decode(response.attestationObject).includes(decode(response.authenticatorData)));
});

test('authenticator data lies in memory as the specification lays it out', async () => {
  const authenticator = createAuthenticator({ aaguid: '01020304-0506-0708-090a-0b0c0d0e0f10' });
  const registration = await authenticator.create(creationOptions, { origin, counter: 0x01020304 });
  const bytes = decode(registration.response.authenticatorData);
  assert.deepEqual(bytes.subarray(0, 32), Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(rpId))));
  assert.equal(bytes[32], 0b0101_1101);
  assert.equal(bytes.subarray(33, 37).toString('hex'), '01020304');
  assert.equal(bytes.subarray(37, 53).toString('hex'), '0102030405060708090a0b0c0d0e0f10');
  assert.equal(bytes.readUInt16BE(53), 32);
  assert.equal(bytes.subarray(55, 87).toString('base64url'), registration.id);
  assert.equal(bytes.subarray(87, 97).toString('hex'), 'a4010103272006215820');
  assert.equal(bytes.length, 129);
});

test('authenticator data of a sign-in is 37 bytes', async () => {
  const authenticator = createAuthenticator();
  await authenticator.create(creationOptions, { origin });
  const { response } = await authenticator.get(requestOptions, { origin });
  assert.equal(decode(response.authenticatorData).length, 37);
  assert.equal(readAuthenticatorData(response.authenticatorData).flags, 0b0001_1101);
});

test('client data is written with type, challenge, origin and crossOrigin first, in this order', async () => {
  const { response } = await createAuthenticator().create(creationOptions, { origin });
  const expected = `{"type":"webauthn.create","challenge":"${challenge}","origin":"${origin}","crossOrigin":false}`;
  assert.equal(decode(response.clientDataJSON).toString(), expected);
});

test('a frame in another page names that page', async () => {
  const { response } = await createAuthenticator().create(creationOptions, {
    origin,
    crossOrigin: true,
    topOrigin: 'https://top.example',
  });
  assert.match(decode(response.clientDataJSON).toString(), /"crossOrigin":true,"topOrigin":"https:\/\/top.example"}$/);
});

test('the first offered algorithm that the authenticator knows is taken', async () => {
  const authenticator = createAuthenticator({ algorithms: [-7, -257] });
  const { response } = await authenticator.create(creationOptions, { origin });
  assert.equal(response.publicKeyAlgorithm, -7);
});

test('ES256 is taken when nothing is offered, as browsers do', async () => {
  const { response } = await createAuthenticator().create({ ...creationOptions, pubKeyCredParams: [] }, { origin });
  assert.equal(response.publicKeyAlgorithm, -7);
});

test('creating fails with NotSupportedError when no algorithm fits', async () => {
  const options = { ...creationOptions, pubKeyCredParams: [{ alg: -35 }] };
  await assert.rejects(createAuthenticator().create(options, { origin }), { name: 'NotSupportedError' });
});

test('creating fails with InvalidStateError when a credential is excluded', async () => {
  const authenticator = createAuthenticator();
  const { id } = await authenticator.create(creationOptions, { origin });
  await assert.rejects(authenticator.create({ ...creationOptions, excludeCredentials: [{ id }] }, { origin }), {
    name: 'InvalidStateError',
  });
});

test('a second passkey of the same user replaces the first', async () => {
  const authenticator = createAuthenticator();
  await authenticator.create(creationOptions, { origin });
  const second = await authenticator.create(creationOptions, { origin });
  assert.deepEqual(
    authenticator.credentials.map(({ id }) => id),
    [second.id],
  );
});

test('signing in takes the newest passkey of the RP ID, the one allowed, or the one chosen', async () => {
  const authenticator = createAuthenticator();
  const alice = await authenticator.create(creationOptions, { origin });
  const bob = await authenticator.create({ ...creationOptions, user: { id: 'Ym9i', name: 'bob' } }, { origin });
  await authenticator.create({ ...creationOptions, rp: { id: 'other.example' } }, { origin });
  const newest = await authenticator.get(requestOptions, { origin });
  const allowed = await authenticator.get({ ...requestOptions, allowCredentials: [{ id: alice.id }] }, { origin });
  const chosen = await authenticator.get(requestOptions, { origin, credential: alice.id });
  assert.deepEqual([newest.id, allowed.id, chosen.id], [bob.id, alice.id, alice.id]);
  assert.equal(newest.response.userHandle, 'Ym9i');
});

test('signing in fails with NotAllowedError when no passkey fits', async () => {
  await assert.rejects(createAuthenticator().get(requestOptions, { origin }), { name: 'NotAllowedError' });
});

test('the counter stays at zero or grows with each sign-in, as configured', async () => {
  const readCounters = async (counter: 'zero' | 'increasing'): Promise<number[]> => {
    const authenticator = createAuthenticator({ counter });
    const responses = [await authenticator.create(creationOptions, { origin })].map(
      ({ response }) => response.authenticatorData,
    );
    for (let count = 0; count < 2; count += 1)
      responses.push((await authenticator.get(requestOptions, { origin })).response.authenticatorData);
    return responses.map((data) => readAuthenticatorData(data).counter);
  };
  assert.deepEqual(await readCounters('zero'), [0, 0, 0]);
  assert.deepEqual(await readCounters('increasing'), [1, 2, 3]);
});

test('a counter given for one ceremony is reported, and the next continues from it', async () => {
  const authenticator = createAuthenticator({ counter: 'increasing' });
  await authenticator.create(creationOptions, { origin });
  const given = await authenticator.get(requestOptions, { origin, counter: 0xffff_fff0 });
  const next = await authenticator.get(requestOptions, { origin });
  assert.equal(readAuthenticatorData(given.response.authenticatorData).counter, 0xffff_fff0);
  assert.equal(readAuthenticatorData(next.response.authenticatorData).counter, 0xffff_fff1);
});

for (const [backupEligible, backedUp, bits] of [
  [false, false, 0],
  [true, false, 0b0_1000],
  [true, true, 0b1_1000],
] as const) {
  test(`backup eligible ${backupEligible} and backed up ${backedUp} are in the flags`, async () => {
    const { response } = await createAuthenticator({ backupEligible, backedUp }).create(creationOptions, { origin });
    assert.equal(readAuthenticatorData(response.authenticatorData).flags & 0b1_1000, bits);
  });
}

test('an authenticator that does not verify the user clears the flag, unless one ceremony is to differ', async () => {
  const authenticator = createAuthenticator({ userVerified: false });
  const { response } = await authenticator.create(creationOptions, { origin });
  const verified = await authenticator.get(requestOptions, { origin, userVerified: true });
  assert.equal(readAuthenticatorData(response.authenticatorData).flags & 0b101, 0b001);
  assert.equal(readAuthenticatorData(verified.response.authenticatorData).flags & 0b101, 0b101);
});

test('a passkey created silently tells neither presence nor verification', async () => {
  const { response } = await createAuthenticator().create(creationOptions, { origin, mediation: 'conditional' });
  assert.equal(readAuthenticatorData(response.authenticatorData).flags & 0b101, 0);
});

test('credential properties and credential protection are answered when they are requested', async () => {
  const extensions = { credProps: true, credentialProtectionPolicy: 'userVerificationRequired' };
  const { clientExtensionResults, response } = await createAuthenticator().create(
    { ...creationOptions, extensions },
    { origin },
  );
  assert.deepEqual(clientExtensionResults, { credProps: { rk: true } });
  assert.equal(readAuthenticatorData(response.authenticatorData).flags & 0x80, 0x80);
  // {"credProtect": 3}
  assert.ok(decode(response.authenticatorData).toString('hex').endsWith('a16b6372656450726f7465637403'));
});

test('PRF gives the same 32 bytes for the same salt, other bytes for another salt, and only when asked', async () => {
  const authenticator = createAuthenticator();
  const evaluate = (first: string) => ({ prf: { eval: { first } } });
  const created = await authenticator.create({ ...creationOptions, extensions: { prf: {} } }, { origin });
  const once = await authenticator.get({ ...requestOptions, extensions: evaluate('AAAA') }, { origin });
  const again = await authenticator.get({ ...requestOptions, extensions: evaluate('AAAA') }, { origin });
  const other = await authenticator.get({ ...requestOptions, extensions: evaluate('BBBB') }, { origin });
  const unasked = await authenticator.get(requestOptions, { origin });
  const { results } = once.clientExtensionResults.prf as { results: { first: string } };
  assert.deepEqual(created.clientExtensionResults, { prf: { enabled: true } });
  assert.equal(decode(results.first).length, 32);
  assert.deepEqual(again.clientExtensionResults, once.clientExtensionResults);
  assert.notDeepEqual(other.clientExtensionResults, once.clientExtensionResults);
  assert.deepEqual(unasked.clientExtensionResults, {});
});

test('an authenticator without PRF says that it is not enabled', async () => {
  const { clientExtensionResults } = await createAuthenticator({ prf: false }).create(
    { ...creationOptions, extensions: { prf: {} } },
    { origin },
  );
  assert.deepEqual(clientExtensionResults, { prf: { enabled: false } });
});

test('a hundred passkeys are created one after another without a pause', async () => {
  const authenticator = createAuthenticator({ algorithms: [-7] });
  for (let user = 0; user < 100; user += 1) {
    await authenticator.create(
      { ...creationOptions, user: { id: Buffer.of(user).toString('base64url'), name: `user ${user}` } },
      { origin },
    );
  }
  assert.equal(new Set(authenticator.credentials.map(({ id }) => id)).size, 100);
});

test('malformed options are refused by name', async () => {
  const authenticator = createAuthenticator();
  const user = { id: 'not base64url!', name: 'alice' };
  await assert.rejects(
    authenticator.create({ ...creationOptions, user }, { origin }),
    new TypeError('"user.id" must be base64url'),
  );
  await assert.rejects(
    createAuthenticator({ aaguid: 'me' }).create(creationOptions, { origin }),
    new TypeError('"aaguid" must be a UUID'),
  );
  await assert.rejects(
    authenticator.create({ ...creationOptions, extensions: { prf: { eval: { first: '?' } } } }, { origin }),
    new TypeError('"prf.eval" must be base64url'),
  );
  assert.deepEqual(authenticator.credentials, []);
});
