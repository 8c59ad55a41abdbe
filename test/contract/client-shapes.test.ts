import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Validator, type Schema } from '@cfworker/json-schema';
import contract from '../../contract/schemas.json' with { type: 'json' };
import { endCurrentSession, readSession } from '../../src/base/contract/session.js';
import { finishPasskeySignIn, startPasskeySignIn } from '../../src/base/contract/passkey-sign-in.js';
import { finishPasskeyRegistration, startPasskeyRegistration } from '../../src/base/contract/passkey-registration.js';
import { finishPasskeySignUp, startPasskeySignUp } from '../../src/base/contract/passkey-sign-up.js';
import { changeAccount, readAccount } from '../../src/base/contract/account.js';
import { createAccount } from '../../src/base/contract/accounts.js';
import { listPasskeys, removePasskey, renamePasskey } from '../../src/base/contract/passkey-settings.js';
import { endSession, listSessions, startOwnSession } from '../../src/base/contract/session-list.js';
import { listSecurityEvents } from '../../src/base/contract/security-events.js';
import { readAccountDeletion } from '../../src/base/contract/account-deletion.js';
import { listLinkedAccounts, unlinkAccount } from '../../src/base/contract/linked-identities.js';
import { signInWithPassword } from '../../src/base/contract/passwords.js';
import { listProviders } from '../../src/base/contract/oidc.js';
import { requestFedCmNonce, signInWithFedCm } from '../../src/base/contract/fedcm.js';
import { requestWalletProof, verifyWalletProof } from '../../src/base/contract/digital-credentials.js';
import { finishPayment, startPayment } from '../../src/base/contract/payment.js';
import { requestCode, verifyCode } from '../../src/base/contract/one-time-codes.js';
import { requestEmailNonce, verifyEmailToken } from '../../src/base/contract/email-tokens.js';
import { redeemHandOff, startHandOff } from '../../src/base/contract/hand-off.js';
import type { Endpoint } from '../../src/base/client/endpoint.js';

const challenge = 'AAAAAAAAAAAAAAAAAAAAAA';
const descriptor = { id: 'AQID', type: 'public-key', transports: ['internal', 'hybrid'] };

const passkey = {
  id: 'AQID',
  nickname: 'Blue key',
  aaguid: '00000000-0000-0000-0000-000000000000',
  transports: ['usb'],
  deviceType: 'singleDevice',
  backedUp: false,
  createdAt: 1,
  lastUsedAt: 2,
};

const payment = {
  total: { currency: 'EUR', value: '12.50' },
  payeeOrigin: 'https://shop.example',
  payeeName: 'Shop',
  instrument: { displayName: 'Card', icon: 'https://shop.example/card.png', iconMustBeShown: false },
};

type AnyEndpoint = Endpoint<never, unknown>;

/**
 * Success answers with every member that the contract knows, by operation and status; those without a body are
 * undefined.
 */
const answers: [operation: string, status: number, endpoint: AnyEndpoint, full: Record<string, unknown> | undefined][] =
  [
    [
      'POST /webauthn/login/options',
      200,
      startPasskeySignIn as AnyEndpoint,
      {
        challenge,
        rpId: 'localhost',
        timeout: 300_000,
        allowCredentials: [descriptor],
        userVerification: 'preferred',
        hints: ['hybrid'],
        extensions: { prf: {} },
      },
    ],
    ['POST /webauthn/login/verify', 200, finishPasskeySignIn as AnyEndpoint, { verified: true }],
    [
      'POST /webauthn/register/options',
      200,
      startPasskeyRegistration as AnyEndpoint,
      {
        challenge,
        rp: { id: 'localhost', name: 'x' },
        user: { id: 'AQID', name: 'ada', displayName: 'Ada' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        timeout: 300_000,
        excludeCredentials: [descriptor],
        authenticatorSelection: { residentKey: 'required' },
        hints: ['hybrid'],
        attestation: 'none',
        attestationFormats: ['packed'],
        extensions: {},
      },
    ],
    [
      'POST /signup/options',
      200,
      startPasskeySignUp as AnyEndpoint,
      {
        challenge,
        rp: { id: 'localhost', name: 'x' },
        user: { id: 'AQID', name: 'ada', displayName: 'Ada' },
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required' },
      },
    ],
    ['POST /signup/verify', 201, finishPasskeySignUp as AnyEndpoint, { verified: true, backedUp: false }],
    ['POST /signup', 201, createAccount as AnyEndpoint, {}],
    [
      'POST /webauthn/register/verify',
      200,
      finishPasskeyRegistration as AnyEndpoint,
      { verified: true, backedUp: false },
    ],
    [
      'GET /webauthn/credentials',
      200,
      listPasskeys as AnyEndpoint,
      { rpId: 'localhost', userId: 'AQID', name: 'ada', displayName: 'Ada', credentials: [passkey, passkey] },
    ],
    ['PATCH /webauthn/credentials/{id}', 200, renamePasskey as AnyEndpoint, passkey],
    ['DELETE /webauthn/credentials/{id}', 204, removePasskey as AnyEndpoint, undefined],
    [
      'GET /sessions',
      200,
      listSessions as AnyEndpoint,
      {
        sessions: [
          { id: 'x', device: 'Chrome on Windows', authMethod: 'passkey', createdAt: 1, lastSeenAt: 2, current: true },
        ],
      },
    ],
    [
      'GET /security-events',
      200,
      listSecurityEvents as AnyEndpoint,
      { events: [{ id: 'x', type: 'signed-in', at: 1, device: '', method: 'passkey' }], next: '1.x' },
    ],
    [
      'GET /account',
      200,
      readAccount as AnyEndpoint,
      {
        name: 'ada',
        displayName: 'Ada',
        email: { address: 'ada@example.com', verified: true },
        methods: ['passkey'],
        deletesAt: 1,
        chapters: ['devices'],
      },
    ],
    ['GET /account/deletion', 200, readAccountDeletion as AnyEndpoint, { grace: 1, deletesAt: 2, consequences: ['x'] }],
    [
      'GET /account/identities',
      200,
      listLinkedAccounts as AnyEndpoint,
      { identities: [{ id: 'x', issuer: 'https://idp.example', name: 'Example', linkedAt: 1 }] },
    ],
    ['DELETE /account/identities/{id}', 204, unlinkAccount as AnyEndpoint, undefined],
    ['POST /sessions', 201, startOwnSession as AnyEndpoint, {}],
    ['DELETE /sessions/{id}', 204, endSession as AnyEndpoint, undefined],
    [
      'GET /session',
      200,
      readSession as AnyEndpoint,
      {
        signedIn: true,
        user: { id: 'AQID', name: 'ada', displayName: 'Ada', username: 'ada@example.com' },
        authMethod: 'passkey',
        authTime: 1,
        expires: 2,
      },
    ],
    ['POST /logout', 200, endCurrentSession as AnyEndpoint, {}],
    ['POST /login', 200, signInWithPassword as AnyEndpoint, {}],
    [
      'GET /auth/providers',
      200,
      listProviders as AnyEndpoint,
      { providers: [{ id: 'x', name: 'X', kinds: ['oidc'] }] },
    ],
    [
      'GET /auth/fedcm/nonce',
      200,
      requestFedCmNonce as AnyEndpoint,
      { nonce: challenge, providers: [{ configURL: 'https://idp.example/fedcm.json', clientId: 'x' }] },
    ],
    ['POST /auth/fedcm', 200, signInWithFedCm as AnyEndpoint, {}],
    [
      'GET /identity/request',
      200,
      requestWalletProof as AnyEndpoint,
      { protocol: 'org-iso-mdoc', data: { deviceRequest: 'x', encryptionInfo: 'x' } },
    ],
    [
      'POST /identity/verify',
      200,
      verifyWalletProof as AnyEndpoint,
      { verified: true, claims: { age: { over_18: true } } },
    ],
    [
      'POST /payment/options',
      200,
      startPayment as AnyEndpoint,
      {
        options: {
          challenge,
          rpId: 'localhost',
          timeout: 300_000,
          allowCredentials: [descriptor],
          userVerification: 'required',
        },
        payment,
      },
    ],
    ['POST /payment/verify', 200, finishPayment as AnyEndpoint, { confirmed: true, method: 'passkey', payment }],
    ['POST /otp/request', 202, requestCode as AnyEndpoint, { expires: 1 }],
    ['GET /otp/nonce', 200, requestEmailNonce as AnyEndpoint, { nonce: 'A'.repeat(43) }],
    ['POST /otp/token', 200, verifyEmailToken as AnyEndpoint, { signedIn: false }],
    ['POST /otp/verify', 200, verifyCode as AnyEndpoint, { signedIn: false }],
    ['POST /auth/handoff', 201, startHandOff as AnyEndpoint, { id: 'A'.repeat(43), code: '7QX4-M3KF', expires: 1 }],
    ['POST /auth/handoff/redeem', 200, redeemHandOff as AnyEndpoint, {}],
    ['POST /auth/handoff/redeem', 202, redeemHandOff as AnyEndpoint, { status: 'pending' }],
    ['PATCH /account', 200, changeAccount as AnyEndpoint, { name: 'ada', displayName: 'Ada' }],
  ];

const strangers = [undefined, null, 7, -1, 0.5, '', 'x', true, [], [7], {}, { x: 7 }];

/** The answer itself, and every answer that differs from it in one member, at whatever depth. */
function* vary(value: unknown): Generator<unknown> {
  yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const put = (other: unknown) =>
      Array.isArray(value)
        ? value.map((item, index) => (String(index) === name ? other : item))
        : { ...value, [name]: other };
    for (const stranger of strangers) yield JSON.parse(JSON.stringify(put(stranger)));
    for (const varied of vary(member)) yield put(varied);
  }
}

/** The paths of all members of the objects in `value`, outer ones first. */
function* membersIn(value: unknown, path: string[] = []): Generator<string[]> {
  if (Object(value) !== value) return;
  for (const [name, member] of Object.entries(value as object)) {
    if (!Array.isArray(value)) yield [...path, name];
    yield* membersIn(member, [...path, name]);
  }
}

/** A copy with another value at a path; without the member for undefined. A path whose owner is gone changes nothing. */
function changeAt(whole: Record<string, unknown>, path: readonly string[], value: unknown): Record<string, unknown> {
  const copy = structuredClone(whole);
  const last = path.at(-1)!;
  const owner = path.slice(0, -1).reduce<unknown>((found, name) => Object(found)[name] as unknown, copy);
  if (Object(owner) !== owner) return copy;
  if (value === undefined) Reflect.deleteProperty(owner as object, last);
  else Reflect.set(owner as object, last, value);
  return copy;
}

/** A coin that falls the same way in every run of the tests. */
function randomFrom(seed: string): () => boolean {
  let state = [...seed].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) >>> 0, 7);
  return () => (state = (state * 1664525 + 1013904223) >>> 0) > 2 ** 31;
}

const operations = contract.operations as unknown as Record<
  string,
  { responses: Record<string, Record<string, Schema> | null> }
>;

describe('what the client takes for an answer', () => {
  for (const [operation, status, { method, path, shape }, full] of answers) {
    const content = operations[operation]!.responses[status];

    test(`to ${operation} is requested where the contract says`, () => {
      const [named, pattern] = operation.split(' ') as [string, string];
      assert.equal(method, named);
      assert.equal(`/${path}`, pattern);
    });

    if (full === undefined) {
      test(`to ${operation} is an empty one`, () => {
        assert.equal(content, null);
        assert.equal(shape, undefined);
      });
      continue;
    }
    const read = (answered: Record<string, Schema> | null) =>
      new Validator(
        { ...answered!['application/json'], $defs: contract.$defs as unknown as Record<string, Schema> },
        '2020-12',
      );
    const schema = read(content!);
    const agrees = (answer: unknown) => schema.validate(answer).valid;
    // The client takes each of the successes that an operation has.
    const successes = Object.entries(operations[operation]!.responses)
      .filter(([code]) => code.startsWith('2'))
      .map(([, answered]) => read(answered));
    const isSuccess = (answer: unknown) => successes.some((success) => success.validate(answer).valid);

    test(`to ${operation} is everything that the contract allows, and more may be there`, () => {
      assert.ok(agrees(full));
      const allowed = [...vary(full)].filter(agrees);
      for (const answer of [...allowed, { ...full, another: 1 }])
        assert.equal(shape!(answer), '', JSON.stringify(answer));
    });

    test(`to ${operation} may have null for every member that may be missing, in any mix`, () => {
      const optional = [...membersIn(full)].filter((path) => {
        // The members of a map are its content.
        if (path[0] === 'claims' && path.length > 1) return false;
        const wrong = changeAt(full, path, Symbol('wrong'));
        return shape!(wrong) !== '' && shape!(changeAt(full, path, undefined)) === '';
      });
      const random = randomFrom(operation);
      const mixes = [...optional.map((path) => [path]), ...Array.from({ length: 50 }, () => optional.filter(random))];
      for (const paths of mixes) {
        const said = paths.map((path) => path.join('.')).join(', ');
        // Inner members first: an outer one takes them with it.
        const fill = (value: null | undefined): Record<string, unknown> =>
          paths.toReversed().reduce((whole, path) => changeAt(whole, path, value), full);
        const [withNulls, without] = [fill(null), fill(undefined)];
        assert.equal(shape!(withNulls), '', said);
        assert.deepEqual(withNulls, without, said);
      }
    });

    test(`to ${operation} is nothing that lacks what the contract demands`, () => {
      for (const name of Object.keys(full)) {
        const { [name]: _left, ...rest } = full;
        if (!isSuccess(rest)) assert.notEqual(shape!(rest), '', `without ${name}`);
      }
      for (const stranger of strangers.filter((value) => value === null || typeof value !== 'object'))
        assert.notEqual(shape!(stranger), '');
    });
  }
});
