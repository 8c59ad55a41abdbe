import { minutes } from '../support/node/clock.js';
import { createPerson, type Person } from '../support/node/people.js';
import { askForToken, signInByFedCm, type FederatedServer } from '../support/node/provider-visit.js';
import { failUntilLimited, type Scenario } from './scenario.js';

const signIn: Scenario['act'] = ({ browser }, server) => signInByFedCm(browser, server);
/** A user who has been here before. */
const returning = async (server: FederatedServer): Promise<Person> => {
  const ada = createPerson(server, 'ada');
  await signInByFedCm(ada.browser, server);
  await ada.signOut();
  return ada;
};
const signedIn = async (server: FederatedServer): Promise<Person> => {
  const ada = createPerson(server, 'ada');
  await signInByFedCm(ada.browser, server);
  return ada;
};

/** The answers of `GET /auth/fedcm/nonce`. */
export const fedCmNonce: Record<string, Scenario> = {
  '200': { act: ({ browser }) => browser.get('/auth/fedcm/nonce') },
  '200 in a session of a user': { prepare: signedIn, act: ({ browser }) => browser.get('/auth/fedcm/nonce') },
  '404 unsupported': { withoutProvider: true, act: ({ browser }) => browser.get('/auth/fedcm/nonce') },
  '429 rate_limited': {
    limited: true,
    act: async ({ browser }, server) => {
      await failUntilLimited(server);
      return browser.get('/auth/fedcm/nonce');
    },
  },
  '503 unavailable': { failing: 'addChallenge', act: ({ browser }) => browser.get('/auth/fedcm/nonce') },
};

/** The answers of `POST /auth/fedcm` that are its own. */
export const fedCmSignIn: Record<string, Scenario> = {
  '200': { act: signIn },
  '200 again': { prepare: returning, act: signIn },
  '200 in the same session': { prepare: signedIn, act: signIn },
  '400 bad_request': {
    act: ({ browser }, { provider }) => browser.post('/auth/fedcm', { token: '', configURL: provider.fedcm.configURL }),
  },
  '400 challenge_expired': {
    act: async ({ browser }, server) => {
      const asked = await askForToken(browser, server);
      server.clock.advance(5 * minutes);
      return browser.post('/auth/fedcm', asked);
    },
  },
  '400 challenge_expired by replay': {
    act: async ({ browser }, server) => {
      const asked = await askForToken(browser, server);
      await browser.post('/auth/fedcm', asked);
      return browser.post('/auth/fedcm', asked);
    },
  },
  '400 challenge_expired when a user signs out at that moment': {
    prepare: returning,
    signOutBefore: 'startSession',
    act: signIn,
  },
  '400 challenge_expired when a user signs out while the token is checked': {
    prepare: signedIn,
    signOutBefore: 'findSession',
    act: signIn,
  },
  '400 challenge_expired when a user signs out while the account is made': {
    signOutBefore: 'createAccountWithIdentity',
    act: signIn,
  },
  '400 challenge_expired when a user signs out in the same session': {
    prepare: signedIn,
    signOutBefore: 'renewSession',
    act: signIn,
  },
  '401 rejected': {
    act: async ({ browser }, server) => {
      server.provider.lie = { claims: (claims) => ({ ...claims, aud: 'somebody-else' }) };
      return signInByFedCm(browser, server);
    },
  },
  '403 unknown_provider': {
    act: async ({ browser }, server) =>
      browser.post('/auth/fedcm', {
        ...(await askForToken(browser, server)),
        configURL: 'https://login.example/fedcm.json',
      }),
  },
  '404 unsupported': {
    withoutProvider: true,
    act: ({ browser }) => browser.post('/auth/fedcm', { token: 'x', configURL: 'x' }),
  },
  '404 unsupported before everything else': {
    withoutProvider: true,
    act: ({ browser }) => browser.post('/auth/fedcm', {}, { 'Sec-Fetch-Site': 'cross-site' }),
  },
  '500 session_failed': { broken: 'createAccountWithIdentity', act: signIn },
  '500 session_failed for a known person': { prepare: returning, broken: 'startSession', act: signIn },
  '500 session_failed in the same session': { prepare: signedIn, broken: 'renewSession', act: signIn },
  '502 provider_failed': {
    act: async ({ browser }, server) => {
      server.provider.lie = { keys: () => (response) => void response.writeHead(500).end() };
      return signInByFedCm(browser, server);
    },
  },
  '503 unavailable': { failing: 'takeChallenge', act: signIn },
};
