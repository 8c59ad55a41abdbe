import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAuthenticator, faults, type CeremonyKind, type FaultName } from '../../src/conformance/index.js';
import { creationOptions, isSigned, origin, readFlags, readSignature, requestOptions, see } from './fault-sightings.js';
import { readClientData } from './reading.js';

for (const name of Object.keys(faults) as FaultName[]) {
  const { what, ceremonies, needs } = faults[name];
  const attestation = needs?.packed ? 'packed' : 'none';

  if (ceremonies.includes('create')) {
    test(`${name}: a registration ${what}`, async () => {
      const response = await createAuthenticator().create(creationOptions, { origin, attestation, faults: [name] });
      const look = see[name].create;
      assert.ok(look, 'the table has no row for it');
      await look(response);
    });
  }

  if (ceremonies.includes('get')) {
    test(`${name}: a sign-in ${what}`, async () => {
      const authenticator = createAuthenticator();
      const registration = await authenticator.create(creationOptions, { origin });
      const response = await authenticator.get(requestOptions, { origin, faults: [name] });
      const look = see[name].get;
      assert.ok(look, 'the table has no row for it');
      await look(response, registration);
    });
  }
}

test('everything but the signature faults is signed properly at sign-in', async () => {
  const authenticator = createAuthenticator();
  const registration = await authenticator.create(creationOptions, { origin });
  const signedAnyway = (Object.keys(faults) as FaultName[]).filter(
    (name) => faults[name].ceremonies.includes('get') && !name.includes('signature'),
  );
  assert.ok(signedAnyway.length > 30);
  for (const name of signedAnyway) {
    const response = await authenticator.get(requestOptions, { origin, faults: [name] });
    assert.equal(await isSigned(response, readSignature(response), registration), true, name);
  }
});

test('several faults show together', async () => {
  const response = await createAuthenticator().create(creationOptions, {
    origin,
    faults: ['other-origin', 'user-not-present'],
  });
  assert.equal(readClientData(response).origin, 'https://phisher.example');
  assert.equal(readFlags(response) & 0x01, 0);
});

test('a change of one’s own works like a named fault', async () => {
  const ceremonies: CeremonyKind[] = ['create'];
  const change = { clientData: (data: object) => ({ ...data, type: 'x', challenge: 'y', origin: 'z' }) };
  const response = await createAuthenticator().create(creationOptions, {
    origin,
    faults: [{ what: 'says x, y, z', ceremonies, change }],
  });
  assert.deepEqual(readClientData(response), { type: 'x', challenge: 'y', origin: 'z', crossOrigin: false });
});

test('a fault that cannot show is refused by name, and no credential comes of it', async () => {
  const authenticator = createAuthenticator({ algorithms: [-8] });
  const create = (fault: FaultName) =>
    authenticator.create({ ...creationOptions, pubKeyCredParams: [{ alg: -8 }] }, { origin, faults: [fault] });
  await assert.rejects(create('bad-signature'), new TypeError('"bad-signature" cannot show in create()'));
  await assert.rejects(
    create('attestation-over-other-data'),
    new TypeError('"attestation-over-other-data" needs packed attestation'),
  );
  await assert.rejects(create('made-up' as FaultName), new TypeError('"made-up" is not a fault of the authenticator'));
  assert.deepEqual(authenticator.credentials, []);

  await authenticator.create({ ...creationOptions, pubKeyCredParams: [{ alg: -8 }] }, { origin });
  await assert.rejects(
    authenticator.get(requestOptions, { origin, faults: ['raw-ecdsa-signature'] }),
    new TypeError('"raw-ecdsa-signature" needs a credential of algorithm -7, this one has -8'),
  );
});
