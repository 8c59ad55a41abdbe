import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { verifyDeviceResponse } from '../../../server/src/wallet/mdoc.js';
import { CborTag, type CborMap, type CborValue } from '../../../server/src/webauthn/cbor.js';
import { createMdocMaker, dateTime, item, now, transcript, type Changes, type MdocMaker } from './hand-made-mdoc.js';

const day = 86_400_000;
const put =
  (name: string | number, value: CborValue) =>
  (members: CborMap): CborMap =>
    new Map(members).set(name, value);
const leave =
  (name: string) =>
  (members: CborMap): CborMap =>
    new Map([...members].filter(([key]) => key !== name));
const putValid =
  (name: string, value: CborValue) =>
  (members: CborMap): CborMap =>
    new Map(members).set('validityInfo', put(name, value)(members.get('validityInfo') as CborMap));
const putKey =
  (label: number, value: CborValue) =>
  (members: CborMap): CborMap => {
    const info = members.get('deviceKeyInfo') as CborMap;
    return new Map(members).set(
      'deviceKeyInfo',
      new Map([['deviceKey', put(label, value)(info.get('deviceKey') as CborMap)]]),
    );
  };
/** The same bytes one after the other, of which one has gone from x to y. */
const recutKey = (members: CborMap): CborMap => {
  const key = (members.get('deviceKeyInfo') as CborMap).get('deviceKey') as CborMap;
  const [x, y] = [key.get(-2), key.get(-3)] as [Uint8Array, Uint8Array];
  return putKey(-2, x.slice(0, -1))(putKey(-3, Uint8Array.from([x.at(-1)!, ...y]))(members));
};

describe('an mdoc made by hand', () => {
  let maker: MdocMaker;
  before(async () => {
    maker = await createMdocMaker();
  });

  const verify = async (changes: Changes = {}, context = {}) =>
    verifyDeviceResponse(await maker.make(changes), { ...maker.context, ...context });

  test('is verified, and its claims are as JSON has them', async () => {
    assert.deepEqual(await verify(), [
      { documentType: 'type', claims: { space: { family_name: 'Quillfeather', age_over_18: true } } },
    ]);
    const values: [CborValue, unknown][] = [
      [7, 7],
      [null, null],
      [Uint8Array.of(1, 2, 3), 'AQID'],
      [new CborTag(1004, '1990-12-10'), '1990-12-10'],
      [new CborTag(0, '2030-01-01T00:00:00Z'), '2030-01-01T00:00:00Z'],
      [
        [1, ['x']],
        [1, ['x']],
      ],
      [
        new Map<number | string, CborValue>([
          ['a', 1],
          [2, 'b'],
        ]),
        { a: 1, '2': 'b' },
      ],
    ];
    for (const [value, expected] of values) {
      const [mdoc] = await verify({ items: [item(0, 'it', value)] });
      assert.deepEqual(mdoc!.claims['space'], { it: expected });
    }
  });

  test('may show a part of what the issuer signed, or nothing', async () => {
    assert.deepEqual((await verify({ shown: (items) => items.slice(1) }))[0]!.claims, { space: { age_over_18: true } });
    assert.deepEqual((await verify({ shown: () => [] }))[0]!.claims, { space: {} });
  });

  test('is verified when any of the origins that it may come from fits', async () => {
    assert.equal((await verify({}, { transcripts: [[null, null, 'x'], transcript, [null, null, 'y']] })).length, 1);
    await assert.rejects(
      verify(
        {},
        {
          transcripts: [
            [null, null, 'x'],
            [null, null, 'y'],
          ],
        },
      ),
      { reason: 'device_signature' },
    );
  });

  test('may be identified by algorithms that name their curve', async () => {
    assert.equal((await verify({ issuerHeader: new Map([[1, -9]]), deviceHeader: new Map([[1, -9]]) })).length, 1);
  });

  test('may have its certificate in a list, and in either header', async () => {
    for (const place of ['issuerOpenHeader', 'issuerHeader'] as const) {
      const certificates = [maker.authority.certificate];
      const changes: Changes =
        place === 'issuerHeader'
          ? {
              issuerHeader: new Map<number, CborValue>([
                [1, -7],
                [33, certificates],
              ]),
              issuerOpenHeader: () => new Map(),
            }
          : { issuerOpenHeader: () => new Map([[33, certificates]]) };
      assert.equal((await verify(changes)).length, 1);
    }
  });

  test('may be missing: then nothing is shown', async () =>
    assert.deepEqual(await verify({ response: leave('documents') }), []));

  test('is good from its first to its last moment, and a minute more', async () => {
    for (const time of [now - 60_000, now + 61_000]) assert.equal((await verify({}, { now: time })).length, 1);
    for (const time of [now - 60_001, now + 61_001])
      await assert.rejects(verify({}, { now: time }), { reason: 'validity' });
  });

  const wrong: Record<string, [changes: Changes, reason: string]> = {
    'another version of responses': [{ response: put('version', '2.0') }, 'malformed'],
    'no version': [{ response: leave('version') }, 'malformed'],
    'a status that says that it failed': [{ response: put('status', 10) }, 'query'],
    'documents that are no list': [{ response: put('documents', 'x') }, 'malformed'],
    'an invalid document': [{ response: put('documents', ['x']) }, 'malformed'],
    'another type than the issuer has signed': [{ document: put('docType', 'other') }, 'malformed'],
    'nothing of the issuer': [{ document: leave('issuerSigned') }, 'malformed'],
    'nothing of the wallet': [{ document: leave('deviceSigned') }, 'malformed'],

    'an issuer without certificate': [{ issuerOpenHeader: () => new Map() }, 'issuer_untrusted'],
    'a certificate that is text': [{ issuerOpenHeader: () => new Map([[33, 'x']]) }, 'malformed'],
    'a signature without payload': [
      { issuerAuth: ([header, open, , signature]) => [header!, open!, null, signature!] },
      'malformed',
    ],
    'a signature of three parts': [{ issuerAuth: (parts) => parts.slice(0, 3) }, 'malformed'],
    'a signature of five parts': [{ issuerAuth: (parts) => [...parts, 1] }, 'malformed'],
    'an empty signature': [
      { issuerAuth: ([header, open, payload]) => [header!, open!, payload!, new Uint8Array()] },
      'issuer_signature',
    ],
    'a header that is not encoded': [{ issuerAuth: ([, ...rest]) => [new Map([[1, -7]]), ...rest] }, 'malformed'],
    'a critical header': [
      {
        issuerHeader: new Map<number, CborValue>([
          [1, -7],
          [2, [1]],
        ]),
      },
      'malformed',
    ],
    'no algorithm': [{ issuerHeader: new Map() }, 'algorithm'],
    'an algorithm beside the signed header': [
      {
        issuerHeader: new Map(),
        issuerOpenHeader: (certificate) =>
          new Map<number, CborValue>([
            [1, -7],
            [33, certificate],
          ]),
      },
      'algorithm',
    ],
    EdDSA: [{ issuerHeader: new Map([[1, -8]]) }, 'algorithm'],
    RSA: [{ issuerHeader: new Map([[1, -257]]) }, 'algorithm'],
    'an algorithm that is text': [{ issuerHeader: new Map([[1, 'ES256']]) }, 'algorithm'],
    'an algorithm for another curve than that of the issuer': [{ issuerHeader: new Map([[1, -35]]) }, 'algorithm'],

    'an object of another version': [{ object: put('version', '2.0') }, 'malformed'],
    'an object of no version': [{ object: leave('version') }, 'malformed'],
    'digests by SHA-1': [{ object: put('digestAlgorithm', 'SHA-1') }, 'algorithm'],
    'no digests': [{ object: leave('valueDigests') }, 'malformed'],
    'digests of another name space': [{ object: put('valueDigests', new Map([['other', new Map()]])) }, 'digest'],
    'digests that are no bytes': [
      {
        object: put(
          'valueDigests',
          new Map([
            [
              'space',
              new Map([
                [0, 'x'],
                [1, 'y'],
              ]),
            ],
          ]),
        ),
      },
      'digest',
    ],
    'digests that are shorter': [
      {
        object: put(
          'valueDigests',
          new Map([
            [
              'space',
              new Map([
                [0, new Uint8Array(3)],
                [1, new Uint8Array(3)],
              ]),
            ],
          ]),
        ),
      },
      'digest',
    ],
    'a claim under the digest of another': [
      { items: [item(1, 'family_name', 'x'), item(0, 'age_over_18', true)] },
      'digest',
    ],
    'a claim under no digest': [{ items: [item(7, 'family_name', 'x')] }, 'digest'],
    'a claim without a value': [
      {
        items: [
          new Map<string, CborValue>([
            ['digestID', 0],
            ['elementIdentifier', 'x'],
          ]),
        ],
      },
      'malformed',
    ],
    'a claim whose name is a number': [{ items: [item(0, 7, 'x')] }, 'malformed'],
    'one claim twice': [{ items: [item(0, 'age', 17), item(1, 'age', 18)] }, 'malformed'],
    'a claim that is not encoded': [{ shown: () => [item(0, 'x', 'y')] }, 'malformed'],
    'a claim in an encoding with another tag': [{ shown: ([first]) => [new CborTag(0, first!.value)] }, 'malformed'],

    'a device key on an unknown curve': [{ object: putKey(-1, 6) }, 'algorithm'],
    'a device key of another kind': [{ object: putKey(1, 1) }, 'algorithm'],
    'a device key off its curve': [{ object: putKey(-2, new Uint8Array(32).fill(7)) }, 'malformed'],
    'a device key that is too short': [{ object: putKey(-2, new Uint8Array(31)) }, 'malformed'],
    'a device key whose halves are cut elsewhere': [{ object: recutKey }, 'malformed'],
    'a device key that is secret no longer': [{ object: putKey(-4, new Uint8Array(32)) }, 'malformed'],
    'no device key': [{ object: leave('deviceKeyInfo') }, 'malformed'],

    'no validity': [{ object: leave('validityInfo') }, 'malformed'],
    'a time without its tag': [{ object: putValid('validUntil', '2031-01-01T00:00:00Z') }, 'malformed'],
    'a time that is a day': [{ object: putValid('validUntil', new CborTag(0, '2031-01-01')) }, 'malformed'],
    'a time that never comes': [
      { object: putValid('validUntil', new CborTag(0, '2031-13-01T00:00:00Z')) },
      'malformed',
    ],
    'a time in words': [{ object: putValid('validUntil', new CborTag(0, 'January 1, 2031')) }, 'malformed'],
    'a signature from before its certificate': [{ object: putValid('signed', dateTime(now - 2 * day)) }, 'validity'],
    'a signature that is to come': [{ object: putValid('signed', dateTime(now + 61_000)) }, 'validity'],
    'a signature from after its certificate': [{ object: putValid('signed', dateTime(now + 400 * day)) }, 'validity'],

    'a MAC in place of the wallet’s signature': [
      { deviceAuth: (parts) => new Map([['deviceMac', parts]]) },
      'algorithm',
    ],
    'a MAC beside it': [
      {
        deviceAuth: (parts) =>
          new Map([
            ['deviceSignature', parts],
            ['deviceMac', parts],
          ]),
      },
      'algorithm',
    ],
    'no proof of the wallet': [{ deviceAuth: () => new Map() }, 'malformed'],
    'another algorithm of the wallet': [{ deviceHeader: new Map([[1, -8]]) }, 'algorithm'],
    'an algorithm for another curve than that of the wallet': [{ deviceHeader: new Map([[1, -36]]) }, 'algorithm'],
    'the signature of something else': [
      {
        deviceAuth: ([header, open, payload, signature]) =>
          new Map([
            [
              'deviceSignature',
              [header!, open!, payload!, Uint8Array.from(signature as Uint8Array, (byte) => byte ^ 1)],
            ],
          ]),
      },
      'device_signature',
    ],
    'claims that the wallet makes itself': [
      { deviceNameSpaces: new Map([['space', new Map([['age_over_21', true]])]]) },
      'extra_claims',
    ],
  };
  for (const [what, [changes, reason]] of Object.entries(wrong)) {
    test(`is refused with ${what}: ${reason}`, () =>
      assert.rejects(verify(changes), { name: 'IdentityFailure', reason }));
  }

  test('is refused when bytes follow, or are missing', async () => {
    const bytes = await maker.make();
    for (const changed of [Uint8Array.from([...bytes, 0]), bytes.subarray(0, -1), new Uint8Array()])
      await assert.rejects(verifyDeviceResponse(changed, maker.context));
  });
});
