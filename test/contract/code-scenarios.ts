import { minutes } from '../support/node/clock.js';
import { otherThan, receiveCode, verifyAddress } from '../support/node/codes.js';
import { createEmailIssuer, type EmailTokenChanges } from '../support/node/email-issuer.js';
import { signUp, type Person } from '../support/node/people.js';
import { logIn } from '../support/node/second-factors.js';
import type { TestServer } from '../support/node/server.js';
import type { EmailNonceAnswer } from '../../src/base/contract/types.js';
import { failUntilLimited, type Scenario } from './scenario.js';

const address = 'ada@example.com';
const password = 'correct horse battery';

const member = (server: TestServer): Promise<Person> => signUp(server, 'ada');
/** A user with a verified address, in a browser where no user is signed in. */
const forgetful = async (server: TestServer): Promise<Person> => {
  const ada = await member(server);
  await verifyAddress(server, ada, address);
  await ada.signOut();
  await ada.browser.post('/webauthn/login/options');
  return ada;
};
const signedIn = async (server: TestServer): Promise<Person> => {
  const ada = await member(server);
  await verifyAddress(server, ada, address);
  return ada;
};
const withNewAddress = async (server: TestServer): Promise<Person> => {
  const ada = await member(server);
  await ada.browser.patch('/account', { email: address });
  return ada;
};
/** Whose sign-in waits until the address is verified. */
export const waitingForAddress = async (server: TestServer): Promise<Person> => {
  const ada = await signUp(server, 'ada', password);
  await ada.browser.patch('/account', { email: address });
  await ada.signOut();
  server.restart({ verifyAddress: 'added' });
  await logIn(ada.browser, ada, password);
  return ada;
};
const askFor =
  (to: string): Scenario['act'] =>
  ({ browser }) =>
    browser.post('/otp/request', { to });
const enter: Scenario['act'] = async ({ browser }, server) =>
  browser.post('/otp/verify', { code: await receiveCode(server, browser, address) });

/** The issuer of tokens for addresses at `example.com`. */
export const emailIssuer = await createEmailIssuer();

const present =
  (changes?: EmailTokenChanges, wait = 0): Scenario['act'] =>
  async ({ browser }, server) => {
    const { nonce } = (await browser.get<EmailNonceAnswer>('/otp/nonce')).body;
    const order = { email: address, nonce, origin: server.origin, now: server.clock.now() };
    const token = await emailIssuer.issue(order, changes);
    server.clock.advance(wait);
    return browser.post('/otp/token', { to: address, token, nonce });
  };
const askNonce: Scenario['act'] = ({ browser }) => browser.get('/otp/nonce');

/**
 * The answers of the chapter `one-time-codes`, beside those that every operation has. A word after the status is the
 * error code.
 */
export const codeScenarios: Record<
  'POST /otp/request' | 'POST /otp/verify' | 'GET /otp/nonce' | 'POST /otp/token',
  Record<string, Scenario>
> = {
  'POST /otp/request': {
    '202': { act: askFor('unknown@example.com') },
    '202 for the address of an account': { prepare: forgetful, act: askFor(address) },
    '202 for an own address': { prepare: withNewAddress, act: askFor(address) },
    '202 for a sign-in that waits': { prepare: waitingForAddress, act: askFor(address) },
    '202 in a session that ended': { prepare: withNewAddress, signOutBefore: 'saveCode', act: askFor(address) },
    '400 bad_request': { act: askFor('unknown') },
    '429 rate_limited': {
      limited: true,
      act: async (userId, server) => {
        for (let count = 0; count < 5; count += 1) await askFor(address)(userId, server);
        return askFor(address)(userId, server);
      },
    },
    '503': { failing: 'saveCode', act: askFor(address) },
    '503 unavailable': { failing: 'findOwners', act: askFor(address) },
  },
  'POST /otp/verify': {
    '200': { prepare: forgetful, act: enter },
    '200 in the same session': { prepare: signedIn, act: enter },
    '200 for an own address': { example: 'own_address', prepare: withNewAddress, act: enter },
    '200 for a sign-in that waits': { prepare: waitingForAddress, act: enter },
    '400 rejected': {
      prepare: forgetful,
      act: async ({ browser }, server) =>
        browser.post('/otp/verify', { code: otherThan(await receiveCode(server, browser, address)) }),
    },
    '400 rejected without a session': { act: ({ browser }) => browser.post('/otp/verify', { code: '123456' }) },
    '400 rejected when a user signs out at that moment': {
      prepare: forgetful,
      signOutBefore: 'signInWithCode',
      act: enter,
    },
    '400 rejected when a user signs out while an address is verified': {
      prepare: withNewAddress,
      signOutBefore: 'verifyAddress',
      act: enter,
    },
    '409 wrong_account': {
      prepare: withNewAddress,
      act: async (ada, server) => {
        await verifyAddress(server, await signUp(server, 'bo'), address);
        return enter(ada, server);
      },
    },
    '400 rejected when a user signs out while a sign-in waits': {
      prepare: waitingForAddress,
      signOutBefore: 'signInWithAddress',
      act: enter,
    },
    '500 session_failed': { prepare: forgetful, broken: 'signInWithCode', act: enter },
    '500 session_failed for a sign-in that waits': {
      prepare: waitingForAddress,
      broken: 'signInWithAddress',
      act: enter,
    },
    '503': { prepare: forgetful, failing: 'tryCode', act: enter },
    '503 unavailable': { prepare: withNewAddress, failing: 'verifyAddress', act: enter },
  },
  'GET /otp/nonce': {
    '200': { act: askNonce },
    '200 in a session of a user': { prepare: signedIn, act: askNonce },
    '404 unsupported': { withoutIssuers: true, act: askNonce },
    '429 rate_limited': {
      limited: true,
      act: async (userId, server) => {
        await failUntilLimited(server);
        return askNonce(userId, server);
      },
    },
    '503 unavailable': { failing: 'addChallenge', act: askNonce },
  },
  'POST /otp/token': {
    '200': { prepare: forgetful, act: present() },
    '200 in the same session': { prepare: signedIn, act: present() },
    '200 for an own address': { example: 'own_address', prepare: withNewAddress, act: present() },
    '200 for a sign-in that waits': { prepare: waitingForAddress, act: present() },
    '400 challenge_expired': { prepare: forgetful, act: present({}, 5 * minutes) },
    '400 verification_failed': {
      prepare: forgetful,
      act: present({ binding: { nonce: 'RWoE8dC62WyQwQIn0bLQkNwevvwfQtO1xIj36t-1KgE' } }),
    },
    '400 rejected': { act: present() },
    '404 unsupported': { withoutIssuers: true, act: ({ browser }) => browser.post('/otp/token', {}) },
    '409 wrong_account': {
      prepare: withNewAddress,
      act: async (ada, server) => {
        await verifyAddress(server, await signUp(server, 'bo'), address);
        return present()(ada, server);
      },
    },
    '500 session_failed': { prepare: forgetful, broken: 'signInWithCode', act: present() },
    '502 provider_failed': {
      prepare: forgetful,
      act: async (ada, server) => {
        const { resolveTxt } = emailIssuer.network;
        emailIssuer.network.resolveTxt = () => Promise.reject(Object.assign(new Error(), { code: 'ESERVFAIL' }));
        try {
          return await present()(ada, server);
        } finally {
          emailIssuer.network.resolveTxt = resolveTxt;
        }
      },
    },
    '503': { prepare: forgetful, failing: 'takeChallenge', act: present() },
    '503 unavailable': { prepare: withNewAddress, failing: 'verifyAddress', act: present() },
  },
};
