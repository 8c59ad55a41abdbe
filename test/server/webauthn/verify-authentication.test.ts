import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { faults, type Fault, type FaultName, type SignInContext } from '../../../src/conformance/index.js';
import {
  algorithmNames,
  assertRefused,
  challenge,
  embedder,
  enroll,
  origin,
  requestOptions,
  signIn,
  type Enrolled,
} from './ceremonies.js';

const malformed: Partial<Record<FaultName, string>> = {
  'wrong-type': 'clientDataJSON.type must be "webauthn.get"',
  'payment-type': 'clientDataJSON.type must be "webauthn.get"',
  'other-challenge': 'clientDataJSON.challenge is not the one that was issued',
  'no-challenge': 'clientDataJSON.challenge is not the one that was issued',
  'other-origin': 'clientDataJSON.origin is not one of the configured origins',
  'origin-with-another-suffix': 'clientDataJSON.origin is not one of the configured origins',
  'origin-with-another-prefix': 'clientDataJSON.origin is not one of the configured origins',
  'origin-inside-another': 'clientDataJSON.origin is not one of the configured origins',
  'origin-of-a-subdomain': 'clientDataJSON.origin is not one of the configured origins',
  'origin-without-scheme': 'clientDataJSON.origin is not one of the configured origins',
  'origin-with-another-port': 'clientDataJSON.origin is not one of the configured origins',
  'origin-with-another-scheme': 'clientDataJSON.origin is not one of the configured origins',
  'origin-with-a-path': 'clientDataJSON.origin is not one of the configured origins',
  'opaque-origin': 'clientDataJSON.origin is not one of the configured origins',
  'origin-of-an-app': 'clientDataJSON.origin is not one of the configured origins',
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

  'wrong-rp-id-hash': 'authenticator data was made for another RP ID',
  'user-not-present': 'the user was not present',
  'other-backup-eligibility': 'the backup-eligible flag differs from the registration',
  'backed-up-but-not-eligible': 'authenticator data has the backed-up flag without the backup-eligible flag',
  'truncated-authenticator-data': 'authenticator data is shorter than 37 bytes',
  'extra-bytes-after-authenticator-data': 'authenticator data is followed by other bytes',
  'attested-credential-flag-on': 'authenticator data ends inside the attested credential',
  'extension-flag-on': 'the extension map ends too early',
  'extension-flag-off': 'authenticator data is followed by other bytes',
  'bytes-after-the-extensions': 'the extension map is followed by other bytes',
  'extensions-not-a-map': 'the extension map must be a CBOR map',
  'deeply-nested-extensions': 'the extension map is nested too deeply',
  'huge-declared-length': 'the extension map ends too early',

  'empty-signature': 'response.signature must be base64url without padding',
  'raw-ecdsa-signature': 'the ECDSA signature must be a DER sequence of r and s',
  'padded-ecdsa-signature': 'the ECDSA signature must be a DER sequence of r and s',

  'other-credential-id': 'id is not that of the credential',
  'raw-id-differs': 'rawId must equal id',
  'padded-id': 'id must be base64url without padding',
  'stray-bits-in-id': 'id must be base64url without padding',
  'null-character-in-id': 'id must be base64url without padding',
  'not-a-public-key': 'type must be "public-key"',
  'user-handle-too-long': 'response.userHandle is longer than 64 bytes',
  'user-handle-not-text': 'response.userHandle must be a string',
};

/** Signatures that belong to another key or other data; in ECDSA some are no signatures at all. */
const wronglySigned: readonly FaultName[] = ['bad-signature', 'signature-over-other-data', 'signature-of-another-key'];
const wrongInForm: readonly FaultName[] = ['signature-of-another-algorithm', 'bytes-after-the-signature'];

/** Unusual but right; whose user handle it is, is for the owner's record to say. */
const harmless: readonly FaultName[] = [
  'byte-order-mark',
  'malleated-ecdsa-signature',
  'no-user-handle',
  'other-user-handle',
  'user-not-verified',
];

for (const [algorithm, name] of algorithmNames) {
  describe(`a sign-in with an ${name} passkey`, () => {
    let enrolled: Enrolled;
    before(async () => {
      enrolled = await enroll({ algorithms: [algorithm] });
    });

    const attempt = async (
      context: Omit<SignInContext, 'origin'> & { faults?: ReadonlyArray<FaultName | Fault> } = {},
      requireUserVerification = false,
    ) => {
      const response = await enrolled.authenticator.get(requestOptions, { origin, ...context });
      return signIn(response, enrolled.credential, { requireUserVerification });
    };
    const canShow = (fault: FaultName): boolean => (faults[fault].needs?.algorithm ?? algorithm) === algorithm;

    test('is accepted', async () => {
      assert.deepEqual(await attempt(), {
        counter: 0,
        backedUp: true,
        deviceType: 'multiDevice',
        userVerified: true,
        confirmedBy: 'passkey',
      });
    });

    for (const [fault, reason] of Object.entries(malformed) as Array<[FaultName, string]>) {
      if (!canShow(fault)) continue;
      test(`that ${faults[fault].what} is refused with 400`, () =>
        assertRefused(attempt({ faults: [fault] }), 400, reason));
    }

    for (const fault of wronglySigned) {
      test(`that ${faults[fault].what} is refused with 401`, () =>
        assertRefused(attempt({ faults: [fault] }), 401, 'the signature is wrong'));
    }

    for (const fault of wrongInForm) {
      const status = algorithm === -7 ? 400 : 401;
      test(`that ${faults[fault].what} is refused with ${status}`, () =>
        assertRefused(attempt({ faults: [fault] }), status));
    }

    for (const fault of harmless) {
      if (!canShow(fault)) continue;
      test(`that ${faults[fault].what} is accepted`, () => assert.doesNotReject(attempt({ faults: [fault] })));
    }

    test('without user verification is refused where it is required', async () => {
      await assert.doesNotReject(attempt({}, true));
      await assertRefused(attempt({ faults: ['user-not-verified'] }, true), 400, 'the user was not verified');
    });

    test('is refused with 401 when the stored key is another of the same kind', async () => {
      const { credential } = await enroll({ algorithms: [algorithm] });
      const response = await enrolled.authenticator.get(requestOptions, { origin });
      await assertRefused(
        signIn(response, { ...enrolled.credential, publicKey: credential.publicKey }),
        401,
        'the signature is wrong',
      );
    });

    test('tells what the authenticator says about verification, backup and counter', async () => {
      const said = { userVerified: false, backupEligible: true, backedUp: false, counter: 41 };
      assert.deepEqual(await attempt(said), {
        counter: 41,
        backedUp: false,
        deviceType: 'multiDevice',
        userVerified: false,
        confirmedBy: 'passkey',
      });
    });

    test('is accepted in a frame of an allowed embedder', async () => {
      await assert.doesNotReject(attempt({ crossOrigin: true, topOrigin: embedder }));
    });

    test('is accepted with extension outputs', async () => {
      await assert.doesNotReject(attempt({ extensions: new Map([['uvm', [[2, 4, 2]]]]) }));
    });
  });
}

test('every fault that shows at sign-in is tried', () => {
  const tried = new Set([...Object.keys(malformed), ...wronglySigned, ...wrongInForm, ...harmless]);
  const possible = (Object.keys(faults) as FaultName[]).filter((fault) => faults[fault].ceremonies.includes('get'));
  assert.deepEqual(
    possible.filter((fault) => !tried.has(fault)),
    [],
  );
});

describe('the stored credential', () => {
  let enrolled: Enrolled;
  let response: unknown;
  before(async () => {
    enrolled = await enroll({ algorithms: [-8] });
    response = await enrolled.authenticator.get(requestOptions, { origin, counter: 5 });
  });

  test('with a higher counter refuses nothing here: the counter rule belongs to the statement that saves it', async () => {
    const { counter } = await signIn(response, { ...enrolled.credential, counter: 9 });
    assert.equal(counter, 5);
  });

  test('may come out of a database driver as a view into a larger buffer', async () => {
    const pool = Buffer.concat([Buffer.alloc(11, 0xff), enrolled.credential.publicKey, Buffer.alloc(7, 0xff)]);
    const publicKey = pool.subarray(11, 11 + enrolled.credential.publicKey.length);
    await assert.doesNotReject(signIn(response, { ...enrolled.credential, publicKey }));
  });

  test('of an algorithm that is no longer offered is refused with 400', async () => {
    const publicKey = Buffer.from(enrolled.credential.publicKey);
    // {1: 1, 3: -9, …}
    publicKey[4] = 0x28;
    await assertRefused(
      signIn(response, { ...enrolled.credential, publicKey }),
      400,
      'the algorithm of the public key was not offered',
    );
  });

  test('that is damaged is refused with 400', async () => {
    for (const publicKey of [
      new Uint8Array(),
      enrolled.credential.publicKey.subarray(1),
      Buffer.concat([enrolled.credential.publicKey, Buffer.of(0)]),
    ]) {
      await assertRefused(signIn(response, { ...enrolled.credential, publicKey }), 400, /the stored public key/);
    }
  });
});

test('a stored key that is no point of its curve is refused with 400', async () => {
  const { authenticator, credential } = await enroll({ algorithms: [-7] });
  const publicKey = Buffer.from(credential.publicKey);
  publicKey[publicKey.length - 1]! ^= 1;
  await assertRefused(
    signIn(await authenticator.get(requestOptions, { origin }), { ...credential, publicKey }),
    400,
    'the response cannot be verified',
  );
});

test('a sign-in that carries an attested credential is refused', async () => {
  const { authenticator, credential } = await enroll();
  const registration = await enroll();
  const attestedCredential = {
    aaguid: new Uint8Array(16),
    credentialId: new Uint8Array(16),
    publicKey: new Uint8Array(registration.credential.publicKey),
  };
  const carries: Fault = {
    what: '',
    ceremonies: ['get'],
    change: { authenticatorData: (data) => ({ ...data, attestedCredential }) },
  };
  const response = await authenticator.get(requestOptions, { origin, faults: [carries] });
  await assertRefused(signIn(response, credential), 400, 'authenticator data of a sign-in must hold no credential');
});

test('a sign-in for another issued challenge is refused', async () => {
  const { authenticator, credential } = await enroll();
  const response = await authenticator.get(requestOptions, { origin });
  await assertRefused(signIn(response, credential, { challenge: challenge.toUpperCase() }), 400, /challenge/);
});

test('an ECDSA signature in long-form DER is refused', async () => {
  const { authenticator, credential } = await enroll({ algorithms: [-7] });
  const response = await authenticator.get(requestOptions, { origin });
  const der = Buffer.from(response.response.signature, 'base64url');
  const longForm = Buffer.concat([Buffer.of(0x30, 0x81), der.subarray(1)]).toString('base64url');
  await assertRefused(
    signIn({ ...response, response: { ...response.response, signature: longForm } }, credential),
    400,
    /DER/,
  );
});

test('an RSA signature with the modulus added is refused', async () => {
  const { authenticator, credential } = await enroll({ algorithms: [-257] });
  const readNumber = (bytes: Uint8Array): bigint => BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const modulus = readNumber(credential.publicKey.subarray(11, 267));
  for (let counter = 1; ; counter += 1) {
    const response = await authenticator.get(requestOptions, { origin, counter });
    const sum = readNumber(Buffer.from(response.response.signature, 'base64url')) + modulus;
    if (sum >= 2n ** 2048n) continue;
    const signature = Buffer.from(sum.toString(16), 'hex').toString('base64url');
    await assertRefused(signIn({ ...response, response: { ...response.response, signature } }, credential), 401);
    break;
  }
});

test('an EdDSA signature with the group order added is refused', async () => {
  const { authenticator, credential } = await enroll({ algorithms: [-8] });
  const response = await authenticator.get(requestOptions, { origin });
  const signature = Buffer.from(response.response.signature, 'base64url');
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order;
  Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse().copy(signature, 32);
  await assertRefused(
    signIn({ ...response, response: { ...response.response, signature: signature.toString('base64url') } }, credential),
    401,
  );
});
