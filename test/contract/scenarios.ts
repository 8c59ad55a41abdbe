import { StoreUnavailable } from '../../server/src/store/database.js';
import type { LogEntry } from '../../server/src/log.js';
import type { Message } from '../../server/src/one-time-codes/sender.js';
import type { Challenge, Session } from '../../server/src/store/records.js';
import type { Move } from '../../server/src/store/second-factors.js';
import type { Store } from '../../server/src/store/store.js';
import { createAuthenticator, type Fault } from '../../src/conformance/index.js';
import type {
  ListedSession,
  PasskeyRequestOptions,
  SessionAnswer,
  SessionList,
} from '../../src/base/contract/types.js';
import { openPolicy } from '../support/node/attestation.js';
import { minutes, type Clock } from '../support/node/clock.js';
import { receiveCode, verifyAddress } from '../support/node/codes.js';
import { addAnotherPasskey, createPerson, signUp, signUpWithPasskey, type Person } from '../support/node/people.js';
import { startFederatedServer, type FederatedServer } from '../support/node/provider-visit.js';
import type { ServerOptions, TestServer } from '../support/node/server.js';
import type { Exchange } from '../support/node/contract-check.js';
import type { Answer } from '../support/node/visitor.js';
import { fedCmNonce, fedCmSignIn } from './fedcm-scenarios.js';
import { boundMember, boundScenarios } from './bound-scenarios.js';
import { codeScenarios, emailIssuer, waitingForAddress } from './code-scenarios.js';
import { federatedScenarios } from './federated-scenarios.js';
import { handOffScenarios } from './hand-off-scenarios.js';
import { paymentScenarios } from './payment-scenarios.js';
import { identityRequest, identityVerification, verifier } from './identity-scenarios.js';
import { failUntilLimited, type Scenario } from './scenario.js';
import { secondFactorScenarios, waitingScenarios } from './second-factor-scenarios.js';

/** A company whose users must sign in at its provider. */
const companyProvider = {
  id: 'acme',
  name: 'Acme Staff',
  issuer: 'https://login.acme.example',
  clientId: 'latchkey',
  clientSecret: 'secret',
  scope: 'openid',
  domains: ['acme.example'],
  isRequired: true,
};
const password = 'correct horse battery';
const tooLong = JSON.stringify({ padding: 'x'.repeat(33_000) });
const pages = async (path: string) =>
  path === '/login' ? { body: new Uint8Array(), contentType: 'text/html', immutable: false } : undefined;

/** Options that were not requested from this server. */
const strayOptionsAt = (origin: string) => ({
  challenge: 'AAAAAAAAAAAAAAAAAAAAAA',
  rp: { id: new URL(origin).hostname, name: 'x' },
  user: { id: 'AAAA', name: 'x', displayName: 'x' },
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
});

const member = (server: TestServer): Promise<Person> => signUp(server, 'ada');
const memberWithPassword = (server: TestServer): Promise<Person> => signUp(server, 'ada', password);
const visitorWithPassword = async (server: TestServer): Promise<Person> => {
  const ada = await memberWithPassword(server);
  await ada.signOut();
  await ada.browser.post('/webauthn/login/options');
  return ada;
};
const memberWithPasskey = async (server: TestServer): Promise<Person> => {
  const ada = await member(server);
  await ada.addPasskey();
  return ada;
};

const memberWithPasskeys = async (server: TestServer, count = 50): Promise<Person> => {
  const ada = await member(server);
  for (let added = 0; added < count; added += 1) await addAnotherPasskey(ada, server);
  return ada;
};

/** A user who has forgotten the password and signed in with a code. */
const memberByCode = async (server: TestServer): Promise<Person> => {
  const ada = await memberWithPassword(server);
  await verifyAddress(server, ada, 'ada@example.com');
  await ada.signOut();
  const code = await receiveCode(server, ada.browser, 'ada@example.com');
  await ada.browser.post('/otp/verify', { code });
  return ada;
};

const setPassword = ({ browser }: Person, chosen = password): Promise<Answer> =>
  browser.put('/account/password', { password: chosen });

const passkeyOf = ({ authenticator }: Person): string => `/webauthn/credentials/${authenticator.credentials[0]!.id}`;

/** What is answered to a user whose authentication is too old for it. */
function whenOld(clock: Clock, act: () => Promise<Answer>): Promise<Answer> {
  clock.advance(5 * minutes);
  return act();
}

/** The refusals that every operation has that changes something, in the order of the checks. */
function commonRefusals(path: string, { method = 'POST', limited = true } = {}): Record<string, Scenario> {
  const send = ({ browser }: Person, body: string, site = 'same-origin'): Promise<Answer> =>
    browser.send(path, { method, body, headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': site } });
  return {
    '400': { act: (userId) => send(userId, '{') },
    '403': { act: (userId) => send(userId, '{}', 'cross-site') },
    '413': { act: (userId) => send(userId, tooLong) },
    ...(limited && {
      '429': {
        limited: true,
        act: async (userId: Person, server: FederatedServer) => {
          await failUntilLimited(server);
          return send(userId, '{}');
        },
      },
    }),
  };
}

function withConfig(
  config: NonNullable<Scenario['config']>,
  cases: Record<string, Scenario>,
): Record<string, Scenario> {
  return Object.fromEntries(Object.entries(cases).map(([name, scenario]) => [name, { ...scenario, config }]));
}

/** Ways to every status of every operation. The word after the status is the error code. */
export const scenarios: Record<string, Record<string, Scenario>> = {
  'POST /webauthn/register/options': {
    ...commonRefusals('/webauthn/register/options'),
    '200': { prepare: member, act: ({ browser }) => browser.post('/webauthn/register/options') },
    '401': { act: ({ browser }) => browser.post('/webauthn/register/options') },
    '403 step_up_required': {
      prepare: member,
      act: ({ browser }, { clock }) => whenOld(clock, () => browser.post('/webauthn/register/options')),
    },
    '409 too_many_passkeys': {
      prepare: (server) => memberWithPasskeys(server),
      act: ({ browser }) => browser.post('/webauthn/register/options'),
    },
    '503': {
      prepare: member,
      failing: 'addChallenge',
      act: ({ browser }) => browser.post('/webauthn/register/options'),
    },
  },
  'POST /webauthn/register/verify': {
    ...commonRefusals('/webauthn/register/verify'),
    '200': { prepare: member, act: (ada) => ada.addPasskey() },
    '400 challenge_expired': {
      prepare: member,
      act: async (ada, { origin }) =>
        ada.browser.post(
          '/webauthn/register/verify',
          await createAuthenticator().create(strayOptionsAt(origin), { origin }),
        ),
    },
    '400 challenge_expired without a session': {
      act: async ({ browser }, { origin }) =>
        browser.post(
          '/webauthn/register/verify',
          await createAuthenticator().create(strayOptionsAt(origin), { origin }),
        ),
    },
    '400 session_ended': { prepare: member, signOutBefore: 'addCredential', act: (ada) => ada.addPasskey() },
    '400 verification_failed': { prepare: member, act: (ada) => ada.addPasskey('', { faults: ['wrong-rp-id-hash'] }) },
    '400 attestation_refused': { requiresAttestation: true, prepare: member, act: (ada) => ada.addPasskey() },
    '400 already_registered': {
      prepare: memberWithPasskey,
      act: async (ada, { origin }) => {
        const id = new Uint8Array(Buffer.from(ada.authenticator.credentials[0]!.id, 'base64url'));
        const bo = createPerson({ origin, visitor: () => ada.browser }, 'bo');
        return bo.addPasskey('', {
          faults: [{ what: 'repeats an id', ceremonies: ['create'], change: { credentialId: () => id } }],
        });
      },
    },
    '403 step_up_required': {
      prepare: member,
      act: async (ada, { clock }) => {
        const response = await ada.createPasskey();
        return whenOld(clock, () => ada.browser.post('/webauthn/register/verify', response));
      },
    },
    '409 too_many_passkeys': {
      prepare: (server) => memberWithPasskeys(server, 49),
      act: async (ada, server) => {
        const response = await ada.createPasskey();
        await addAnotherPasskey(ada, server);
        return ada.browser.post('/webauthn/register/verify', response);
      },
    },
    '503': { prepare: member, failing: 'addCredential', act: (ada) => ada.addPasskey() },
  },
  'POST /webauthn/login/options': {
    ...commonRefusals('/webauthn/login/options'),
    '200': { act: ({ browser }) => browser.post('/webauthn/login/options') },
    '401': { act: ({ browser }) => browser.post('/webauthn/login/options?step-up') },
    '401 unauthenticated in a session that ended': {
      prepare: memberWithPasskey,
      signOutBefore: 'addChallenge',
      act: ({ browser }) => browser.post('/webauthn/login/options?step-up'),
    },
    '403 step_up_required': {
      prepare: memberWithPassword,
      act: ({ browser }) => browser.post('/webauthn/login/options?step-up'),
    },
    '503': { failing: 'addChallenge', act: ({ browser }) => browser.post('/webauthn/login/options') },
  },
  'POST /webauthn/login/verify': {
    ...commonRefusals('/webauthn/login/verify'),
    '200': { prepare: memberWithPasskey, act: (ada) => ada.signIn() },
    '400 challenge_expired': {
      prepare: memberWithPasskey,
      signOutBefore: 'signInWithCredential',
      act: (ada) => ada.signIn(),
    },
    '400 challenge_expired by replay': {
      prepare: memberWithPasskey,
      act: async (ada) => {
        const response = await ada.choosePasskey();
        await ada.browser.post('/webauthn/login/verify', response);
        return ada.browser.post('/webauthn/login/verify', response);
      },
    },
    '400 wrong_user_handle': {
      prepare: memberWithPasskey,
      act: async (ada) => {
        const { response, ...outer } = await ada.choosePasskey();
        return ada.browser.post('/webauthn/login/verify', { ...outer, response: { ...response, userHandle: 'AAAA' } });
      },
    },
    '400 verification_failed': {
      prepare: memberWithPasskey,
      act: (ada) => ada.signIn({ faults: ['user-not-present'] }),
    },
    '400 passkey_moved': {
      prepare: memberWithPasskey,
      act: (ada) => ada.signIn({ backupEligible: false, backedUp: false }),
    },
    '400 counter_not_increased': {
      prepare: memberWithPasskey,
      act: async (ada) => {
        await ada.signIn({ counter: 5 });
        return ada.signIn({ counter: 5 });
      },
    },
    '200 by stepping up': { example: 'step_up', prepare: memberWithPasskey, act: (ada) => ada.stepUp() },
    '400 challenge_expired by stepping up in a session that ended': {
      prepare: memberWithPasskey,
      signOutBefore: 'stepUpWithCredential',
      act: (ada) => ada.stepUp(),
    },
    '400 wrong_account': {
      prepare: memberWithPasskey,
      act: async (ada, server) => {
        const bo = await signUpWithPasskey(server, 'bo');
        const { body } = await ada.browser.post<PasskeyRequestOptions>('/webauthn/login/options?step-up');
        return ada.browser.post(
          '/webauthn/login/verify?step-up',
          await bo.authenticator.get({ ...body, allowCredentials: [] }, server),
        );
      },
    },
    '401 rejected': { prepare: memberWithPasskey, act: (ada) => ada.signIn({ faults: ['signature-over-other-data'] }) },
    '404 unknown_credential': {
      act: async (userId, { origin }) => {
        await userId.authenticator.create(strayOptionsAt(origin), { origin });
        return userId.signIn();
      },
    },
    '500 session_failed': { prepare: memberWithPasskey, broken: 'signInWithCredential', act: (ada) => ada.signIn() },
    '503 unavailable': { prepare: memberWithPasskey, failing: 'signInWithCredential', act: (ada) => ada.signIn() },
    '500 session_failed by stepping up': {
      prepare: memberWithPasskey,
      broken: 'stepUpWithCredential',
      act: (ada) => ada.stepUp(),
    },
    '503': { prepare: memberWithPasskey, failing: 'takeChallenge', act: (ada) => ada.signIn() },
  },
  'GET /webauthn/credentials': {
    '200': { prepare: memberWithPasskey, act: ({ browser }) => browser.get('/webauthn/credentials') },
    '401 unauthenticated': { act: ({ browser }) => browser.get('/webauthn/credentials') },
    '503': { prepare: member, failing: 'listCredentials', act: ({ browser }) => browser.get('/webauthn/credentials') },
  },
  'PATCH /webauthn/credentials/{id}': {
    ...commonRefusals('/webauthn/credentials/AAAA', { method: 'PATCH' }),
    '200': { prepare: memberWithPasskey, act: (ada) => ada.browser.patch(passkeyOf(ada), { nickname: 'Blue key' }) },
    '200 without a name': {
      prepare: memberWithPasskey,
      act: (ada) => ada.browser.patch(passkeyOf(ada), { nickname: null }),
    },
    '400 bad_request': {
      prepare: memberWithPasskey,
      act: (ada) => ada.browser.patch(passkeyOf(ada), { nickname: 'x'.repeat(101) }),
    },
    '401 unauthenticated': { act: ({ browser }) => browser.patch('/webauthn/credentials/AAAA', { nickname: 'x' }) },
    '404 not_found': {
      prepare: member,
      act: ({ browser }) => browser.patch('/webauthn/credentials/AAAA', { nickname: 'x' }),
    },
    '503': {
      prepare: memberWithPasskey,
      failing: 'renameCredential',
      act: (ada) => ada.browser.patch(passkeyOf(ada), { nickname: 'x' }),
    },
  },
  'DELETE /webauthn/credentials/{id}': {
    ...commonRefusals('/webauthn/credentials/AAAA', { method: 'DELETE' }),
    '204': {
      prepare: memberWithPasskey,
      act: async (ada, server) => {
        await addAnotherPasskey(ada, server);
        return ada.browser.delete(passkeyOf(ada));
      },
    },
    '400 bad_request': { prepare: member, act: ({ browser }) => browser.delete('/webauthn/credentials/A') },
    '401 unauthenticated': { act: ({ browser }) => browser.delete('/webauthn/credentials/AAAA') },
    '403 step_up_required': {
      prepare: memberWithPasskey,
      act: (ada, { clock }) => whenOld(clock, () => ada.browser.delete(passkeyOf(ada))),
    },
    '404 not_found': { prepare: member, act: ({ browser }) => browser.delete('/webauthn/credentials/AAAA') },
    '409 last_way_in': { prepare: memberWithPasskey, act: (ada) => ada.browser.delete(passkeyOf(ada)) },
    '409 second_factor_required': {
      prepare: async (server) => {
        const ada = await memberWithPasskey(server);
        await setPassword(ada);
        await ada.browser.patch('/account/second-factor', { required: true });
        return ada;
      },
      act: (ada) => ada.browser.delete(passkeyOf(ada)),
    },
    '503': {
      prepare: memberWithPasskey,
      failing: 'removeCredential',
      act: (ada) => ada.browser.delete(passkeyOf(ada)),
    },
  },
  'GET /account': {
    '200': { prepare: member, act: ({ browser }) => browser.get('/account') },
    '401 unauthenticated': { act: ({ browser }) => browser.get('/account') },
    '503': { prepare: member, failing: 'listAddresses', act: ({ browser }) => browser.get('/account') },
  },
  'PATCH /account': {
    ...commonRefusals('/account', { method: 'PATCH' }),
    '200': { prepare: member, act: ({ browser }) => browser.patch('/account', { name: 'ada l', displayName: 'Ada' }) },
    '200 for addresses': {
      prepare: member,
      act: ({ browser }) => browser.patch('/account', { email: 'ada@example.com', phone: null }),
    },
    '400 bad_request': { prepare: member, act: ({ browser }) => browser.patch('/account', {}) },
    '401 unauthenticated': { act: ({ browser }) => browser.patch('/account', { name: 'x' }) },
    '403 step_up_required': {
      prepare: member,
      act: ({ browser }, { clock }) => whenOld(clock, () => browser.patch('/account', { name: 'x' })),
    },
    '409 taken': {
      prepare: member,
      act: async ({ browser }, server) => {
        await signUp(server, 'bo');
        return browser.patch('/account', { name: 'Bo' });
      },
    },
    '503': {
      prepare: member,
      failing: 'changeAccount',
      act: ({ browser }) => browser.patch('/account', { name: 'x' }),
    },
  },
  'GET /security-events': {
    '200': { prepare: member, act: ({ browser }) => browser.get('/security-events') },
    '400': { prepare: member, act: ({ browser }) => browser.get('/security-events?from=yesterday') },
    '401 unauthenticated': { act: ({ browser }) => browser.get('/security-events') },
    '503': {
      prepare: member,
      failing: 'listSecurityEvents',
      act: ({ browser }) => browser.get('/security-events'),
    },
  },
  'GET /sessions': {
    '200': { prepare: member, act: ({ browser }) => browser.get('/sessions') },
    '401 unauthenticated': { act: ({ browser }) => browser.get('/sessions') },
    '503': { prepare: member, failing: 'listSessions', act: ({ browser }) => browser.get('/sessions') },
  },
  'POST /sessions': {
    ...commonRefusals('/sessions'),
    '200': {
      prepare: async (server) => {
        const userId = await signUp(server, 'ada');
        await userId.browser.post('/sessions');
        return userId;
      },
      act: ({ browser }) => browser.post('/sessions'),
    },
    '201': { prepare: member, act: ({ browser }) => browser.post('/sessions') },
    '401 unauthenticated': { act: ({ browser }) => browser.post('/sessions') },
    '403 session_bound': { bindsSessions: true, prepare: boundMember, act: ({ browser }) => browser.post('/sessions') },
    '401 unauthenticated in a session that ended': {
      prepare: member,
      signOutBefore: 'startSessionBeside',
      act: ({ browser }) => browser.post('/sessions'),
    },
    '500 session_failed': {
      prepare: member,
      broken: 'startSessionBeside',
      act: ({ browser }) => browser.post('/sessions'),
    },
    '503': { prepare: member, failing: 'findSession', act: ({ browser }) => browser.post('/sessions') },
  },
  'DELETE /sessions': {
    ...commonRefusals('/sessions', { method: 'DELETE' }),
    '200': { prepare: member, act: ({ browser }) => browser.delete('/sessions') },
    '401': { act: ({ browser }) => browser.delete('/sessions') },
    '401 unauthenticated': {
      prepare: member,
      signOutBefore: 'endOtherSessions',
      act: ({ browser }) => browser.delete('/sessions'),
    },
    '403 step_up_required': {
      prepare: member,
      act: ({ browser }, { clock }) => whenOld(clock, () => browser.delete('/sessions')),
    },
    '503': { prepare: member, failing: 'endOtherSessions', act: ({ browser }) => browser.delete('/sessions') },
  },
  'DELETE /account': {
    ...commonRefusals('/account', { method: 'DELETE' }),
    '200': { prepare: member, act: ({ browser }) => browser.delete('/account') },
    '401': { act: ({ browser }) => browser.delete('/account') },
    '401 unauthenticated': {
      prepare: member,
      signOutBefore: 'scheduleDeletion',
      act: ({ browser }) => browser.delete('/account'),
    },
    '403 step_up_required': {
      prepare: member,
      act: ({ browser }, { clock }) => whenOld(clock, () => browser.delete('/account')),
    },
    '503': { prepare: member, failing: 'scheduleDeletion', act: ({ browser }) => browser.delete('/account') },
  },
  'GET /account/deletion': {
    '200': { prepare: member, act: ({ browser }) => browser.get('/account/deletion') },
    '200 once it is requested': {
      prepare: member,
      act: async ({ browser }) => {
        await browser.delete('/account');
        return browser.get('/account/deletion');
      },
    },
    '401 unauthenticated': { act: ({ browser }) => browser.get('/account/deletion') },
    '503': { prepare: member, failing: 'findDeletion', act: ({ browser }) => browser.get('/account/deletion') },
  },
  'POST /account/restore': {
    ...commonRefusals('/account/restore'),
    '204': {
      prepare: member,
      act: async ({ browser }) => {
        await browser.delete('/account');
        return browser.post('/account/restore');
      },
    },
    '401': { act: ({ browser }) => browser.post('/account/restore') },
    '404 not_found': { prepare: member, act: ({ browser }) => browser.post('/account/restore') },
    '503': { prepare: member, failing: 'cancelDeletion', act: ({ browser }) => browser.post('/account/restore') },
  },
  'PUT /account/password': {
    ...commonRefusals('/account/password', { method: 'PUT' }),
    '204': { prepare: member, act: (ada) => setPassword(ada) },
    '400 bad_request': { prepare: member, act: (ada) => setPassword(ada, 'short') },
    '401': { act: (userId) => setPassword(userId) },
    '401 unauthenticated': { prepare: member, signOutBefore: 'setPassword', act: (ada) => setPassword(ada) },
    '403 step_up_required': {
      prepare: member,
      act: (ada, { clock }) => whenOld(clock, () => setPassword(ada)),
    },
    '204 after a sign-in with a code': {
      prepare: memberByCode,
      act: (ada) => setPassword(ada, 'another horse battery'),
    },
    '401 unauthenticated after a sign-in with a code': {
      prepare: memberByCode,
      signOutBefore: 'resetPassword',
      act: (ada) => setPassword(ada),
    },
    '403 step_up_required some time after a sign-in with a code': {
      prepare: memberByCode,
      act: (ada, { clock }) => whenOld(clock, () => setPassword(ada)),
    },
    '503': { prepare: member, failing: 'setPassword', act: (ada) => setPassword(ada) },
    '503 unavailable for a reset': { prepare: memberByCode, failing: 'resetPassword', act: (ada) => setPassword(ada) },
  },
  'DELETE /account/password': {
    ...commonRefusals('/account/password', { method: 'DELETE' }),
    '204': {
      prepare: memberWithPassword,
      act: async (ada) => {
        await ada.addPasskey();
        return ada.browser.delete('/account/password');
      },
    },
    '401': { act: ({ browser }) => browser.delete('/account/password') },
    '403 step_up_required': {
      prepare: memberWithPassword,
      act: ({ browser }, { clock }) => whenOld(clock, () => browser.delete('/account/password')),
    },
    '404 not_found': { prepare: member, act: ({ browser }) => browser.delete('/account/password') },
    '409 last_way_in': { prepare: memberWithPassword, act: ({ browser }) => browser.delete('/account/password') },
    '503': {
      prepare: memberWithPassword,
      failing: 'removePassword',
      act: ({ browser }) => browser.delete('/account/password'),
    },
  },
  'DELETE /sessions/{id}': {
    ...commonRefusals('/sessions/AAAA', { method: 'DELETE' }),
    '204': {
      prepare: member,
      act: async ({ browser }) => {
        const [{ id }] = (await browser.get<SessionList>('/sessions')).body.sessions as [ListedSession];
        return browser.delete(`/sessions/${id}`);
      },
    },
    '400 bad_request': { prepare: member, act: ({ browser }) => browser.delete('/sessions/%00') },
    '401 unauthenticated': { act: ({ browser }) => browser.delete('/sessions/AAAA') },
    '403 step_up_required': {
      prepare: member,
      act: ({ browser }, { clock }) => whenOld(clock, () => browser.delete('/sessions/AAAA')),
    },
    '404 not_found': { prepare: member, act: ({ browser }) => browser.delete('/sessions/AAAA') },
    '503': { prepare: member, failing: 'endListedSession', act: ({ browser }) => browser.delete('/sessions/AAAA') },
  },
  'GET /session': {
    '200 that waits for a second factor': waitingScenarios.session,
    '200 that waits for an address': {
      example: 'verify_address',
      prepare: waitingForAddress,
      act: ({ browser }) => browser.get('/session'),
    },
    '200': { prepare: member, act: ({ browser }) => browser.get('/session') },
    '200 of a visitor': { example: 'visitor', act: ({ browser }) => browser.get('/session') },
    '503': { prepare: member, failing: 'findSession', act: ({ browser }) => browser.get('/session') },
  },
  'POST /logout': {
    ...commonRefusals('/logout', { limited: false }),
    '200': { prepare: member, act: (ada) => ada.signOut() },
    '200 for a named session': {
      example: 'named_session',
      prepare: member,
      act: async ({ browser }) => {
        const { user, authTime } = (await browser.get<SessionAnswer>('/session')).body;
        return browser.post('/logout', { user: user!.id, authTime });
      },
    },
    '409 wrong_account': {
      prepare: member,
      act: ({ browser }) => browser.post('/logout', { user: 'AQID', authTime: 1 }),
    },
    '503': { prepare: member, failing: 'endSession', act: (ada) => ada.signOut() },
  },
  'POST /signup': {
    '403 provider_required': {
      config: { providers: [companyProvider] },
      act: ({ browser }) => browser.post('/signup', { username: 'ada@acme.example' }),
    },
    '201 that waits for terms': waitingScenarios.signUp,
    ...commonRefusals('/signup'),
    '201': { act: ({ browser }) => browser.post('/signup', { username: 'bo' }) },
    '303': { act: ({ browser }) => browser.post('/signup', new URLSearchParams({ username: 'bo', password })) },
    '401 session_ended': {
      prepare: member,
      signOutBefore: 'createAccount',
      act: ({ browser }) => browser.post('/signup', { username: 'bo' }),
    },
    '409 taken': { prepare: member, act: ({ browser }) => browser.post('/signup', { username: 'Ada' }) },
    '500 session_failed': {
      broken: 'createAccount',
      act: ({ browser }) => browser.post('/signup', { username: 'bo' }),
    },
    '503': { failing: 'isTaken', act: ({ browser }) => browser.post('/signup', { username: 'bo' }) },
  },
  'POST /signup/options': {
    ...commonRefusals('/signup/options'),
    '200': { act: ({ browser }) => browser.post('/signup/options', { username: 'bo', displayName: 'Bo' }) },
    '409 taken': { prepare: member, act: ({ browser }) => browser.post('/signup/options', { username: 'Ada' }) },
    '503': { failing: 'isTaken', act: ({ browser }) => browser.post('/signup/options', { username: 'bo' }) },
  },
  'POST /signup/verify': {
    ...commonRefusals('/signup/verify'),
    '201': { act: (userId) => userId.signUpByPasskey() },
    '400 challenge_expired': {
      act: async (userId) => {
        const response = await userId.beginSignUp();
        await userId.browser.post('/signup/verify', response);
        return userId.browser.post('/signup/verify', response);
      },
    },
    '400 challenge_expired in a session that ended': {
      signOutBefore: 'createAccountWithPasskey',
      act: (userId) => userId.signUpByPasskey(),
    },
    '400 verification_failed': { act: (userId) => userId.signUpByPasskey({ faults: ['user-not-present'] }) },
    '400 attestation_refused': { requiresAttestation: true, act: (userId) => userId.signUpByPasskey() },
    '400 already_registered': {
      prepare: memberWithPasskey,
      act: async (ada, server) => {
        const credentialId = new Uint8Array(Buffer.from(ada.authenticator.credentials[0]!.id, 'base64url'));
        const faults: Fault[] = [
          { what: 'carries an id that is taken', ceremonies: ['create'], change: { credentialId: () => credentialId } },
        ];
        return createPerson(server, 'bo').signUpByPasskey({ faults });
      },
    },
    '409 taken': {
      act: async (userId, server) => {
        const response = await userId.beginSignUp();
        await signUp(server, userId.name);
        return userId.browser.post('/signup/verify', response);
      },
    },
    '500 session_failed': { broken: 'createAccountWithPasskey', act: (userId) => userId.signUpByPasskey() },
    '503': { failing: 'takeChallenge', act: (userId) => userId.signUpByPasskey() },
    '503 unavailable': { failing: 'createAccountWithPasskey', act: (userId) => userId.signUpByPasskey() },
  },
  'GET /login': {
    '200': { act: ({ browser }) => browser.get('/login?error=rejected') },
    '404': { withoutPages: true, act: ({ browser }) => browser.get('/login') },
  },
  'POST /login': {
    '200 that waits for a second factor': waitingScenarios.logIn,
    ...commonRefusals('/login'),
    '200': {
      prepare: visitorWithPassword,
      act: ({ browser }) => browser.post('/login', { username: 'ada', password }),
    },
    '303': {
      prepare: memberWithPassword,
      act: ({ browser }) => browser.post('/login', new URLSearchParams({ username: 'ada', password })),
    },
    '401 rejected': {
      prepare: memberWithPassword,
      act: ({ browser }) => browser.post('/login', { username: 'ada', password: 'wrong' }),
    },
    '200 in the same session': {
      prepare: memberWithPassword,
      act: ({ browser }) => browser.post('/login', { username: 'ada', password }),
    },
    '401 session_ended': {
      prepare: visitorWithPassword,
      signOutBefore: 'signInWithPassword',
      act: ({ browser }) => browser.post('/login', { username: 'ada', password }),
    },
    '401 session_ended in the same session': {
      prepare: memberWithPassword,
      signOutBefore: 'stepUpWithPassword',
      act: ({ browser }) => browser.post('/login', { username: 'ada', password }),
    },
    '500 session_failed': {
      prepare: visitorWithPassword,
      broken: 'signInWithPassword',
      act: ({ browser }) => browser.post('/login', { username: 'ada', password }),
    },
    '500 session_failed in the same session': {
      prepare: memberWithPassword,
      broken: 'stepUpWithPassword',
      act: ({ browser }) => browser.post('/login', { username: 'ada', password }),
    },
    '503': {
      prepare: memberWithPassword,
      failing: 'findAccountByUsername',
      act: ({ browser }) => browser.post('/login', { username: 'ada', password }),
    },
  },
  'GET /account/second-factor': secondFactorScenarios['GET /account/second-factor'],
  'PATCH /account/second-factor': {
    ...commonRefusals('/account/second-factor', { method: 'PATCH' }),
    ...secondFactorScenarios['PATCH /account/second-factor'],
  },
  'POST /account/second-factor/totp': {
    ...commonRefusals('/account/second-factor/totp'),
    ...secondFactorScenarios['POST /account/second-factor/totp'],
  },
  'DELETE /account/second-factor/totp': {
    ...commonRefusals('/account/second-factor/totp', { method: 'DELETE' }),
    ...secondFactorScenarios['DELETE /account/second-factor/totp'],
  },
  'POST /account/second-factor/totp/confirm': {
    ...commonRefusals('/account/second-factor/totp/confirm'),
    ...secondFactorScenarios['POST /account/second-factor/totp/confirm'],
  },
  'POST /account/second-factor/recovery-codes': {
    ...commonRefusals('/account/second-factor/recovery-codes'),
    ...secondFactorScenarios['POST /account/second-factor/recovery-codes'],
  },
  'POST /session/second-factor': {
    ...commonRefusals('/session/second-factor'),
    ...secondFactorScenarios['POST /session/second-factor'],
  },
  'POST /session/terms': {
    ...withConfig({ termsUrl: 'https://app.example/terms' }, commonRefusals('/session/terms')),
    ...secondFactorScenarios['POST /session/terms'],
  },
  'POST /session/account': {
    ...commonRefusals('/session/account'),
    ...secondFactorScenarios['POST /session/account'],
  },
  'POST /otp/request': { ...commonRefusals('/otp/request'), ...codeScenarios['POST /otp/request'] },
  'GET /otp/nonce': codeScenarios['GET /otp/nonce'],
  'POST /otp/token': { ...commonRefusals('/otp/token'), ...codeScenarios['POST /otp/token'] },
  'POST /otp/verify': { ...commonRefusals('/otp/verify'), ...codeScenarios['POST /otp/verify'] },
  ...federatedScenarios,
  'DELETE /account/identities/{id}': {
    ...commonRefusals('/account/identities/AAAA', { method: 'DELETE' }),
    ...federatedScenarios['DELETE /account/identities/{id}'],
  },
  ...handOffScenarios,
  ...boundScenarios(commonRefusals),
  ...paymentScenarios(commonRefusals),
  'GET /auth/fedcm/nonce': fedCmNonce,
  'POST /auth/fedcm': { ...commonRefusals('/auth/fedcm'), ...fedCmSignIn },
  'GET /identity/request': identityRequest,
  'POST /identity/verify': { ...commonRefusals('/identity/verify'), ...identityVerification },
  'GET /.well-known/passkey-endpoints': {
    '200': { act: ({ browser }) => browser.get('/.well-known/passkey-endpoints') },
  },
  'GET /.well-known/change-password': {
    '302': { act: ({ browser }) => browser.get('/.well-known/change-password') },
  },
  'GET /.well-known/webauthn': { '200': { act: ({ browser }) => browser.get('/.well-known/webauthn') } },
  'GET /healthz': {
    '200': { act: ({ browser }) => browser.get('/healthz') },
    '503': { failing: 'check', act: ({ browser }) => browser.get('/healthz') },
  },
};

/** The store, obeying the scenario once it is `armed`. */
function stage(store: Store, { failing, broken, signOutBefore }: Scenario, armed: () => boolean): Store {
  return new Proxy(store, {
    get(target, name: keyof Store) {
      if (armed() && name === failing) return () => Promise.reject(new StoreUnavailable(new Error('gone')));
      if (armed() && name === broken) return () => Promise.reject(new Error('broken'));
      if (!armed() || name !== signOutBefore) return target[name];
      return async (...values: unknown[]) => {
        // The session a request came with is named last: by its id, with its row, by a challenge, or as what moves.
        const given = values.map((value) => (value as Partial<Move> | undefined)?.previousId ?? value);
        const current = given.findLast(
          (value) => typeof value === 'string' || (value as Partial<Session> | undefined)?.expires !== undefined,
        ) as string | Session | Challenge;
        await target.endSession(
          typeof current === 'string' ? current : 'sessionId' in current ? current.sessionId : current.id,
          0,
        );
        return (target[name] as (...values: unknown[]) => unknown)(...values);
      };
    },
  });
}

/** The answer of a scenario, and everything that its visitors sent and got on the way. */
export interface Played {
  answer: Answer;
  exchanges: readonly Exchange[];
  /** Everything that the server logged, at all levels. */
  entries: readonly LogEntry[];
  /** The messages that it sent. */
  messages: readonly Message[];
  /** The provider that users sign in at. */
  issuer: string;
}

/** Starts a server and plays the scenario there. */
export async function play(
  scenario: Scenario,
  site: Pick<ServerOptions, 'origin' | 'config' | 'open'> & {
    /** Called when everything is prepared. */
    prepared?: (server: FederatedServer) => Promise<void> | void;
    /** Called with the answer, while the server still runs. */
    answered?: (answer: Answer) => Promise<void>;
  } = {},
): Promise<Played> {
  let armed = false;
  const server = await startFederatedServer({
    config: {
      limitFailures: scenario.limited === true,
      boundSessions: scenario.bindsSessions === true,
      ...(scenario.withoutProvider && { providers: [], fedcm: [] }),
      ...scenario.config,
      ...site.config,
    },
    ...(site.origin && { origin: site.origin }),
    ...(site.open && { open: site.open }),
    wrapStore: (store) => stage(store, scenario, () => armed),
    ...(!scenario.withoutIssuers && { identity: verifier, emailNetwork: emailIssuer.network }),
    ...(!scenario.withoutPages && { pages }),
    ...(scenario.requiresAttestation && { attestation: await openPolicy([]) }),
  });
  const userId = scenario.prepare ? await scenario.prepare(server) : createPerson(server, 'newcomer');
  await site.prepared?.(server);
  armed = true;
  const answer = await scenario.act(userId, server);
  await site.answered?.(answer);
  const { entries, exchanges, provider } = server;
  const messages = await server.sent();
  await server.stop();
  return { answer, exchanges, entries, messages, issuer: provider.settings.issuer };
}
