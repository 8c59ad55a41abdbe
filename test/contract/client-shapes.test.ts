import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Validator, type Schema } from '@cfworker/json-schema';
import contract from '../../contract/schemas.json' with { type: 'json' };
import type { Endpoint } from '../../src/core/contract/endpoint.js';
import { registrationOptions, verifyRegistration } from '../../src/core/contract/registration.js';
import { logoutEndpoint, sessionEndpoint } from '../../src/core/contract/session.js';
import { signInOptions, verifySignIn } from '../../src/core/contract/sign-in.js';

const challenge = 'AAAAAAAAAAAAAAAAAAAAAA';
const descriptor = { id: 'AQID', type: 'public-key', transports: ['internal', 'hybrid'] };

/** Answers with every member that the contract knows. */
const answers: [endpoint: Endpoint<never, unknown>, full: Record<string, unknown>][] = [
  [
    signInOptions as Endpoint<never, unknown>,
    { challenge, rpId: 'localhost', timeout: 300_000, allowCredentials: [descriptor], userVerification: 'preferred', hints: ['hybrid'], extensions: { prf: {} } },
  ],
  [verifySignIn as Endpoint<never, unknown>, { verified: true }],
  [
    registrationOptions as Endpoint<never, unknown>,
    {
      challenge, rp: { id: 'localhost', name: 'x' }, user: { id: 'AQID', name: 'ada', displayName: 'Ada' }, pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 300_000, excludeCredentials: [descriptor], authenticatorSelection: { residentKey: 'required' }, hints: ['hybrid'], attestation: 'none', attestationFormats: ['packed'], extensions: {},
    },
  ],
  [verifyRegistration as Endpoint<never, unknown>, { verified: true, backedUp: false }],
  [sessionEndpoint as Endpoint<never, unknown>, { signedIn: true, user: { name: 'ada', displayName: 'Ada' }, authMethod: 'passkey', authTime: 1, expires: 2 }],
  [logoutEndpoint as Endpoint<never, unknown>, {}],
];

const strangers = [undefined, null, 7, -1, 0.5, '', 'x', true, [], [7], {}, { x: 7 }];

/** The answer itself, and every answer that differs from it in one member, at whatever depth. */
function* vary(value: unknown): Generator<unknown> {
  yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const put = (other: unknown) => (Array.isArray(value) ? value.map((item, index) => (String(index) === name ? other : item)) : { ...value, [name]: other });
    for (const stranger of strangers) yield JSON.parse(JSON.stringify(put(stranger)));
    for (const varied of vary(member)) yield put(varied);
  }
}

describe('what the client takes for an answer', () => {
  for (const [{ method, path, shape }, full] of answers) {
    const operation = (contract.operations as unknown as Record<string, { responses: Record<string, Record<string, Schema>> }>)[`${method} /${path}`]!;
    const schema = new Validator({ ...operation.responses['200']!['application/json'], $defs: contract.$defs as unknown as Record<string, Schema> }, '2020-12');
    const agrees = (answer: unknown) => schema.validate(answer).valid;

    test(`to ${method} /${path} is everything that the contract allows, and more may be there`, () => {
      assert.ok(agrees(full));
      const allowed = [...vary(full)].filter(agrees);
      for (const answer of [...allowed, { ...full, another: 1 }]) assert.ok(shape(answer), JSON.stringify(answer));
    });

    test(`to ${method} /${path} is nothing that lacks what the contract demands`, () => {
      for (const name of Object.keys(full)) {
        const { [name]: _left, ...rest } = full;
        if (!agrees(rest)) assert.equal(shape(rest), false, `without ${name}`);
      }
      for (const stranger of strangers.filter((value) => value === null || typeof value !== 'object')) assert.equal(shape(stranger), false);
    });
  }
});
