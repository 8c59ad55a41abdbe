import type { TotpEnrollment } from '../../src/base/contract/types.js';
import { minutes } from '../support/node/clock.js';
import { createPerson, signUp, type Person } from '../support/node/people.js';
import { appWith, enterCode, logIn, setUpApp, type AuthenticatorApp } from '../support/node/second-factors.js';
import type { TestServer } from '../support/node/server.js';
import type { Answer } from '../support/node/visitor.js';
import type { Scenario } from './scenario.js';

const password = 'correct horse battery';
const settingsPath = '/account/second-factor';
const termsUrl = 'https://app.example/terms';
const apps = new WeakMap<Person, AuthenticatorApp>();
const appOf = (userId: Person): AuthenticatorApp => apps.get(userId)!;

const member = (server: TestServer): Promise<Person> => signUp(server, 'ada', password);
const withApp = async (server: TestServer): Promise<Person> => {
  const ada = await member(server);
  apps.set(ada, await setUpApp(ada.browser, server.clock));
  return ada;
};
/** Whose password was entered, and whose sign-in waits for the code. */
export const waitingForCode = async (server: TestServer): Promise<Person> => {
  const ada = await withApp(server);
  await ada.signOut();
  await logIn(ada.browser, ada, password);
  return ada;
};
/** With a secret that waits for its first code. */
const enrolling = async (server: TestServer): Promise<Person> => {
  const ada = await member(server);
  const { body } = await ada.browser.post<TotpEnrollment>(`${settingsPath}/totp`);
  apps.set(ada, appWith(body.secret, server.clock));
  return ada;
};
/** The same in a sign-in that waits for it. */
const enrollingToSignIn = async (server: TestServer): Promise<Person> => {
  const ada = createPerson(server, 'ada');
  await ada.browser.post('/signup', { username: 'ada', password });
  const { body } = await ada.browser.post<TotpEnrollment>(`${settingsPath}/totp`);
  apps.set(ada, appWith(body.secret, server.clock));
  return ada;
};
const waitingForTerms = async (server: TestServer): Promise<Person> => {
  const ada = createPerson(server, 'ada');
  await ada.browser.post('/signup', { username: 'ada', password });
  return ada;
};

const read: Scenario['act'] = ({ browser }) => browser.get(settingsPath);
const require: Scenario['act'] = ({ browser }) => browser.patch(settingsPath, { required: true });
const enroll: Scenario['act'] = ({ browser }) => browser.post(`${settingsPath}/totp`);
const remove: Scenario['act'] = ({ browser }) => browser.delete(`${settingsPath}/totp`);
const renew: Scenario['act'] = ({ browser }) => browser.post(`${settingsPath}/recovery-codes`);
const confirm: Scenario['act'] = (ada) =>
  ada.browser.post(`${settingsPath}/totp/confirm`, { code: apps.has(ada) ? appOf(ada).code() : '123456' });
const enter: Scenario['act'] = (ada) => enterCode(ada.browser, appOf(ada).code());
/** The same after the secret of the server was replaced that the app depended on. */
const waitingForLostApp = async (server: TestServer): Promise<Person> => {
  const ada = await withApp(server);
  server.restart({ sessionSecret: 'new:another secret of the tests with enough characters' });
  ada.browser.cookie = undefined;
  await logIn(ada.browser, ada, password);
  return ada;
};
const accept: Scenario['act'] = ({ browser }) => browser.post('/session/terms', { url: termsUrl });
const whenOld =
  (act: Scenario['act']): Scenario['act'] =>
  (userId, server) => {
    server.clock.advance(5 * minutes);
    return act(userId, server) as Promise<Answer>;
  };

const off = { secondFactor: 'off' } as const;
const required = { secondFactor: 'required' } as const;

/** The answers of the chapters `second-factor` and `next-steps`, beside those that every operation has. */
export const secondFactorScenarios = {
  'GET /account/second-factor': {
    '200': { prepare: withApp, act: read },
    '200 without one': { example: 'none', prepare: member, act: read },
    '401 unauthenticated': { act: read },
    '404 unsupported': { config: off, prepare: member, act: read },
    '503': { prepare: member, failing: 'findSignInFacts', act: read },
  },
  'PATCH /account/second-factor': {
    '200': { prepare: withApp, act: require },
    '401': { act: require },
    '403 step_up_required': { prepare: member, act: whenOld(require) },
    '404 unsupported': { config: off, prepare: member, act: require },
    '409 no_second_factor': { prepare: member, act: require },
    '503': { prepare: withApp, failing: 'changeSecondFactor', act: require },
  },
  'POST /account/second-factor/totp': {
    '201': { prepare: member, act: enroll },
    '201 for a sign-in that waits': { config: required, prepare: waitingForTerms, act: enroll },
    '401': { act: enroll },
    '401 unauthenticated for a sign-in that waits for a code': { prepare: waitingForCode, act: enroll },
    '403 step_up_required': { prepare: member, act: whenOld(enroll) },
    '404 unsupported': { config: off, prepare: member, act: enroll },
    '409 already_registered': { prepare: withApp, act: enroll },
    '503': { prepare: member, failing: 'saveTotp', act: enroll },
  },
  'DELETE /account/second-factor/totp': {
    '204': { prepare: withApp, act: remove },
    '401': { act: remove },
    '403 step_up_required': { prepare: withApp, act: whenOld(remove) },
    '404 not_found': { prepare: member, act: remove },
    '404 unsupported': { config: off, prepare: member, act: remove },
    '409 second_factor_required': {
      config: required,
      prepare: async (server) => {
        const ada = await signUp(server, 'ada');
        apps.set(ada, await setUpApp(ada.browser, server.clock));
        return ada;
      },
      act: remove,
    },
    '503': { prepare: withApp, failing: 'removeTotp', act: remove },
  },
  'POST /account/second-factor/totp/confirm': {
    '200': { prepare: enrolling, act: confirm },
    '200 for a sign-in that waits': { config: required, prepare: enrollingToSignIn, act: confirm },
    '400 rejected': {
      prepare: enrolling,
      act: (ada) => ada.browser.post(`${settingsPath}/totp/confirm`, { code: appOf(ada).code(5) }),
    },
    '400 rejected when a user signs out at that moment': {
      prepare: enrolling,
      signOutBefore: 'confirmTotp',
      act: confirm,
    },
    '401': { act: confirm },
    '403 step_up_required': { prepare: enrolling, act: whenOld(confirm) },
    '404 unsupported': { config: off, act: confirm },
    '500 session_failed': { config: required, prepare: enrollingToSignIn, broken: 'confirmTotp', act: confirm },
    '503': { prepare: enrolling, failing: 'confirmTotp', act: confirm },
  },
  'POST /account/second-factor/recovery-codes': {
    '200': { prepare: withApp, act: renew },
    '401': { act: renew },
    '403 step_up_required': { prepare: withApp, act: whenOld(renew) },
    '404 not_found': { prepare: member, act: renew },
    '404 unsupported': { config: off, prepare: member, act: renew },
    '503': { prepare: withApp, failing: 'replaceRecoveryCodes', act: renew },
  },
  'POST /session/second-factor': {
    '200': { prepare: waitingForCode, act: enter },
    '200 by a recovery code': {
      prepare: waitingForCode,
      act: (ada) => enterCode(ada.browser, appOf(ada).recoveryCodes[0]!),
    },
    '303': {
      prepare: waitingForCode,
      act: (ada) => ada.browser.post('/session/second-factor', new URLSearchParams({ code: appOf(ada).code() })),
    },
    '400 rejected': { prepare: waitingForCode, act: (ada) => enterCode(ada.browser, appOf(ada).code(5)) },
    '400 rejected when a user signs out at that moment': {
      prepare: waitingForCode,
      signOutBefore: 'signInWithSecondFactor',
      act: enter,
    },
    '401': { act: ({ browser }) => enterCode(browser, '123456') },
    '404 unsupported': { config: off, act: ({ browser }) => enterCode(browser, '123456') },
    '409 second_factor_unreadable': { prepare: waitingForLostApp, act: enter },
    '500 session_failed': { prepare: waitingForCode, broken: 'signInWithSecondFactor', act: enter },
    '503': { prepare: waitingForCode, failing: 'findPendingSignIn', act: enter },
  },
  'POST /session/terms': {
    '200': { config: { termsUrl }, prepare: waitingForTerms, act: accept },
    '400 rejected': {
      config: { termsUrl },
      prepare: waitingForTerms,
      act: ({ browser }) => browser.post('/session/terms', { url: `${termsUrl}/before` }),
    },
    '401': { config: { termsUrl }, act: accept },
    '404 unsupported': { act: accept },
    '500 session_failed': { config: { termsUrl }, prepare: waitingForTerms, broken: 'acceptTerms', act: accept },
    '503': { config: { termsUrl }, prepare: waitingForTerms, failing: 'findPendingSignIn', act: accept },
  },
  'POST /session/account': {
    '404 unsupported': { act: ({ browser }) => browser.post('/session/account', { id: 'x' }) },
  },
} satisfies Record<string, Record<string, Scenario>>;

/** Answers of other operations that have a next step. */
export const waitingScenarios = {
  logIn: {
    example: 'second_factor',
    prepare: async (server) => {
      const ada = await withApp(server);
      await ada.signOut();
      return ada;
    },
    act: (ada) => logIn(ada.browser, ada, password),
  },
  session: { example: 'second_factor', prepare: waitingForCode, act: ({ browser }) => browser.get('/session') },
  signUp: {
    example: 'accept_terms',
    config: { termsUrl },
    act: ({ browser }) => browser.post('/signup', { username: 'ada', password }),
  },
} satisfies Record<string, Scenario>;
