import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { decodeAttestationObject, parseAuthenticatorData } from '@simplewebauthn/server/helpers';
import fc from 'fast-check';
import { readChallenge } from '../../../server/src/webauthn/read-challenge.js';
import { VerificationError } from '../../../server/src/webauthn/verification-error.js';
import {
  algorithmNames,
  challenge,
  create,
  enroll,
  origin,
  register,
  requestOptions,
  signIn,
  type Enrolled,
} from './ceremonies.js';
import { mutation, type Json } from './mutations.js';
import { isSoak } from '../../support/node/quick.js';

/** Each property takes this many mutated ceremonies; there are four. */
const runs = isSoak ? 250_000 : 500;
const parameters = { numRuns: runs, seed: 20_260_901 };

const algorithmIndex = fc.nat(algorithmNames.length - 1);

/** Runs a verification and tells whether it accepted; what it throws must be a refusal with one of the statuses. */
async function accepts(verification: Promise<unknown>, statuses: readonly number[]): Promise<boolean> {
  try {
    await verification;
    return true;
  } catch (error) {
    assert.ok(error instanceof VerificationError, `${String(error)} is no VerificationError`);
    assert.ok(statuses.includes(error.status), `status ${error.status}`);
    return false;
  }
}

/** What a response proves: its id, the bytes that a signature covers, and the signature. */
function readProof(response: Json, signed: readonly string[]): unknown[] {
  const {
    id,
    rawId,
    type,
    response: inner,
  } = response as { id: Json; rawId: Json; type: Json; response: Record<string, Json> };
  return [id, rawId, type, ...signed.map((member) => inner[member])];
}

const signedAtSignIn = ['clientDataJSON', 'authenticatorData', 'signature'];
const signedAtRegistration = ['clientDataJSON', 'attestationObject'];

function toJson(response: unknown): Json {
  return JSON.parse(JSON.stringify(response)) as Json;
}

describe('of thousands of mutated ceremonies', () => {
  const enrolled: Enrolled[] = [];
  const signIns: Json[] = [];
  const attested: Json[] = [];
  const unattested: Json[] = [];
  before(async () => {
    for (const [algorithm] of algorithmNames) {
      const one = await enroll({ algorithms: [algorithm] });
      enrolled.push(one);
      signIns.push(
        toJson(await one.authenticator.get(requestOptions, { origin, extensions: new Map([['uvm', [[2, 4, 2]]]]) })),
      );
      attested.push(toJson(await create({ algorithms: [algorithm] }, { attestation: 'packed' })));
      unattested.push(toJson(await create({ algorithms: [algorithm] }, { extensions: new Map([['credProtect', 2]]) })));
    }
  });

  test('no sign-in is accepted unless everything that is signed stayed the same', async () => {
    await fc.assert(
      fc.asyncProperty(algorithmIndex, mutation, async (index, { apply }) => {
        const original = signIns[index] ?? null;
        const mutated = apply(original);
        const credential = enrolled[index]?.credential;
        assert.ok(credential);
        if (!(await accepts(signIn(mutated, credential), [400, 401]))) return;
        assert.deepEqual(readProof(mutated, signedAtSignIn), readProof(original, signedAtSignIn));
      }),
      parameters,
    );
  });

  test('no attested registration is accepted unless everything that is signed stayed the same', async () => {
    await fc.assert(
      fc.asyncProperty(algorithmIndex, mutation, async (index, { apply }) => {
        const original = attested[index] ?? null;
        const mutated = apply(original);
        if (!(await accepts(register(mutated), [400]))) return;
        assert.deepEqual(readProof(mutated, signedAtRegistration), readProof(original, signedAtRegistration));
      }),
      parameters,
    );
  });

  test('no registration without attestation is accepted unless it is right about all that it says', async () => {
    await fc.assert(
      fc.asyncProperty(algorithmIndex, mutation, async (index, { apply }) => {
        const mutated = apply(unattested[index] ?? null);
        if (!(await accepts(register(mutated), [400]))) return;
        const { id, response } = mutated as {
          id: string;
          response: { clientDataJSON: string; attestationObject: string };
        };
        const clientData = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as Record<
          string,
          unknown
        >;
        const attestation = decodeAttestationObject(
          new Uint8Array(Buffer.from(response.attestationObject, 'base64url')),
        );
        const { flags, credentialID } = parseAuthenticatorData(attestation.get('authData'));
        assert.deepEqual(
          [clientData.type, clientData.challenge, clientData.origin],
          ['webauthn.create', challenge, origin],
        );
        assert.equal(attestation.get('fmt'), 'none');
        assert.equal(Buffer.from(credentialID ?? []).toString('base64url'), id);
        assert.ok(flags.up && flags.at && (flags.be || !flags.bs));
      }),
      parameters,
    );
  });

  test('no challenge is read that is not base64url', async () => {
    await fc.assert(
      fc.asyncProperty(algorithmIndex, mutation, async (index, { apply }) => {
        const mutated = apply(signIns[index] ?? null);
        let named = '';
        if (await accepts((async () => (named = readChallenge(mutated)))(), [400])) assert.match(named, /^[\w-]+$/);
      }),
      parameters,
    );
  });

  test('the unmutated ones are all accepted', async () => {
    for (const [index, { credential }] of enrolled.entries()) {
      await assert.doesNotReject(signIn(signIns[index], credential));
      await assert.doesNotReject(register(attested[index]));
      await assert.doesNotReject(register(unattested[index]));
    }
  });
});
