import type { LinkedAccounts } from '../../src/base/contract/types.js';
import { minutes } from '../support/node/clock.js';
import { createPerson, signUp, type Person } from '../support/node/people.js';
import { goToProvider, signInAtProvider, type FederatedServer } from '../support/node/provider-visit.js';
import { handOffVisitScenarios } from './hand-off-scenarios.js';
import { failUntilLimited, type Scenario } from './scenario.js';

const member = (server: FederatedServer): Promise<Person> => signUp(server, 'ada');
/** A user who has been here before, with a session that only carries a challenge. */
const returning = async (server: FederatedServer): Promise<Person> => {
  const ada = createPerson(server, 'ada');
  await signInAtProvider(ada.browser, server.provider);
  await ada.signOut();
  await ada.browser.post('/webauthn/login/options');
  return ada;
};
const signedIn = async (server: FederatedServer): Promise<Person> => {
  const ada = createPerson(server, 'ada');
  await signInAtProvider(ada.browser, server.provider);
  return ada;
};
const signIn =
  (query = ''): Scenario['act'] =>
  ({ browser }, { provider }) =>
    signInAtProvider(browser, provider, query);
const popup = signIn('?mode=popup');

/** Unlinks the first identity of the account. */
const unlink: Scenario['act'] = async ({ browser }) => {
  const { body } = await browser.get<LinkedAccounts>('/account/identities');
  return browser.delete(`/account/identities/${body.identities[0]!.id}`);
};

/** A provider that breaks the flow off, as when a user goes back there. */
const goBack =
  (query: string): Scenario['act'] =>
  async ({ browser }, { provider }) => {
    provider.lie = { callback: (parameters) => (parameters.delete('code'), parameters.set('error', 'access_denied')) };
    return signInAtProvider(browser, provider, query);
  };
const closeProvider =
  (query: string): Scenario['act'] =>
  async ({ browser }, { provider }) => {
    await provider.close();
    return browser.get(`/auth/start${query}`);
  };
const lie =
  (query: string): Scenario['act'] =>
  async ({ browser }, { provider }) => {
    provider.lie = { claims: (claims) => ({ ...claims, nonce: 'another' }) };
    return signInAtProvider(browser, provider, query);
  };
const comeBackLate =
  (query: string): Scenario['act'] =>
  async ({ browser }, { provider, clock }) => {
    const callback = await goToProvider(browser, provider, query);
    clock.advance(10 * minutes);
    return browser.get(callback);
  };
const comeBackAs =
  (sub: string, query: string): Scenario['act'] =>
  async ({ browser }, { provider }) => {
    provider.endUser = { sub };
    return signInAtProvider(browser, provider, query);
  };
const linkTaken =
  (query: string): Scenario['act'] =>
  async ({ browser }, server) => {
    await signInAtProvider(server.visitor(), server.provider);
    return signInAtProvider(browser, server.provider, query);
  };
const askLimited = (path: string): Scenario => ({
  limited: true,
  act: async ({ browser }, server) => {
    await failUntilLimited(server);
    return browser.get(path);
  },
});

/** Plays the browser that brings what a provider posts. */
const postAnswer =
  (form: URLSearchParams): Scenario['act'] =>
  ({ browser }) =>
    browser.post('/auth/callback/lying', form);

/**
 * The answers of the chapter `oidc`. A word after the status is the error code, or the reason that the popup receives.
 */
export const federatedScenarios: Record<string, Record<string, Scenario>> = {
  'GET /auth/providers': {
    '200': { act: ({ browser }) => browser.get('/auth/providers') },
    '404 unsupported': { withoutProvider: true, act: ({ browser }) => browser.get('/auth/providers') },
  },
  'GET /account/identities': {
    '200': { prepare: signedIn, act: ({ browser }) => browser.get('/account/identities') },
    '401': { act: ({ browser }) => browser.get('/account/identities') },
    '404 unsupported': { withoutProvider: true, act: ({ browser }) => browser.get('/account/identities') },
    '503': { prepare: signedIn, failing: 'listIdentities', act: ({ browser }) => browser.get('/account/identities') },
  },
  'DELETE /account/identities/{id}': {
    '204': {
      prepare: async (server) => {
        const ada = await signedIn(server);
        await ada.browser.put('/account/password', { password: 'correct horse battery' });
        return ada;
      },
      act: unlink,
    },
    '400 bad_request': { prepare: signedIn, act: ({ browser }) => browser.delete('/account/identities/%20') },
    '401': { act: ({ browser }) => browser.delete('/account/identities/AAAA') },
    '403 step_up_required': {
      prepare: signedIn,
      act: ({ browser }, { clock }) => {
        clock.advance(5 * minutes);
        return browser.delete('/account/identities/AAAA');
      },
    },
    '404 not_found': { prepare: signedIn, act: ({ browser }) => browser.delete('/account/identities/AAAA') },
    '404 unsupported': { withoutProvider: true, act: ({ browser }) => browser.delete('/account/identities/AAAA') },
    '409 last_way_in': { prepare: signedIn, act: unlink },
    '503': { prepare: signedIn, failing: 'removeIdentity', act: unlink },
  },
  'GET /auth/start': {
    ...handOffVisitScenarios['GET /auth/start'],
    '302': { act: ({ browser }) => browser.get('/auth/start') },
    '303 from another site': {
      act: ({ browser }) => browser.get('/auth/start', { 'Sec-Fetch-Site': 'cross-site' }),
    },
    '302 to step up': { prepare: signedIn, act: ({ browser }) => browser.get('/auth/start?max_age=0') },
    '302 to link': { prepare: member, act: ({ browser }) => browser.get('/auth/start?link') },
    '400 bad_request': { act: ({ browser }) => browser.get('/auth/start?mode=frame') },
    '401 unauthenticated': { act: ({ browser }) => browser.get('/auth/start?link') },
    '403 csrf': {
      prepare: member,
      act: ({ browser }) => browser.get('/auth/start?link', { 'Sec-Fetch-Site': 'cross-site' }),
    },
    '403 step_up_required': {
      prepare: member,
      act: ({ browser }, { clock }) => {
        clock.advance(5 * minutes);
        return browser.get('/auth/start?link');
      },
    },
    '404 unsupported': { withoutProvider: true, act: ({ browser }) => browser.get('/auth/start') },
    '429 rate_limited': askLimited('/auth/start'),
    '502': { act: closeProvider('') },
    '502 provider_failed': { act: closeProvider('?mode=popup') },
    '503': { failing: 'addFlow', act: ({ browser }) => browser.get('/auth/start') },
    '503 unavailable': { failing: 'addFlow', act: ({ browser }) => browser.get('/auth/start?mode=popup') },
    '503 unavailable before the purpose is known': {
      prepare: signedIn,
      failing: 'findSession',
      act: ({ browser }) => browser.get('/auth/start?max_age=0'),
    },
  },
  'POST /auth/callback/{id}': {
    '303': { act: postAnswer(new URLSearchParams({ state: 'x', code: 'y' })) },
    '400 bad_request': { act: ({ browser }) => browser.post('/auth/callback/lying', {}) },
    '404 unsupported': { withoutProvider: true, act: postAnswer(new URLSearchParams()) },
    '413': { act: postAnswer(new URLSearchParams({ state: 'x'.repeat(70_000) })) },
    '429 rate_limited': {
      limited: true,
      act: async ({ browser }, server) => {
        await failUntilLimited(server);
        return browser.post('/auth/callback/lying', new URLSearchParams());
      },
    },
  },
  'GET /auth/callback/{id}': {
    ...handOffVisitScenarios['GET /auth/callback/{id}'],
    '200': { act: popup },
    '200 after going back': { act: goBack('?mode=popup') },
    '302': { act: signIn() },
    '302 after going back': { act: goBack('') },
    '302 in the same session': { prepare: signedIn, act: signIn('?max_age=0') },
    '302 after linking': { prepare: member, act: signIn('?link') },
    '400': { act: ({ browser }) => browser.get('/auth/callback/lying?code=x&state=x') },
    '400 expired': { act: comeBackLate('?mode=popup') },
    '400 expired when a user signs out while the account is made': {
      prepare: returning,
      signOutBefore: 'createAccountWithIdentity',
      act: comeBackAs('bo', '?mode=popup'),
    },
    '400 expired when a user signs out at that moment': {
      prepare: returning,
      signOutBefore: 'startSession',
      act: popup,
    },
    '400 expired when a user signs out in the same session': {
      prepare: signedIn,
      signOutBefore: 'renewSession',
      act: popup,
    },
    '400 expired when a user signs out while it is linked': {
      prepare: member,
      signOutBefore: 'addIdentity',
      act: signIn('?link&mode=popup'),
    },
    '400 wrong_account': { prepare: signedIn, act: comeBackAs('bo', '?max_age=0&mode=popup') },
    '404 unsupported': { withoutProvider: true, act: ({ browser }) => browser.get('/auth/callback/lying') },
    '409': { prepare: member, act: linkTaken('?link') },
    '409 identity_taken': { prepare: member, act: linkTaken('?link&mode=popup') },
    '429 rate_limited': askLimited('/auth/callback/lying'),
    '500': { broken: 'createAccountWithIdentity', act: signIn() },
    '500 session_failed': { broken: 'createAccountWithIdentity', act: popup },
    '500 session_failed for a known person': { prepare: returning, broken: 'startSession', act: popup },
    '500 session_failed in the same session': { prepare: signedIn, broken: 'renewSession', act: popup },
    '503 unavailable when the session is stored': { failing: 'createAccountWithIdentity', act: popup },
    '502': { act: lie('') },
    '502 provider_failed': { act: lie('?mode=popup') },
    '503': { failing: 'takeFlow', act: signIn() },
    '503 unavailable': { failing: 'findOwner', act: popup },
  },
};
