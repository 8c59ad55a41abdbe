import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { readChallenge } from '../../../server/src/webauthn/read-challenge.js';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '../../../src/conformance/index.js';
import {
  assertRefused,
  create,
  enroll,
  origin,
  register,
  requestOptions,
  signIn,
  type Enrolled,
} from './ceremonies.js';
import { assertQuick } from '../../support/node/quick.js';

const encode = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64url');
const largest = 32_000;

/** Texts of 32 kB over which a careless pattern, parser or decoder takes its time. */
const texts: Record<string, string> = {
  'one letter': 'A'.repeat(largest),
  padding: '='.repeat(largest),
  'letters, then padding': `${'A'.repeat(largest - 1)}=`,
  'letters, then a line break': `${'A'.repeat(largest - 1)}\n`,
  'hyphens, then an exclamation mark': `${'-'.repeat(largest - 1)}!`,
  'U+0000': '\0'.repeat(largest),
  'lone surrogates': '\ud800'.repeat(largest),
  'opening brackets': '['.repeat(largest),
  'quotation marks': '"'.repeat(largest),
  backslashes: '\\'.repeat(largest),
  spaces: ' '.repeat(largest),
};

/** Bytes of 24 kB, which are 32 kB of base64url. */
const bytes: Record<string, Uint8Array> = {
  zeros: new Uint8Array(24_000),
  ones: new Uint8Array(24_000).fill(0xff),
  'arrays inside each other': new Uint8Array(24_000).fill(0x81),
  'maps inside each other': new Uint8Array(24_000).map((_, index) => (index % 2 ? 0x01 : 0xa1)),
  'tags inside each other': new Uint8Array(24_000).fill(0xc1),
  'an array of 2^32 − 1 items': Uint8Array.of(0x9a, 0xff, 0xff, 0xff, 0xff),
  'an array of 2^53 items': Uint8Array.of(0x9b, 0, 0x20, 0, 0, 0, 0, 0, 0),
  'a map of 24,000 empty strings': Buffer.concat([Buffer.of(0xb9, 0x5d, 0xc0), Buffer.alloc(24_000, 0x60)]),
  'a map of 8,000 numbers': Buffer.concat([
    Buffer.of(0xb9, 0x1f, 0x40),
    ...Array.from({ length: 8_000 }, (_, key) => Buffer.of(0x19, 1 + (key >> 8), key & 0xff, 0)),
  ]),
  'bytes of 2^64 − 1': Uint8Array.of(0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
  'text of 2^32 − 1': Uint8Array.of(0x7a, 0xff, 0xff, 0xff, 0xff),
  'JSON arrays inside each other': Buffer.from('['.repeat(12_000) + ']'.repeat(12_000)),
  'JSON objects inside each other': Buffer.from('{"":'.repeat(4_000) + '0' + '}'.repeat(4_000)),
  'a JSON object of 3,000 members': Buffer.from(
    `{${Array.from({ length: 3_000 }, (_, index) => `"${index}":1`).join()}}`,
  ),
  'a long JSON number': Buffer.from('1'.repeat(24_000)),
  'a JSON string of escapes': Buffer.from(`"${'\\u0000'.repeat(3_900)}"`),
};

const encodedBytes = Object.fromEntries(Object.entries(bytes).map(([name, raw]) => [name, encode(raw)]));

const members = {
  create: ['clientDataJSON', 'attestationObject'],
  get: ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'],
} as const;

describe('hostile input', () => {
  let enrolled: Enrolled;
  let registration: RegistrationResponseJSON;
  let authentication: AuthenticationResponseJSON;
  before(async () => {
    enrolled = await enroll({ algorithms: [-7] });
    registration = await create({ algorithms: [-7] });
    authentication = await enrolled.authenticator.get(requestOptions, { origin });
    // The first verification compiles what the following ones run.
    await register(registration);
    await signIn(authentication, enrolled.credential);
  });

  const attempt = (kind: 'create' | 'get', member: string, value: unknown): Promise<unknown> => {
    const response = kind === 'create' ? registration : authentication;
    const changed = { ...response, response: { ...response.response, [member]: value } };
    return kind === 'create' ? register(changed) : signIn(changed, enrolled.credential);
  };

  for (const kind of ['create', 'get'] as const) {
    for (const member of members[kind]) {
      test(`of 32 kB in ${member} of ${kind}() is refused within 20 ms`, async () => {
        for (const [name, value] of Object.entries({ ...texts, ...encodedBytes })) {
          if (member === 'userHandle' && value.length < 86) continue;
          const refuse = () => assert.rejects(attempt(kind, member, value), { name: 'VerificationError' }, name);
          await assertQuick(20, refuse, name);
        }
      });

      test(`of other types in ${member} of ${kind}() is refused by name`, async () => {
        for (const value of [null, undefined, 1, true, [], {}, ['AAAA'], Array.from({ length: 10_000 }, () => 'A')]) {
          if (member === 'userHandle' && (value === null || value === undefined)) continue;
          await assertRefused(attempt(kind, member, value), 400, `response.${member} must be a string`);
        }
      });
    }

    test(`instead of the whole response of ${kind}() is refused`, async () => {
      const wholes = [
        undefined,
        null,
        true,
        0,
        '',
        'AAAA',
        [],
        [[]],
        {},
        { response: {} },
        JSON.parse('{"__proto__": {"id": "AAAA"}}'),
        ...Object.values(texts),
      ];
      for (const whole of wholes)
        await assertRefused(kind === 'create' ? register(whole) : signIn(whole, enrolled.credential), 400);
    });

    test(`of 32 kB in id of ${kind}() is refused within 20 ms`, async () => {
      for (const value of Object.values(texts)) {
        const response = { ...(kind === 'create' ? registration : authentication), id: value, rawId: value };
        await assertQuick(20, () =>
          assertRefused(kind === 'create' ? register(response) : signIn(response, enrolled.credential), 400),
        );
      }
    });

    test(`that throws while it is read by ${kind}() is refused`, async () => {
      const trap = new Proxy(
        {},
        {
          get: () => {
            throw new RangeError('trap');
          },
        },
      );
      await assertRefused(
        kind === 'create' ? register(trap) : signIn(trap, enrolled.credential),
        400,
        'the response cannot be verified',
      );
    });
  }

  test('in the response leaves no challenge to read', () => {
    const values = [...Object.values(texts), ...Object.values(encodedBytes), null, undefined, 1, [], {}];
    for (const clientDataJSON of values)
      assert.throws(() => readChallenge({ response: { clientDataJSON } }), { name: 'VerificationError', status: 400 });
    for (const response of [undefined, null, 'AAAA', [], { response: null }])
      assert.throws(() => readChallenge(response), { name: 'VerificationError', status: 400 });
  });
});
