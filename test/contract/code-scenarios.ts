import { otherThan, receiveCode, verifyAddress } from '../support/node/codes.js';
import { signUp, type Person } from '../support/node/people.js';
import type { TestServer } from '../support/node/server.js';
import type { Scenario } from './scenario.js';

const address = 'ada@example.com';

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
const askFor =
  (to: string): Scenario['act'] =>
  ({ browser }) =>
    browser.post('/otp/request', { to });
const enter: Scenario['act'] = async ({ browser }, server) =>
  browser.post('/otp/verify', { code: await receiveCode(server, browser, address) });

/**
 * The answers of the chapter `one-time-codes`, beside those that every operation has. A word after the status is the
 * error code.
 */
export const codeScenarios: Record<'POST /otp/request' | 'POST /otp/verify', Record<string, Scenario>> = {
  'POST /otp/request': {
    '202': { act: askFor('unknown@example.com') },
    '202 for the address of an account': { prepare: forgetful, act: askFor(address) },
    '202 for an own address': { prepare: withNewAddress, act: askFor(address) },
    '202 in a session that ended': { prepare: withNewAddress, signOutBefore: 'saveCode', act: askFor(address) },
    '400 bad_request': { act: askFor('unknown') },
    '429 rate_limited': {
      limited: true,
      act: async (person, server) => {
        for (let count = 0; count < 5; count += 1) await askFor(address)(person, server);
        return askFor(address)(person, server);
      },
    },
    '503': { failing: 'saveCode', act: askFor(address) },
    '503 unavailable': { failing: 'findOwners', act: askFor(address) },
  },
  'POST /otp/verify': {
    '200': { prepare: forgetful, act: enter },
    '200 in the same session': { prepare: signedIn, act: enter },
    '200 for an own address': { example: 'own_address', prepare: withNewAddress, act: enter },
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
    '500 session_failed': { prepare: forgetful, failing: 'signInWithCode', act: enter },
    '503': { prepare: forgetful, failing: 'tryCode', act: enter },
    '503 unavailable': { prepare: withNewAddress, failing: 'verifyAddress', act: enter },
  },
};
