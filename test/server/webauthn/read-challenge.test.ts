import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readChallenge } from '../../../server/src/webauthn/read-challenge.js';
import { VerificationError } from '../../../server/src/webauthn/verification-error.js';
import { challenge, create, enroll, origin, requestOptions } from './ceremonies.js';

function respond(clientData: unknown): unknown {
  return { response: { clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url') } };
}

test('the challenge that a registration names is read', async () => {
  assert.equal(readChallenge(await create()), challenge);
});

test('the challenge that a sign-in names is read', async () => {
  const { authenticator } = await enroll();
  assert.equal(readChallenge(await authenticator.get(requestOptions, { origin })), challenge);
});

test('it is read even if nothing else about the response is right', () => {
  assert.equal(readChallenge(respond({ challenge: 'AAAA', type: 7, origin: null })), 'AAAA');
});

test('a challenge that is no base64url is refused, so that it can be queried with', () => {
  for (const value of [
    undefined,
    null,
    1,
    '',
    'a b',
    'AAAA=',
    'AA\0A',
    "' or 1=1 --",
    ['AAAA'],
    { toString: 'AAAA' },
  ]) {
    assert.throws(
      () => readChallenge(respond({ challenge: value })),
      (error) => error instanceof VerificationError && error.status === 400,
    );
  }
});

test('two challenges in one response are refused', () => {
  const clientDataJSON = Buffer.from('{"challenge":"AAAA","challenge":"BBBB"}').toString('base64url');
  assert.throws(() => readChallenge({ response: { clientDataJSON } }), {
    reason: 'clientDataJSON names a member twice',
  });
});
