import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluatePrf } from '../../src/conformance/prf.js';
import { secretOf } from '../../src/vault/slots.js';

// What the standard itself gives to test with: https://w3c.github.io/webauthn/#test-vectors-extensions-prf

const bytes = (hexadecimal: string) => new Uint8Array(Buffer.from(hexadecimal, 'hex'));
const spell = (raw: Uint8Array) => Buffer.from(raw).toString('base64url');

const secret = bytes('437e065e723a98b2f08f39d8baf7c53ecb3c363c5e5104bdaaf5d5ca2e028154');
const inputs = {
  first: spell(bytes('576562417574686e20505246207465737420766563746f727302')),
  second: spell(bytes('576562417574686e20505246207465737420766563746f727303')),
};
const first = bytes('3c33e07d202c3b029cc21f1722767021bf27d595933b3d2b6a1b9d5dddc77fae');
const second = bytes('a62a8773b19cda90d7ed4ef72a80a804320dbd3997e2f663805ad1fd3293d50b');

test('the software authenticator makes of the inputs of the standard what the standard says', async () => {
  assert.deepEqual(await evaluatePrf(secret, { eval: { first: inputs.first } }), { results: { first: spell(first) } });
  assert.deepEqual(await evaluatePrf(secret, { eval: inputs }), {
    results: { first: spell(first), second: spell(second) },
  });
  assert.deepEqual(await evaluatePrf(secret, {}), {});
});

test('a vault takes two results of the standard, in whatever kind of array they come, and refuses one alone', async () => {
  const words = new Uint32Array(second.slice().buffer);
  assert.equal((await secretOf({ credentialId: '', first: first.slice(), second: words })).type, 'secret');
  await assert.rejects(secretOf({ credentialId: '', first: first.slice(), second: undefined }), { code: 'no_prf' });
});

test('a vault refuses the two results that the standard shows for two inputs that are alike, though one is an array of bytes and the other of words', async () => {
  const alike = bytes('c4172e982e9097c39a6c0cb720cb375b92e3fcad154a63e43a93f1096b1e1973');
  const words = Uint32Array.of(
    0x982e17c4,
    0xc397902e,
    0xb70c6c9a,
    0x5b37cb20,
    0xadfce392,
    0xe4634a15,
    0x09f1933a,
    0x73191e6b,
  );
  await assert.rejects(secretOf({ credentialId: '', first: alike, second: words }), { code: 'no_prf' });
  assert.deepEqual([alike.some(Boolean), words.some(Boolean)], [false, false]);
});
