import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { decodeAttestationObject, isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  AuthenticationResponseJSON,
  CreationOptionsJSON,
  FaultName,
  RegistrationResponseJSON,
} from '../../src/conformance/index.js';
import { decodeEcdsaSignature } from '../../src/conformance/ecdsa-signature.js';
import { decode, readAuthenticatorData, readClientData, readKeyBytes } from './reading.js';

export const origin = 'https://app.example';
const challenge = Buffer.alloc(32, 7).toString('base64url');
const userHandle = Buffer.alloc(32, 9).toString('base64url');
export const creationOptions: CreationOptionsJSON = {
  rp: { id: 'app.example' },
  user: { id: userHandle, name: 'alice' },
  challenge,
  pubKeyCredParams: [{ alg: -7 }],
};
export const requestOptions = { challenge, rpId: 'app.example' };

type AnyResponse = RegistrationResponseJSON | AuthenticationResponseJSON;

export const readFlags = ({ response }: AnyResponse): number => readAuthenticatorData(response.authenticatorData).flags;
const readRest = ({ response }: AnyResponse): Buffer => readAuthenticatorData(response.authenticatorData).rest;
const readText = ({ response }: AnyResponse): string => decode(response.clientDataJSON).toString();
const readAttestation = (response: RegistrationResponseJSON) =>
  decodeAttestationObject(new Uint8Array(decode(response.response.attestationObject)));
const readAttestationBytes = ({ response }: RegistrationResponseJSON): Buffer => decode(response.attestationObject);
const readKey = (response: RegistrationResponseJSON) =>
  isoCBOR.decodeFirst<Map<number, Uint8Array | number>>(new Uint8Array(readKeyBytes(response)));
export const readSignature = ({ response }: AuthenticationResponseJSON): Buffer => decode(response.signature);

function endsWith(bytes: Buffer, hex: string): void {
  assert.equal(bytes.subarray(-hex.length / 2).toString('hex'), hex);
}

/** Tells whether an ECDSA signature is that of the registered key over what the response carries. */
export async function isSigned(
  { response }: AnyResponse,
  signature: Uint8Array,
  registration: RegistrationResponseJSON,
): Promise<boolean> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('spki', decode(registration.response.publicKey), algorithm, false, [
    'verify',
  ]);
  const clientDataHash = createHash('sha256').update(decode(response.clientDataJSON)).digest();
  const signed = Buffer.concat([decode(response.authenticatorData), clientDataHash]);
  return crypto.subtle.verify(algorithm, key, decodeEcdsaSignature(new Uint8Array(signature)), signed);
}

/** Fits a table row for faults of either ceremony. */
function inBoth(see: (response: AnyResponse) => void): See {
  return { create: see, get: see };
}

const fromOrigin = (expected: string): See =>
  inBoth((response) => assert.equal(readClientData(response).origin, expected));

interface See {
  readonly create?: (response: RegistrationResponseJSON) => void | Promise<void>;
  readonly get?: (response: AuthenticationResponseJSON, registration: RegistrationResponseJSON) => void | Promise<void>;
}

/** How each fault shows in a response of an ES256 passkey. */
export const see: Record<FaultName, See> = {
  'wrong-type': {
    create: (response) => assert.equal(readClientData(response).type, 'webauthn.get'),
    get: (response) => assert.equal(readClientData(response).type, 'webauthn.create'),
  },
  'payment-type': inBoth((response) => assert.equal(readClientData(response).type, 'payment.get')),
  'other-challenge': inBoth((response) => {
    assert.notEqual(readClientData(response).challenge, challenge);
    assert.equal(decode(String(readClientData(response).challenge)).length, 32);
  }),
  'no-challenge': inBoth((response) => assert.equal('challenge' in readClientData(response), false)),
  'other-origin': inBoth((response) => assert.equal(readClientData(response).origin, 'https://phisher.example')),
  'origin-with-another-suffix': fromOrigin(`${origin}.phisher.example`),
  'origin-with-another-prefix': fromOrigin('https://phisherapp.example'),
  'origin-inside-another': fromOrigin(`https://phisher.example/?${origin}`),
  'origin-of-a-subdomain': fromOrigin('https://phisher.app.example'),
  'origin-without-scheme': fromOrigin('app.example'),
  'origin-with-another-port': fromOrigin('https://app.example:8443'),
  'origin-with-another-scheme': fromOrigin('http://app.example'),
  'origin-with-a-path': fromOrigin(`${origin}/`),
  'opaque-origin': fromOrigin('null'),
  'origin-of-an-app': inBoth((response) =>
    assert.match(String(readClientData(response).origin), /^android:apk-key-hash:[\w-]{43}$/),
  ),
  'cross-origin': inBoth((response) => {
    assert.equal(readClientData(response).crossOrigin, true);
    assert.equal('topOrigin' in readClientData(response), false);
  }),
  'foreign-embedder': inBoth((response) => {
    assert.equal(readClientData(response).crossOrigin, true);
    assert.equal(readClientData(response).topOrigin, 'https://phisher.example');
  }),
  'top-origin-without-cross-origin': inBoth((response) => {
    assert.equal(readClientData(response).crossOrigin, false);
    assert.equal(readClientData(response).topOrigin, origin);
  }),
  'cross-origin-as-text': inBoth((response) => assert.equal(readClientData(response).crossOrigin, 'false')),
  'byte-order-mark': inBoth((response) =>
    assert.equal(decode(response.response.clientDataJSON).subarray(0, 4).toString('hex'), 'efbbbf7b'),
  ),
  'duplicate-members': inBoth((response) => {
    assert.equal(readText(response).match(/"origin":/g)?.length, 2);
    assert.equal(readClientData(response).origin, origin);
  }),
  'token-binding': inBoth((response) => assert.equal(readClientData(response).tokenBinding, 'present')),
  'not-json': inBoth((response) => assert.throws(() => readClientData(response), SyntaxError)),
  'not-an-object': inBoth((response) => assert.ok(Array.isArray(readClientData(response)))),
  utf16: inBoth((response) => {
    const text = decode(response.response.clientDataJSON).toString('utf16le');
    assert.equal((JSON.parse(text.slice(1)) as { origin: string }).origin, origin);
  }),
  'not-utf8': inBoth((response) => {
    assert.throws(() => new TextDecoder('utf-8', { fatal: true }).decode(decode(response.response.clientDataJSON)));
    assert.equal(readClientData(response).origin, origin);
  }),

  'wrong-rp-id-hash': inBoth((response) => {
    const expected = createHash('sha256').update('phisher.example').digest();
    assert.deepEqual(readAuthenticatorData(response.response.authenticatorData).rpIdHash, expected);
  }),
  'user-not-present': inBoth((response) => assert.equal(readFlags(response) & 0x01, 0)),
  'user-not-verified': inBoth((response) => assert.equal(readFlags(response) & 0x05, 0x01)),
  'backed-up-but-not-eligible': inBoth((response) => assert.equal(readFlags(response) & 0x18, 0x10)),
  'other-backup-eligibility': {
    get: (response, registration) => assert.notEqual(readFlags(response) & 0x08, readFlags(registration) & 0x08),
  },
  'truncated-authenticator-data': inBoth(({ response }) => assert.equal(decode(response.authenticatorData).length, 36)),
  'authenticator-data-cut-inside-the-key': { create: (response) => assert.equal(readKeyBytes(response).length, 69) },
  'extra-bytes-after-authenticator-data': {
    create: (response) => assert.equal(readKeyBytes(response).length, 78),
    get: (response) => assert.equal(readRest(response).toString('hex'), '00'),
  },
  'no-attested-credential': {
    create: (response) => {
      assert.equal(readFlags(response) & 0x40, 0);
      assert.equal(readRest(response).length, 0);
    },
  },
  'attested-credential-flag-off': {
    create: (response) => {
      assert.equal(readFlags(response) & 0x40, 0);
      assert.equal(readKeyBytes(response).length, 77);
    },
  },
  'attested-credential-flag-on': {
    get: (response) => {
      assert.equal(readFlags(response) & 0x40, 0x40);
      assert.equal(readRest(response).length, 0);
    },
  },
  'extension-flag-on': {
    create: (response) => {
      assert.equal(readFlags(response) & 0x80, 0x80);
      assert.equal(readKeyBytes(response).length, 77);
    },
    get: (response) => {
      assert.equal(readFlags(response) & 0x80, 0x80);
      assert.equal(readRest(response).length, 0);
    },
  },
  'extension-flag-off': inBoth((response) => {
    assert.equal(readFlags(response) & 0x80, 0);
    endsWith(readRest(response), 'a16b6372656450726f7465637402');
  }),
  'bytes-after-the-extensions': inBoth((response) => {
    assert.equal(readFlags(response) & 0x80, 0x80);
    endsWith(readRest(response), 'a16b6372656450726f7465637402a0');
  }),
  'extensions-not-a-map': inBoth((response) => {
    assert.equal(readFlags(response) & 0x80, 0x80);
    endsWith(readRest(response), '01');
  }),
  'deeply-nested-extensions': inBoth((response) => endsWith(readRest(response), `${'81'.repeat(10_000)}00`)),
  'huge-declared-length': inBoth((response) => endsWith(readRest(response), 'baffffffff')),
  'credential-id-too-long': { create: ({ id }) => assert.equal(decode(id).length, 1024) },
  'empty-credential-id': {
    create: (response) => {
      assert.equal(response.id, '');
      assert.equal(readRest(response).readUInt16BE(16), 0);
    },
  },

  'algorithm-not-offered': { create: (response) => assert.equal(readKey(response).get(3), -35) },
  'key-type-does-not-fit': {
    create: (response) => assert.deepEqual([readKey(response).get(1), readKey(response).get(3)], [1, -7]),
  },
  'p256-key-as-eddsa': {
    create: (response) => assert.deepEqual([readKey(response).get(1), readKey(response).get(3)], [2, -8]),
  },
  'p384-key-as-es256': {
    create: async (response) => {
      const key = readKey(response);
      assert.deepEqual([key.get(3), key.get(-1)], [-7, 2]);
      const point = Buffer.concat([Buffer.of(4), key.get(-2) as Uint8Array, key.get(-3) as Uint8Array]);
      await crypto.subtle.importKey('raw', point, { name: 'ECDSA', namedCurve: 'P-384' }, false, ['verify']);
    },
  },
  'point-off-the-curve': {
    create: async (response) => {
      const point = Buffer.concat([
        Buffer.of(4),
        readKey(response).get(-2) as Uint8Array,
        readKey(response).get(-3) as Uint8Array,
      ]);
      assert.equal(point.length, 65);
      await assert.rejects(
        crypto.subtle.importKey('raw', point, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify']),
      );
    },
  },
  'short-point': { create: (response) => assert.equal((readKey(response).get(-3) as Uint8Array).length, 31) },
  'compressed-point': { create: (response) => assert.equal(typeof readKey(response).get(-3), 'boolean') },
  'ed448-key-as-eddsa': {
    create: (response) => {
      assert.equal(readKey(response).get(-1), 7);
      assert.equal((readKey(response).get(-2) as Uint8Array).length, 57);
    },
  },
  'ed25519-point-off-the-curve': { create: (response) => endsWith(readKeyBytes(response), `02${'00'.repeat(31)}`) },
  'ed25519-point-of-small-order': { create: (response) => endsWith(readKeyBytes(response), `01${'00'.repeat(31)}`) },
  'rsa-exponent-of-one': { create: (response) => endsWith(readKeyBytes(response), '214101') },
  'short-rsa-key': { create: (response) => assert.equal((readKey(response).get(-1) as Uint8Array).length, 128) },
  'huge-rsa-key': { create: (response) => assert.equal((readKey(response).get(-1) as Uint8Array).length, 8192) },
  'key-without-algorithm': { create: (response) => assert.deepEqual([...readKey(response).keys()], [1, -1, -2, -3]) },
  'key-with-other-members': { create: (response) => assert.equal(readKey(response).size, 6) },
  'key-names-a-member-twice': {
    create: (response) => assert.equal(readKeyBytes(response).subarray(0, 7).toString('hex'), 'a5010103270327'),
  },
  'key-in-longer-form': {
    create: (response) => assert.equal(readKeyBytes(response).subarray(1, 3).toString('hex'), '1801'),
  },
  'key-not-a-map': { create: (response) => assert.equal(readKeyBytes(response).toString('hex'), '83010203') },
  'bytes-after-the-key': { create: (response) => assert.equal(readKeyBytes(response).at(-1), 0xf6) },

  'bad-signature': {
    get: async (response, registration) =>
      assert.equal(await isSigned(response, readSignature(response), registration), false),
  },
  'signature-over-other-data': {
    get: async (response, registration) =>
      assert.equal(await isSigned(response, readSignature(response), registration), false),
  },
  'signature-of-another-key': {
    get: async (response, registration) =>
      assert.equal(await isSigned(response, readSignature(response), registration), false),
  },
  'signature-of-another-algorithm': { get: (response) => assert.equal(readSignature(response).length, 64) },
  'empty-signature': { get: ({ response }) => assert.equal(response.signature, '') },
  'bytes-after-the-signature': {
    get: (response) => assert.equal(readSignature(response).length, (readSignature(response)[1] ?? 0) + 3),
  },
  'raw-ecdsa-signature': { get: (response) => assert.equal(readSignature(response).length, 64) },
  'malleated-ecdsa-signature': {
    get: async (response, registration) =>
      assert.equal(await isSigned(response, readSignature(response), registration), true),
  },
  'padded-ecdsa-signature': {
    get: (response) => {
      assert.equal(readSignature(response).length, (readSignature(response)[1] ?? 0) + 2);
      assert.equal(readSignature(response)[4], 0);
      // The zero that DER wants comes before a byte from 0x80 only.
      assert.ok((readSignature(response)[5] ?? 0x80) < 0x80);
    },
  },

  'attestation-algorithm-differs': {
    create: (response) => assert.equal(readAttestation(response).get('attStmt').get('alg'), -8),
  },
  'attestation-over-other-data': {
    create: async (response) => {
      const signature = readAttestation(response).get('attStmt').get('sig');
      assert.ok(signature);
      assert.equal(await isSigned(response, signature, response), false);
    },
  },
  'attestation-without-signature': {
    create: (response) => assert.equal(readAttestation(response).get('attStmt').size, 1),
  },
  'attestation-with-certificates': {
    create: (response) => assert.equal(readAttestation(response).get('attStmt').get('x5c')?.length, 1),
  },
  'statement-in-none-attestation': {
    create: (response) => {
      assert.equal(readAttestation(response).get('fmt'), 'none');
      assert.equal(readAttestation(response).get('attStmt').size, 1);
    },
  },
  'unknown-attestation-format': {
    create: (response) => assert.equal(readAttestation(response).get('fmt'), 'homemade'),
  },
  'unwanted-attestation-format': {
    create: (response) => assert.equal(readAttestation(response).get('fmt'), 'fido-u2f'),
  },
  'bytes-after-the-attestation-object': {
    create: (response) => assert.equal(readAttestationBytes(response).at(-1), 0),
  },
  'truncated-attestation-object': {
    create: (response) =>
      assert.equal(readAttestationBytes(response).includes(decode(response.response.authenticatorData)), false),
  },
  'attestation-object-not-a-map': {
    create: (response) => assert.equal((readAttestationBytes(response)[0] ?? 0) >> 5, 2),
  },
  'attestation-object-with-other-members': {
    create: (response) => assert.equal((readAttestation(response) as unknown as Map<string, unknown>).get('more'), 1),
  },
  'attestation-object-names-a-member-twice': {
    create: (response) => {
      assert.equal(readAttestationBytes(response)[0], 0xa4);
      assert.equal(readAttestationBytes(response).toString('latin1').match(/fmt/g)?.length, 2);
    },
  },
  'attestation-object-of-indefinite-length': {
    create: (response) => {
      assert.equal(readAttestationBytes(response)[0], 0xbf);
      assert.equal(readAttestationBytes(response).at(-1), 0xff);
    },
  },
  'deeply-nested-attestation-object': {
    create: (response) => assert.equal(readAttestationBytes(response).toString('hex'), `${'a101'.repeat(10_000)}00`),
  },

  'other-credential-id': {
    create: (response) =>
      assert.equal(readRest(response).toString('latin1').includes(decode(response.id).toString('latin1')), false),
    get: (response, registration) => assert.notEqual(response.id, registration.id),
  },
  'raw-id-differs': inBoth(({ id, rawId }) => assert.notEqual(rawId, id)),
  'padded-id': inBoth(({ id, rawId }) => assert.deepEqual([id.at(-1), rawId.at(-1)], ['=', '='])),
  'stray-bits-in-id': inBoth(({ id, rawId }) => {
    assert.equal(id, rawId);
    assert.notEqual(Buffer.from(id, 'base64url').toString('base64url'), id);
  }),
  'null-character-in-id': inBoth(({ id, rawId }) => assert.deepEqual([id.at(-1), rawId.at(-1)], ['\0', '\0'])),
  'not-a-public-key': inBoth(({ type }) => assert.equal(type, 'password')),
  'other-user-handle': {
    get: ({ response }) => {
      assert.notEqual(response.userHandle, userHandle);
      assert.equal(decode(response.userHandle ?? '').length, 32);
    },
  },
  'no-user-handle': { get: ({ response }) => assert.equal('userHandle' in response, false) },
  'user-handle-too-long': { get: ({ response }) => assert.equal(decode(response.userHandle ?? '').length, 65) },
  'user-handle-not-text': { get: ({ response }) => assert.equal(typeof response.userHandle, 'object') },
};
