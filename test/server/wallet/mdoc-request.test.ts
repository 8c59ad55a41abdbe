import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { ageOver18 } from '../../../server/src/wallet/default-query.js';
import { encodeCbor } from '../../../server/src/wallet/encode-cbor.js';
import { createMdocRequest, readMdocResponse } from '../../../server/src/wallet/mdoc-request.js';
import type { RequestSecrets } from '../../../server/src/wallet/pending-request.js';
import { readQuery } from '../../../server/src/wallet/query.js';
import { readArray, readCbor, readEncoded, readMap } from '../../../server/src/wallet/read-cbor.js';
import { mdocTranscript } from '../../../server/src/wallet/session-transcript.js';
import type { CborValue } from '../../../server/src/webauthn/cbor.js';
import { sealForMdoc } from '../../../demo/wallet/seal.js';

const decode = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
const encode = (value: CborValue) => Buffer.from(encodeCbor(value)).toString('base64url');
const origin = 'https://example.com';

async function createSecrets(): Promise<RequestSecrets> {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const { x, y, d } = (await crypto.subtle.exportKey('jwk', privateKey)) as RequestSecrets['key'];
  return { nonce: 'A'.repeat(43), key: { kty: 'EC', crv: 'P-256', x, y, d } };
}

describe('a request by org-iso-mdoc', () => {
  let secrets: RequestSecrets;
  before(async () => {
    secrets = await createSecrets();
  });

  const askedBy = (query: unknown) => {
    const members = readMap(readCbor(decode(createMdocRequest(readQuery(query), secrets).deviceRequest), 'it'), 'it');
    assert.equal(members.get('version'), '1.0');
    return readArray(members.get('docRequests'), 'it').map((request) => {
      assert.deepEqual([...readMap(request, 'it').keys()], ['itemsRequest']);
      return readCbor(readEncoded(readMap(request, 'it').get('itemsRequest'), 'it'), 'it');
    });
  };

  test('asks for the mdocs of the query, by name space, and keeps nothing unless the query asks for that', () => {
    const nameSpaces = new Map([['org.iso.18013.5.1', new Map([['age_over_18', false]])]]);
    assert.deepEqual(askedBy(ageOver18), [
      new Map<string, CborValue>([
        ['docType', 'org.iso.18013.5.1.mDL'],
        ['nameSpaces', nameSpaces],
      ]),
    ]);
    const claims = [{ path: ['a', '1'], intent_to_retain: true }, { path: ['b', '2'] }, { path: ['a', '3'] }];
    const [asked] = askedBy({
      credentials: [{ id: 'x', format: 'mso_mdoc', meta: { doctype_value: 'type' }, claims }],
    });
    assert.deepEqual(
      (asked as Map<string, CborValue>).get('nameSpaces'),
      new Map([
        [
          'a',
          new Map([
            ['1', true],
            ['3', false],
          ]),
        ],
        ['b', new Map([['2', false]])],
      ]),
    );
  });

  test('has a nonce and the key to encrypt to', () => {
    const { encryptionInfo } = createMdocRequest(readQuery(ageOver18), secrets);
    const key = new Map<number, CborValue>([
      [1, 2],
      [-1, 1],
      [-2, decode(secrets.key.x)],
      [-3, decode(secrets.key.y)],
    ]);
    assert.deepEqual(readCbor(decode(encryptionInfo), 'it'), [
      'dcapi',
      new Map<string, CborValue>([
        ['nonce', new Uint8Array(32)],
        ['recipientPublicKey', key],
      ]),
    ]);
  });
});

describe('a response by org-iso-mdoc', () => {
  let secrets: RequestSecrets;
  let response: string;
  before(async () => {
    secrets = await createSecrets();
    const { encryptionInfo } = createMdocRequest(readQuery(ageOver18), secrets);
    response = await sealForMdoc(
      Uint8Array.of(1, 2, 3),
      { x: decode(secrets.key.x), y: decode(secrets.key.y) },
      encodeCbor(await mdocTranscript(origin, encryptionInfo)),
    );
  });

  test('opens for its request and its origin', async () => {
    const { deviceResponse, transcript } = (await readMdocResponse(response).open(secrets, [
      'https://other.example',
      origin,
    ]))!;
    assert.deepEqual(deviceResponse, Uint8Array.of(1, 2, 3));
    assert.deepEqual(
      transcript,
      await mdocTranscript(origin, createMdocRequest(readQuery(ageOver18), secrets).encryptionInfo),
    );
  });

  test('stays shut for other origins, other keys and other nonces', async () => {
    const sealed = readMdocResponse(response);
    assert.equal(
      await sealed.open(secrets, ['https://example.com:444', 'http://example.com', 'https://example.com/']),
      undefined,
    );
    assert.equal(await sealed.open(await createSecrets(), [origin]), undefined);
    assert.equal(await sealed.open({ ...secrets, nonce: 'B'.repeat(42) + 'A' }, [origin]), undefined);
  });

  test('stays encrypted when its key is invalid', async () => {
    for (const enc of [
      new Uint8Array(),
      new Uint8Array(65),
      Uint8Array.from([4, ...new Uint8Array(64).fill(7)]),
      Uint8Array.from([2, ...decode(secrets.key.x)]),
    ]) {
      const parts = new Map([
        ['enc', enc],
        ['cipherText', new Uint8Array(40)],
      ]);
      assert.equal(await readMdocResponse(encode(['dcapi', parts])).open(secrets, [origin]), undefined);
    }
  });

  const parts = new Map([
    ['enc', new Uint8Array(65)],
    ['cipherText', new Uint8Array(40)],
  ]);
  const malformed: Record<string, string> = {
    'no base64url': '!',
    'no CBOR': 'AAAA',
    'a map': encode(parts),
    'of another type': encode(['dcapi2', parts]),
    'of three parts': encode(['dcapi', parts, 1]),
    'without parts': encode(['dcapi']),
    'with a list of parts': encode(['dcapi', [1, 2]]),
    'without a key': encode(['dcapi', new Map([['cipherText', new Uint8Array(40)]])]),
    'without a text': encode(['dcapi', new Map([['enc', new Uint8Array(65)]])]),
    'with a key that is text': encode([
      'dcapi',
      new Map<string, CborValue>([
        ['enc', 'x'],
        ['cipherText', new Uint8Array(40)],
      ]),
    ]),
  };
  for (const [what, text] of Object.entries(malformed))
    test(`is refused when it is ${what}`, () => assert.throws(() => readMdocResponse(text)));
});
