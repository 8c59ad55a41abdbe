import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkSignature, readSignature } from '../../../server/src/wallet/cose-signature.js';
import { readClaims } from '../../../server/src/wallet/disclosures.js';
import { encodeCbor } from '../../../server/src/wallet/encode-cbor.js';
import { readSigned } from '../../../server/src/wallet/jwt.js';
import { checkKeyBinding } from '../../../server/src/wallet/key-binding.js';
import { readMdocClaims } from '../../../server/src/wallet/mdoc-claims.js';
import { verifyDeviceResponse } from '../../../server/src/wallet/mdoc.js';
import { readMobileSecurityObject } from '../../../server/src/wallet/mobile-security-object.js';
import { thumbprintOf } from '../../../server/src/wallet/openid4vp-request.js';
import { readArray, readCbor, readMap } from '../../../server/src/wallet/read-cbor.js';
import { openid4vpTranscript } from '../../../server/src/wallet/session-transcript.js';
import type { CborMap } from '../../../server/src/webauthn/cbor.js';
import vectors from '../../vectors/digital-credentials.json' with { type: 'json' };
import { keyOfCertificate } from './certificate-keys.js';

const fromHex = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' };

describe('the example of ISO/IEC 18013-5', () => {
  const bytes = fromHex(vectors.isoMdl.deviceResponse);
  const [document] = readArray(readMap(readCbor(bytes, 'it'), 'it').get('documents'), 'the documents') as [CborMap];
  const issuerSigned = readMap(document.get('issuerSigned'), 'it');
  const signature = readSignature(issuerSigned.get('issuerAuth'), 'it');

  test('is signed by the key in its certificate, and by no other', async () => {
    await checkSignature(
      signature,
      signature.payload!,
      await keyOfCertificate(signature.chain[0]!),
      'issuer_signature',
    );
    const changed = Uint8Array.from(signature.payload!);
    changed[100]! ^= 1;
    await assert.rejects(
      checkSignature(signature, changed, await keyOfCertificate(signature.chain[0]!), 'issuer_signature'),
      { reason: 'issuer_signature' },
    );
  });

  test('says for whom and for how long it is good', async () => {
    const { documentType, hash, signed, validFrom, validUntil } = await readMobileSecurityObject(signature.payload!);
    assert.deepEqual([documentType, hash], ['org.iso.18013.5.1.mDL', 'SHA-256']);
    assert.deepEqual(
      [signed, validFrom, validUntil].map((time) => new Date(time).toISOString().slice(0, 10)),
      ['2020-10-01', '2020-10-01', '2021-10-01'],
    );
  });

  test('shows claims whose digests are signed', async () => {
    const claims = await readMdocClaims(
      readMap(issuerSigned.get('nameSpaces'), 'it'),
      await readMobileSecurityObject(signature.payload!),
    );
    const { portrait, driving_privileges: privileges, ...rest } = claims['org.iso.18013.5.1']!;
    assert.deepEqual(rest, {
      family_name: 'Doe',
      issue_date: '2019-10-20',
      expiry_date: '2024-10-20',
      document_number: '123456789',
    });
    assert.equal((portrait as string).slice(0, 4), '_9j_');
    assert.deepEqual(privileges, [
      { vehicle_category_code: 'A', issue_date: '2018-08-09', expiry_date: '2024-10-20' },
      { vehicle_category_code: 'B', issue_date: '2017-02-23', expiry_date: '2024-10-20' },
    ]);
  });

  test('is encoded to the same bytes again', () => assert.deepEqual(encodeCbor(readCbor(bytes, 'it')), bytes));

  test('is refused by those who do not know its authority', async () => {
    await assert.rejects(
      verifyDeviceResponse(bytes, { roots: [], transcripts: [null], asked: 1, now: Date.UTC(2021, 0, 1) }),
      { reason: 'issuer_untrusted' },
    );
  });
});

describe('the examples of OpenID4VP', () => {
  test('have the session transcript that is made here', async () => {
    const { origin, nonce, key, thumbprint, sessionTranscript } = vectors.openid4vpHandover;
    const found = await thumbprintOf({ nonce, key: { ...key, d: '' } as Parameters<typeof thumbprintOf>[0]['key'] });
    assert.deepEqual(found, fromHex(thumbprint));
    assert.deepEqual(encodeCbor(await openid4vpTranscript(origin, nonce, found)), fromHex(sessionTranscript));
  });

  const { presentation, issuerKey, nonce, verified } = vectors.sdJwt;
  const [issuerJwt, disclosure, bindingJwt] = presentation.split('~') as [string, string, string];
  const context = {
    nonce,
    origins: ['https://verifier.example.org'],
    requestedAt: 1_744_743_394_000,
    now: 1_744_743_394_000,
  };
  const readIssued = async () =>
    readSigned(
      issuerJwt,
      await crypto.subtle.importKey('jwk', issuerKey, ecdsa, false, ['verify']),
      'ES256',
      'issuer_signature',
    );

  test('show an SD-JWT whose claims are read as they say', async () => {
    assert.deepEqual(JSON.parse(JSON.stringify((await readClaims(await readIssued(), [disclosure])).claims)), verified);
    assert.deepEqual((await readClaims(await readIssued(), [disclosure])).disclosed, [
      ['ld', 'credentialSubject', 'givenName'],
    ]);
  });

  test('show a key binding by its key and for its nonce, but not one for a web page', async () => {
    const check = async (changes = {}) =>
      checkKeyBinding(bindingJwt, `${issuerJwt}~${disclosure}~`, await readIssued(), { ...context, ...changes });
    await assert.rejects(check(), { reason: 'origin' });
    await assert.rejects(check({ nonce: '1234567891' }), { reason: 'nonce' });
  });
});
