import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults, type Fault, type FaultName } from '../../../src/conformance/index.js';
import { runsEverything } from '../../support/node/quick.js';
import { algorithmNames, assertRefused, challenge, create, embedder, origin, register } from './ceremonies.js';

for (const [algorithm, name] of algorithmNames) {
  for (const attestation of ['none', 'packed'] as const) {
    test(`a ${name} passkey with ${attestation} attestation is registered`, async () => {
      const response = await create({ algorithms: [algorithm] }, { attestation });
      const verified = await register(response);
      assert.equal(verified.credentialId, response.id);
      assert.ok(
        Buffer.from(response.response.authenticatorData, 'base64url')
          .subarray(-verified.publicKey.length)
          .equals(verified.publicKey),
      );
    });
  }

  test(`an ${name} registration is refused for everything that rules 1 to 5 of the specification forbid`, async () => {
    // a key of RSA takes a hundred times as long to make as one of a curve
    const tried = name === 'RS256' && !runsEverything ? ruleFaults.filter((_, index) => index % 4 === 0) : ruleFaults;
    for (const [fault, reason] of tried) {
      await assertRefused(register(await create({ algorithms: [algorithm] }, { faults: [fault] })), 400, reason);
    }
  });

  test(`an ${name} registration whose attestation does not hold is refused`, async () => {
    for (const [fault, reason] of attestationFaults) {
      await assertRefused(
        register(await create({ algorithms: [algorithm] }, { attestation: 'packed', faults: [fault] })),
        400,
        reason,
      );
    }
  });
}

const ruleFaults: ReadonlyArray<readonly [FaultName, string]> = [
  ['wrong-type', 'clientDataJSON.type must be "webauthn.create"'],
  ['payment-type', 'clientDataJSON.type must be "webauthn.create"'],
  ['other-challenge', 'clientDataJSON.challenge is not the one that was issued'],
  ['no-challenge', 'clientDataJSON.challenge is not the one that was issued'],
  ['other-origin', 'clientDataJSON.origin is not one of the configured origins'],
  ['origin-with-another-suffix', 'clientDataJSON.origin is not one of the configured origins'],
  ['origin-with-another-prefix', 'clientDataJSON.origin is not one of the configured origins'],
  ['origin-inside-another', 'clientDataJSON.origin is not one of the configured origins'],
  ['origin-of-a-subdomain', 'clientDataJSON.origin is not one of the configured origins'],
  ['origin-without-scheme', 'clientDataJSON.origin is not one of the configured origins'],
  ['origin-with-another-port', 'clientDataJSON.origin is not one of the configured origins'],
  ['origin-with-another-scheme', 'clientDataJSON.origin is not one of the configured origins'],
  ['origin-with-a-path', 'clientDataJSON.origin is not one of the configured origins'],
  ['opaque-origin', 'clientDataJSON.origin is not one of the configured origins'],
  ['origin-of-an-app', 'clientDataJSON.origin is not one of the configured origins'],
  ['wrong-rp-id-hash', 'authenticator data was made for another RP ID'],
  ['user-not-present', 'the user was not present'],
];

const attestationFaults: ReadonlyArray<readonly [FaultName, string]> = [
  ['attestation-over-other-data', 'the attestation signature is wrong'],
  ['attestation-algorithm-differs', 'the attestation algorithm is not that of the key'],
  ['attestation-without-signature', 'the attestation statement has no signature'],
  ['attestation-with-certificates', 'attestation certificates were not requested'],
];

const otherFaults: Partial<Record<FaultName, string>> = {
  'cross-origin': 'clientDataJSON.topOrigin must say which page embeds this one',
  'foreign-embedder': 'clientDataJSON.topOrigin is not an allowed embedder',
  'top-origin-without-cross-origin': 'clientDataJSON.topOrigin is only for cross-origin frames',
  'cross-origin-as-text': 'clientDataJSON.crossOrigin must be a boolean',
  'duplicate-members': 'clientDataJSON names a member twice',
  'token-binding': 'clientDataJSON.tokenBinding must be an object',
  'not-json': 'clientDataJSON is not JSON',
  'not-an-object': 'clientDataJSON must be an object',
  utf16: 'clientDataJSON is not UTF-8',
  'not-utf8': 'clientDataJSON is not UTF-8',

  'backed-up-but-not-eligible': 'authenticator data has the backed-up flag without the backup-eligible flag',
  'truncated-authenticator-data': 'authenticator data is shorter than 37 bytes',
  'authenticator-data-cut-inside-the-key': 'the public key ends too early',
  'extra-bytes-after-authenticator-data': 'authenticator data is followed by other bytes',
  'no-attested-credential': 'authenticator data holds no credential',
  'attested-credential-flag-off': 'authenticator data is followed by other bytes',
  'extension-flag-on': 'the extension map ends too early',
  'extension-flag-off': 'authenticator data is followed by other bytes',
  'bytes-after-the-extensions': 'the extension map is followed by other bytes',
  'extensions-not-a-map': 'the extension map must be a CBOR map',
  'deeply-nested-extensions': 'the extension map is nested too deeply',
  'huge-declared-length': 'the extension map ends too early',
  'credential-id-too-long': 'id is longer than 1023 bytes',
  'empty-credential-id': 'id must be base64url without padding',

  'algorithm-not-offered': 'the algorithm of the public key was not offered',
  'key-type-does-not-fit': 'the public key does not fit its algorithm',
  'p256-key-as-eddsa': 'the public key does not fit its algorithm',
  'p384-key-as-es256': 'the public key does not fit its algorithm',
  'point-off-the-curve': 'the public key is not a point on P-256',
  'short-point': 'the public key does not fit its algorithm',
  'compressed-point': 'the public key does not fit its algorithm',
  'ed448-key-as-eddsa': 'the public key does not fit its algorithm',
  'ed25519-point-off-the-curve': 'the public key is not a usable point of Ed25519',
  'ed25519-point-of-small-order': 'the public key is not a usable point of Ed25519',
  'rsa-exponent-of-one': 'an RSA public exponent must be odd, above 1 and below 2^32',
  'short-rsa-key': 'an RSA public key must have 2048 to 4096 bits',
  'huge-rsa-key': 'an RSA public key must have 2048 to 4096 bits',
  'key-without-algorithm': 'the algorithm of the public key was not offered',
  'key-with-other-members': 'the public key does not fit its algorithm',
  'key-names-a-member-twice': 'the public key names a key twice',
  'key-in-longer-form': 'the public key holds a CBOR length that is not the shortest',
  'key-not-a-map': 'the public key must be a CBOR map',
  'bytes-after-the-key': 'authenticator data is followed by other bytes',

  'statement-in-none-attestation': 'an attestation of format none must have no statement',
  'unknown-attestation-format': 'the attestation format was not requested',
  'unwanted-attestation-format': 'the attestation format was not requested',
  'bytes-after-the-attestation-object': 'the attestation object is followed by other bytes',
  'truncated-attestation-object': 'the attestation object ends too early',
  'attestation-object-not-a-map': 'the attestation object must be a CBOR map',
  'attestation-object-with-other-members': 'the attestation object has members that WebAuthn does not know',
  'attestation-object-names-a-member-twice': 'the attestation object names a key twice',
  'attestation-object-of-indefinite-length': 'the attestation object holds CBOR that WebAuthn does not use',
  'deeply-nested-attestation-object': 'the attestation object is nested too deeply',

  'other-credential-id': 'id is not that of the attested credential',
  'raw-id-differs': 'rawId must equal id',
  'padded-id': 'id must be base64url without padding',
  'stray-bits-in-id': 'id must be base64url without padding',
  'null-character-in-id': 'id must be base64url without padding',
  'not-a-public-key': 'type must be "public-key"',
};

for (const [fault, reason] of Object.entries(otherFaults) as Array<[FaultName, string]>) {
  test(`a registration that ${faults[fault].what} is refused`, async () => {
    await assertRefused(register(await create({ algorithms: [-7] }, { faults: [fault] })), 400, reason);
  });
}

/** What is unusual but right. */
const harmlessFaults: readonly FaultName[] = ['user-not-verified', 'byte-order-mark'];

for (const fault of harmlessFaults) {
  test(`a registration that ${faults[fault].what} is accepted`, async () => {
    await assert.doesNotReject(register(await create({}, { faults: [fault] })));
  });
}

test('every fault that shows at registration is tried', () => {
  const tried = new Set([
    ...ruleFaults.map(([fault]) => fault),
    ...attestationFaults.map(([fault]) => fault),
    ...Object.keys(otherFaults),
    ...harmlessFaults,
  ]);
  const possible = (Object.keys(faults) as FaultName[]).filter((fault) => faults[fault].ceremonies.includes('create'));
  assert.deepEqual(
    possible.filter((fault) => !tried.has(fault)),
    [],
  );
});

test('an ECDSA attestation signature with bytes after it is refused', async () => {
  const lengthen: Fault['change'] = {
    signature: (signature) => ({ ...signature, bytes: Uint8Array.of(...signature.bytes, 0) }),
  };
  const response = await create(
    { algorithms: [-7] },
    { attestation: 'packed', faults: [{ what: 'is longer', ceremonies: ['create'], change: lengthen }] },
  );
  await assertRefused(register(response), 400, 'the ECDSA signature must be a DER sequence of r and s');
});

test('a packed attestation with unknown members is refused', async () => {
  const add: Fault['change'] = {
    attestation: ({ format, statement }) => ({ format, statement: new Map([...statement, ['ver', '2.0']]) }),
  };
  const response = await create(
    {},
    { attestation: 'packed', faults: [{ what: 'says more', ceremonies: ['create'], change: add }] },
  );
  await assertRefused(register(response), 400, 'the attestation statement has members that WebAuthn does not know');
});

test('an automatic registration needs neither presence nor verification, an ordinary one needs presence', async () => {
  const response = await create({}, { mediation: 'conditional' });
  const { userVerified } = await register(response, { automatic: true });
  assert.equal(userVerified, false);
  await assertRefused(register(response, { automatic: false }), 400, 'the user was not present');
});

test('an automatic registration is held to everything else', async () => {
  const response = await create({}, { mediation: 'conditional', faults: ['other-origin'] });
  await assertRefused(
    register(response, { automatic: true }),
    400,
    'clientDataJSON.origin is not one of the configured origins',
  );
});

test('a registration in a frame of an allowed embedder is accepted', async () => {
  await assert.doesNotReject(register(await create({}, { crossOrigin: true, topOrigin: embedder })));
});

test('a registration in a frame is refused when no embedder is allowed', async () => {
  const response = await create({}, { crossOrigin: true, topOrigin: embedder });
  await assertRefused(
    register(response, { embedders: [] }),
    400,
    'clientDataJSON.topOrigin is not an allowed embedder',
  );
});

test('a registration for another issued challenge is refused', async () => {
  const response = await create();
  await assertRefused(register(response, { challenge: `${challenge.slice(0, -1)}A` }), 400, /challenge/);
  await assertRefused(register(response, { challenge: '' }), 400, /challenge/);
});

test('what is stored is what the authenticator said', async () => {
  const aaguid = '01020304-0506-0708-090a-0b0c0d0e0f10';
  const response = await create({ aaguid, backedUp: false, counter: 'increasing', transports: ['usb', 'nfc'] });
  const { deviceType, backedUp, userVerified, counter, transports, ...others } = await register(response);
  assert.deepEqual(
    { deviceType, backedUp, userVerified, counter, transports },
    {
      deviceType: 'multiDevice',
      backedUp: false,
      userVerified: true,
      counter: 1,
      transports: ['usb', 'nfc'],
    },
  );
  assert.equal(others.aaguid, aaguid);
});

for (const [backupEligible, backedUp, deviceType] of [
  [false, false, 'singleDevice'],
  [true, false, 'multiDevice'],
  [true, true, 'multiDevice'],
] as const) {
  test(`a passkey with eligible ${backupEligible} and backed up ${backedUp} is a ${deviceType} passkey`, async () => {
    const verified = await register(await create({ backupEligible, backedUp }));
    assert.deepEqual([verified.deviceType, verified.backedUp], [deviceType, backedUp]);
  });
}

test('extension outputs of the authenticator are accepted', async () => {
  const extensions = new Map<string, number | boolean | number[][]>([
    ['uvm', [[2, 4, 2]]],
    ['credProtect', 2],
    ['hmac-secret', true],
    ['minPinLength', 4],
  ]);
  await assert.doesNotReject(register(await create({}, { extensions })));
});

test('known transports are stored once each, unknown ones are left out', async () => {
  const response = await create({ transports: ['internal', 'carrier-pigeon', 'hybrid', 'internal'] });
  assert.deepEqual((await register(response)).transports, ['internal', 'hybrid']);
});

test('a browser that tells no transports leaves them empty', async () => {
  const response = await create();
  const { transports: _, ...without } = response.response;
  assert.deepEqual((await register({ ...response, response: without })).transports, []);
});

test('transports that are not an array of strings are refused', async () => {
  const response = await create();
  for (const transports of ['usb', { 0: 'usb' }, [1], [null], [['usb']]]) {
    const changed = { ...response, response: { ...response.response, transports } };
    await assertRefused(register(changed), 400, 'response.transports must be an array of strings');
  }
});

test('members that nothing signs do not count', async () => {
  const response = await create({ algorithms: [-7] });
  const verified = await register({
    ...response,
    authenticatorAttachment: 7,
    clientExtensionResults: { prf: { enabled: 'yes' } },
    response: { ...response.response, publicKey: 'AAAA', publicKeyAlgorithm: -257, authenticatorData: '' },
  });
  assert.deepEqual(verified, await register(response));
});

test('a related origin is accepted when it is configured', async () => {
  const related = 'https://app.test';
  await assert.doesNotReject(register(await create({}, { origin: related }), { origins: [origin, related] }));
});
