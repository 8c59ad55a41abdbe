import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAttestationObject } from '../../../server/src/webauthn/attestation-object.js';
import { encodeCbor, type CborValue } from '../../../src/conformance/cbor.js';

const members: ReadonlyArray<readonly [string, CborValue]> = [
  ['fmt', 'none'],
  ['attStmt', new Map()],
  ['authData', Uint8Array.of(1, 2, 3)],
];

function parse(differences: Record<string, CborValue> = {}): unknown {
  return parseAttestationObject(encodeCbor(new Map([...members, ...Object.entries(differences)])));
}

test('format, statement and authenticator data are read, in any order', () => {
  const expected = { format: 'none', statement: new Map(), authenticatorData: Uint8Array.of(1, 2, 3) };
  assert.deepEqual(parse(), expected);
  assert.deepEqual(parseAttestationObject(encodeCbor(new Map([...members].reverse()))), expected);
});

const refused: ReadonlyArray<readonly [string, readonly CborValue[], string]> = [
  ['fmt', [1, null, true, Uint8Array.of(1), ['none']], 'the attestation object must name its format'],
  ['attStmt', [1, null, 'none', [], Uint8Array.of(0xa0)], 'the attestation statement must be a CBOR map'],
  ['authData', [1, null, 'data', [1, 2, 3], new Map()], 'the attestation object must hold authenticator data'],
];

for (const [member, values, reason] of refused) {
  test(`${member} of another type, or none, is refused`, () => {
    for (const value of values)
      assert.throws(() => parse({ [member]: value }), { name: 'VerificationError', status: 400, reason });
    const others = new Map(members.filter(([name]) => name !== member));
    assert.throws(() => parseAttestationObject(encodeCbor(others)), { name: 'VerificationError', status: 400, reason });
  });
}

test('a fourth member is refused', () => {
  assert.throws(() => parse({ epAtt: true }), {
    reason: 'the attestation object has members that WebAuthn does not know',
  });
});
