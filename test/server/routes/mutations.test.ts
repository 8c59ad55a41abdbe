import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import type { AuthenticationResponse } from '../../../src/base/contract/types.js';
import { scaled } from '../../support/node/engines.js';
import { signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import { isSoak } from '../../support/node/quick.js';

type Json = Record<string, unknown>;
/** A change to a ceremony's response that keeps the challenge readable, or not. */
type Mutation = { what: string; apply: (response: Json) => Json };

const binaryMembers = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];

function changeBytes(name: string, change: (bytes: Buffer) => Uint8Array): (response: Json) => Json {
  return (response) => {
    const inner = response['response'] as Json;
    const text = inner[name];
    if (typeof text !== 'string') return response;
    return {
      ...response,
      response: { ...inner, [name]: Buffer.from(change(Buffer.from(text, 'base64url'))).toString('base64url') },
    };
  };
}

const byteMutation = fc
  .record({
    name: fc.constantFrom(...binaryMembers),
    position: fc.nat(2000),
    value: fc.integer({ min: 1, max: 255 }),
    kind: fc.constantFrom('flip', 'cut', 'insert', 'repeat'),
  })
  .map(({ name, position, value, kind }): Mutation => ({
    what: `${kind} ${name} at ${position} with ${value}`,
    apply: changeBytes(name, (bytes) => {
      const at = bytes.length === 0 ? 0 : position % bytes.length;
      if (kind === 'cut') return bytes.subarray(0, at);
      if (kind === 'insert') return Buffer.concat([bytes.subarray(0, at), Buffer.of(value), bytes.subarray(at)]);
      if (kind === 'repeat') return Buffer.concat([bytes, bytes.subarray(at)]);
      const flipped = Buffer.from(bytes);
      if (bytes.length > 0) flipped[at]! ^= value;
      return flipped;
    }),
  }));

const memberMutation = fc
  .record({
    path: fc.constantFrom(
      'id',
      'rawId',
      'type',
      'response',
      'clientExtensionResults',
      'authenticatorAttachment',
      ...binaryMembers.map((name) => `response.${name}`),
      'response.transports',
    ),
    value: fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom<unknown>('', 'AAAA', 'a\u0000b', '__proto__', -1, 1e308, 'A'.repeat(4000), [
        'internal',
        'internal',
        7,
      ]),
    ),
    remove: fc.boolean(),
  })
  .map(({ path, value, remove }): Mutation => ({
    what: `${remove ? 'remove' : 'set'} ${path}${remove ? '' : ` to ${JSON.stringify(value)?.slice(0, 40)}`}`,
    apply(response) {
      const [outer, inner] = path.split('.') as [string, string | undefined];
      const place = inner === undefined ? response : (response[outer] as Json);
      const { [inner ?? outer]: _old, ...rest } = place;
      const changed = remove ? rest : { ...rest, [inner ?? outer]: value };
      return inner === undefined ? changed : { ...response, [outer]: changed };
    },
  }));

const mutation = fc.oneof(byteMutation, memberMutation);

describe('mutated ceremonies over HTTP', () => {
  let server: TestServer;
  let ada: Person;
  before(async () => {
    server = await startServer({ listens: true });
    ada = await signUpWithPasskey(server, 'ada', { counter: 'increasing', algorithms: [-7] });
  });
  after(() => server.stop());

  const settings = {
    numRuns: isSoak ? 33_334 : scaled(5000),
    seed: 20_300_101,
    endOnFailure: true,
  };
  /** Whether everything that counts is as the authenticator made it; a sign-in without user handle is one too. */
  function isUnchanged({ id, rawId, type, response }: AuthenticationResponse, mutated: Json): boolean {
    const { clientDataJSON, authenticatorData, signature, userHandle } = response;
    const inner = mutated['response'] as Json;
    const relevant = [
      mutated['id'],
      mutated['rawId'],
      mutated['type'],
      inner['clientDataJSON'],
      inner['authenticatorData'],
      inner['signature'],
    ];
    const same = relevant.every(
      (value, index) => value === [id, rawId, type, clientDataJSON, authenticatorData, signature][index],
    );
    return same && (!('userHandle' in inner) || inner['userHandle'] === userHandle);
  }

  for (const [what, query] of [
    ['sign-in', ''],
    ['step-up', '?step-up'],
  ] as const) {
    test(`a changed ${what} is never accepted and never the server’s fault`, async () => {
      await fc.assert(
        fc.asyncProperty(mutation, async ({ apply }) => {
          const response = await ada.choosePasskey({}, query);
          const mutated = apply(response as unknown as Json);
          const { status } = await ada.browser.post(`/webauthn/login/verify${query}`, mutated);
          assert.ok(status === 200 ? isUnchanged(response, mutated) : [400, 401, 404].includes(status), String(status));
        }),
        settings,
      );
      assert.deepEqual(
        server.logs.filter(({ level }) => level === 'error'),
        [],
      );
    });
  }

  test('a changed registration is never the server’s fault', async () => {
    const signUpAs = (name: string): Promise<Person> => signUp(server, name, undefined, { algorithms: [-7] });
    let bo = await signUpAs('bo');
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(mutation, async ({ apply }) => {
        const { body } = await bo.browser.post('/webauthn/register/options');
        const { excludeCredentials, ...options } = body as never as Parameters<Person['authenticator']['create']>[0];
        assert.ok(excludeCredentials);
        const response = await bo.authenticator.create(options, { origin: server.origin });
        const { status } = await bo.browser.post('/webauthn/register/verify', apply(response as unknown as Json));
        assert.ok([200, 400].includes(status), String(status));
        // An account has at most 50 passkeys.
        if (status === 200) accepted += 1;
        if (status === 200 && accepted % 40 === 0) bo = await signUpAs(`bo ${accepted}`);
      }),
      settings,
    );
    assert.deepEqual(
      server.logs.filter(({ level }) => level === 'error'),
      [],
    );
  });

  test('whatever is sent as a change of names is kept or refused, and never the server’s fault', async () => {
    const cy = await signUpWithPasskey(server, 'cy');
    const path = `/webauthn/credentials/${cy.authenticator.credentials[0]!.id}`;
    const value = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.jsonValue({ maxDepth: 2 }),
    );
    await fc.assert(
      fc.asyncProperty(value, async (sent) => {
        const named = await cy.browser.patch(path, { nickname: sent });
        const shown = await cy.browser.patch('/account', { displayName: sent });
        assert.ok(
          [200, 400].includes(named.status) && [200, 400].includes(shown.status),
          `${named.status} ${shown.status}`,
        );
        const kept = typeof sent === 'string' ? sent.trim().normalize('NFC') : sent;
        if (named.status === 200) assert.equal(named.body['nickname'], kept);
        if (shown.status === 200) assert.equal(shown.body['displayName'], kept);
      }),
      settings,
    );
    assert.deepEqual(
      server.logs.filter(({ level }) => level === 'error'),
      [],
    );
  });
});
