import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findBreach } from '../../src/conformance/backend/answers.js';

const baseUrl = new URL('http://localhost/');
const answer = (path: string, body: object) =>
  findBreach(
    {
      method: 'GET',
      url: `http://localhost/${path}`,
      requestHeaders: {},
      requestBody: undefined,
      status: 200,
      headers: [['content-type', 'application/json']],
      body: JSON.stringify(body),
    },
    baseUrl,
  );
const user = { id: 'AAAA', name: 'ada', displayName: 'Ada' };

describe('an answer that is compared with the contract', () => {
  test('may have a null whose meaning the contract knows', () => {
    const passkey = {
      id: 'AAAA',
      nickname: null,
      aaguid: '00000000-0000-0000-0000-000000000000',
      transports: [],
      deviceType: 'singleDevice',
      backedUp: false,
      createdAt: 1,
      lastUsedAt: null,
    };
    const list = { rpId: 'localhost', userId: 'AAAA', name: 'ada', displayName: 'Ada', credentials: [passkey] };
    assert.equal(answer('webauthn/credentials', list), undefined);
    assert.deepEqual(answer('webauthn/credentials', { ...list, credentials: [{ ...passkey, trustedFrom: null }] }), {
      operation: 'GET /webauthn/credentials',
      status: 200,
      sentence: '200 of GET /webauthn/credentials: credentials/0/trustedFrom: null where nothing may be there.',
      hasNulls: true,
    });
  });

  test('gets advice for nulls where nothing may be there, and their names', () => {
    const breach = answer('session', {
      signedIn: true,
      user: { ...user, username: null },
      authMethod: 'password',
      authTime: 1,
      expires: 2,
      next: null,
    });
    assert.equal(breach?.hasNulls, true);
    for (const name of ['user/username', 'next']) assert.ok(breach.sentence.includes(name), breach.sentence);
  });

  test('is a breach where a member that must be there is null', () => {
    const breach = answer('session', { signedIn: true, user: { ...user, name: null }, next: null });
    assert.equal(breach?.hasNulls, undefined);
    assert.match(breach!.sentence, /name/);
  });
});
