import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import { clientFor } from '../../../src/base/client/client.js';
import { startPasskeyRegistration } from '../../../src/base/contract/passkey-registration.js';
import { startPasskeySignIn } from '../../../src/base/contract/passkey-sign-in.js';
import { LatchError } from '../../../src/base/client/errors.js';
import { decodeCreationOptions, decodeRequestOptions } from '../../../src/passkey/options-json.js';
import { creationOptions, requestOptions } from '../../support/browser/backend.js';
import { runs } from '../../support/browser/runs.js';

const names = [
  'challenge',
  'rp',
  'rpId',
  'user',
  'id',
  'name',
  'allowCredentials',
  'excludeCredentials',
  'extensions',
  'prf',
  'eval',
  'evalByCredential',
  'first',
  'largeBlob',
  'write',
  'transports',
  'timeout',
];
const key = fc.oneof(
  fc.constantFrom(
    ...names,
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'toJSON',
    'then',
    'length',
    '0',
  ),
  fc.string(),
);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 0, -1, 1e308, '', '__proto__', 'AQID', 'not base64url!', '\u0000', 'A'.repeat(5000)),
    fc.string(),
    tie('list'),
    tie('record'),
  ),
  list: fc.array(tie('any'), { maxLength: 4 }),
  record: fc.array(fc.tuple(key, tie('any')), { maxLength: 5 }).map((entries) => Object.fromEntries(entries)),
})).any;

/** Options with one to four members, at any place, turned into something else. */
const spoilt = (whole: () => object) =>
  fc.array(fc.tuple(fc.nat(), key, value), { minLength: 1, maxLength: 4 }).map((changes) => {
    const options = JSON.parse(JSON.stringify(whole())) as Record<string, unknown>;
    for (const [at, name, spoiled] of changes) {
      const places = placesIn(options);
      const place = places[at % places.length]!;
      Object.defineProperty(place, Array.isArray(place) ? 0 : name, {
        value: JSON.parse(JSON.stringify(spoiled)),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return JSON.stringify(options);
  });

function placesIn(root: object): object[] {
  return [
    root,
    ...Object.values(root).flatMap((member) => (member instanceof Object ? placesIn(member as object) : [])),
  ];
}

describe('hostile options from a backend', () => {
  const native = globalThis.fetch;
  const prototype = JSON.stringify(Object.getOwnPropertyNames(Object.prototype));
  let body = '';

  before(() => (globalThis.fetch = () => Promise.resolve(new Response(body))));
  after(() => (globalThis.fetch = native));

  const extensions = {
    prf: { eval: { first: 'AQID' }, evalByCredential: { AQID: { first: 'AQID' } } },
    largeBlob: { write: 'AQID' },
  };
  const descriptors = [{ id: 'AQID', type: 'public-key', transports: ['internal'] }];
  const kinds = [
    [
      'a sign-in',
      startPasskeySignIn,
      decodeRequestOptions,
      () => requestOptions({ allowCredentials: descriptors, extensions }),
    ],
    [
      'a registration',
      startPasskeyRegistration,
      decodeCreationOptions,
      () => creationOptions({ excludeCredentials: descriptors, extensions }),
    ],
  ] as const;
  for (const [kind, endpoint, decode, whole] of kinds) {
    it(`for ${kind} are decoded or refused with bad_response, and change nothing beside themselves`, async () => {
      const answers = fc.oneof(
        { arbitrary: spoilt(whole), weight: 3 },
        value.map((any) => JSON.stringify(any)),
        fc.string(),
      );
      let decoded = 0;
      await fc.assert(
        fc.asyncProperty(answers, async (answer) => {
          body = answer;
          try {
            const options = decode((await clientFor().call<void, never>(endpoint as never)) as never);
            expect(options.challenge).to.be.instanceOf(Uint8Array);
            decoded++;
          } catch (error) {
            if (!(error instanceof LatchError)) throw error;
            expect(error.code).to.equal('bad_response');
          }
          expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
        }),
        runs(500_000),
      );
      expect(decoded, 'some of the spoilt ones are still good').to.be.greaterThan(0);
      expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).to.equal(prototype);
    }).timeout(3_600_000);
  }

  it('may nest as deep as they like', async () => {
    body = JSON.stringify(requestOptions({ extensions: { prf: '?' } })).replace(
      '"?"',
      `${'{"eval":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    );
    const options = await clientFor().call(startPasskeySignIn);
    expect(() => decodeRequestOptions(options))
      .to.throw(LatchError)
      .with.property('code', 'bad_response');
  });

  it('lend no members to objects that have none, by way of __proto__', async () => {
    body = JSON.stringify(requestOptions()).replace(
      '{',
      '{"__proto__":{"polluted":true},"extensions":{"__proto__":{"polluted":true},"prf":{"__proto__":{"first":"AQID"}}},',
    );
    const options = decodeRequestOptions(await clientFor().call(startPasskeySignIn));
    expect(Object.getPrototypeOf(options)).to.equal(Object.prototype);
    expect((options as { polluted?: unknown }).polluted).to.equal(undefined);
    expect(({} as Record<string, unknown>)['polluted']).to.equal(undefined);
  });
});
