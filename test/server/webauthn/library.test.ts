import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { verifyAuthenticationResponse, type AuthenticationResponseJSON } from '@simplewebauthn/server';
import fc from 'fast-check';
import { faults, type FaultName } from '../../../src/conformance/index.js';
import { algorithmNames, challenge, embedder, enroll, origin, requestOptions, rpId, signIn, type Enrolled } from './ceremonies.js';
import { mutation, type Json } from './mutations.js';

const isAccepted = (verification: Promise<unknown>): Promise<boolean> => verification.then(() => true, () => false);

/** What the library says to a sign-in that these tests' server has asked for. */
async function isAcceptedByLibrary(response: unknown, { credential }: Enrolled): Promise<boolean> {
  const verification = verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    expectedTopOrigin: [embedder],
    requireUserVerification: false,
    credential: { id: credential.id, publicKey: new Uint8Array(credential.publicKey), counter: 0 },
  });
  return verification.then(({ verified }) => verified, () => false);
}

for (const [algorithm, name] of algorithmNames) {
  describe(`of sign-ins with an ${name} passkey`, () => {
    let enrolled: Enrolled;
    before(async () => {
      enrolled = await enroll({ algorithms: [algorithm] });
    });
    const respond = async (wrong: readonly FaultName[] = []): Promise<unknown> =>
      JSON.parse(JSON.stringify(await enrolled.authenticator.get(requestOptions, { origin, faults: wrong }))) as unknown;

    test('the library accepts the faultless one too', async () => {
      const response = await respond();
      assert.deepEqual([await isAccepted(signIn(response, enrolled.credential)), await isAcceptedByLibrary(response, enrolled)], [true, true]);
    });

    test('none with a fault is accepted that the library refuses', async () => {
      const possible = (Object.keys(faults) as FaultName[]).filter((fault) => faults[fault].ceremonies.includes('get') && (faults[fault].needs?.algorithm ?? algorithm) === algorithm);
      for (const fault of possible) {
        const response = await respond([fault]);
        if (await isAccepted(signIn(response, enrolled.credential))) assert.ok(await isAcceptedByLibrary(response, enrolled), fault);
      }
    });

    test('none that was mutated is accepted that the library refuses', async () => {
      const original = (await respond()) as Json;
      await fc.assert(
        fc.asyncProperty(mutation, async ({ apply }) => {
          const mutated = apply(original);
          if (await isAccepted(signIn(mutated, enrolled.credential))) assert.ok(await isAcceptedByLibrary(mutated, enrolled));
        }),
        { numRuns: 200, seed: 20_261_121 },
      );
    });
  });
}
