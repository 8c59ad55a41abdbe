import { askForPayment, confirm, order, pay } from '../server/payment/payments.js';
import { signUp, signUpWithPasskey, type Person } from '../support/node/people.js';
import type { TestServer } from '../support/node/server.js';
import type { Scenario } from './scenario.js';

const payer = (server: TestServer): Promise<Person> => signUpWithPasskey(server, 'ada');
const ask: Scenario['act'] = ({ browser }) => browser.post('/payment/options', order);
const answer =
  (changes?: Parameters<typeof pay>[2]): Scenario['act'] =>
  (ada, { origin }) =>
    pay(ada, origin, changes);

/**
 * The answers of the chapter `payment`, with those that every operation has. A word after the status is the error code.
 */
export function paymentScenarios(
  commonRefusals: (path: string) => Record<string, Scenario>,
): Record<string, Record<string, Scenario>> {
  return {
    'POST /payment/options': {
      ...commonRefusals('/payment/options'),
      '200': { prepare: payer, act: ask },
      '400 bad_request': {
        prepare: payer,
        act: ({ browser }) => browser.post('/payment/options', { ...order, payee: 'http://shop.example' }),
      },
      '401 unauthenticated': { act: ask },
      '401 unauthenticated in a session that ended': { prepare: payer, signOutBefore: 'addChallenge', act: ask },
      '409 no_passkey': { prepare: (server) => signUp(server, 'ada'), act: ask },
      '503': { prepare: payer, failing: 'addChallenge', act: ask },
    },
    'POST /payment/verify': {
      ...commonRefusals('/payment/verify'),
      '200': { prepare: payer, act: answer() },
      '200 by a passkey request': { prepare: payer, act: answer({ method: 'passkey' }) },
      '400 payment_mismatch': {
        prepare: payer,
        act: answer({ shown: (payment) => ({ ...payment, total: { currency: 'EUR', value: '1' } }) }),
      },
      '400 verification_failed': { prepare: payer, act: answer({ userVerified: false }) },
      '400 challenge_expired': {
        prepare: payer,
        act: async (ada) => ada.browser.post('/payment/verify', await ada.choosePasskey()),
      },
      '400 challenge_expired in a session that ended': {
        prepare: payer,
        signOutBefore: 'confirmWithCredential',
        act: answer(),
      },
      '400 wrong_account': {
        prepare: payer,
        act: async (ada, server) => {
          const bo = await signUpWithPasskey(server, 'bo');
          const { options, payment } = await askForPayment(ada);
          return ada.browser.post(
            '/payment/verify',
            await confirm(bo, server.origin, { options: { ...options, allowCredentials: [] }, payment }),
          );
        },
      },
      '400 passkey_moved': { prepare: payer, act: answer({ backupEligible: false, backedUp: false }) },
      '400 counter_not_increased': {
        prepare: payer,
        act: async (ada, server) => {
          await answer({ counter: 5 })(ada, server);
          return answer({ counter: 5 })(ada, server);
        },
      },
      '401 rejected': { prepare: payer, act: answer({ faults: ['signature-over-other-data'] }) },
      '404 unknown_credential': {
        prepare: payer,
        act: async (ada, { origin }) =>
          ada.browser.post('/payment/verify', {
            ...(await confirm(ada, origin, await askForPayment(ada))),
            id: 'AAAA',
            rawId: 'AAAA',
          }),
      },
      '503': { prepare: payer, failing: 'confirmWithCredential', act: answer() },
    },
  };
}
