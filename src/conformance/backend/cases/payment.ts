import type { Fault } from '../../faults/index.js';
import type { RequestOptionsJSON } from '../../ceremony-json.js';
import type { PaymentShown } from '../../client-data.js';
import { casesOf, ofRule, type BackendCase } from '../case.js';
import type { Answer } from '../exchange.js';
import {
  creationOptions,
  errorOf,
  expect,
  expectNoSignIn,
  expectRefused,
  expectStatus,
  readSession,
  requestOptions,
  require,
  signInAnew,
  type Kit,
  type Member,
} from '../kit.js';

const { must, should } = casesOf('payment');
const verified = ofRule(must, 'payment-verified');
const order = { amount: '12.50', currency: 'EUR', payee: 'https://shop.example' };

interface Asked {
  options: RequestOptionsJSON;
  payment: PaymentShown;
}

/** A user with a passkey, in a session of the case. */
async function payer(kit: Kit): Promise<Member> {
  const member = await kit.sharedMember();
  return { ...member, browser: await signInAnew(kit, member) };
}

async function ask({ browser }: Member): Promise<Asked> {
  const answer = await browser.post('payment/options', order);
  require(answer, 200, 'POST /payment/options');
  return answer.json as Asked;
}

/** Signs what was asked: by what the browser shows, or by a passkey alone. */
async function confirm(
  kit: Kit,
  { authenticator }: Member,
  { options, payment }: Asked,
  { byPasskey = false, shown = {}, verified = true }: { byPasskey?: boolean; shown?: object; verified?: boolean } = {},
) {
  const change: Fault = {
    what: 'shows another payment',
    ceremonies: ['get'],
    change: {
      clientData: (data) =>
        data['payment'] === undefined ? data : { ...data, payment: { ...(data['payment'] as object), ...shown } },
    },
  };
  return authenticator.get(options, {
    origin: kit.origin,
    faults: [change],
    ...(!verified && { userVerified: false }),
    ...(!byPasskey && { payment }),
  });
}

const verify = ({ browser }: Member, response: unknown): Promise<Answer> => browser.post('payment/verify', response);

/** What the browser may have shown instead of the order. */
const otherPayments: ReadonlyArray<readonly [id: string, what: string, shown: object]> = [
  ['amount', 'another amount', { total: { currency: 'EUR', value: '1.25' } }],
  ['amount-in-other-form', 'the amount in another form', { total: { currency: 'EUR', value: '12.5' } }],
  ['currency', 'another currency', { total: { currency: 'USD', value: '12.50' } }],
  ['payee', 'another payee', { payeeOrigin: 'https://elsewhere.example' }],
  ['payee-name', 'a name beside the payee', { payeeName: 'Elsewhere' }],
  ['rp-id', 'another RP ID', { rpId: 'elsewhere.example' }],
  ['top-origin', 'the page of another site', { topOrigin: 'https://elsewhere.example' }],
  [
    'instrument',
    'another means of payment',
    { instrument: { displayName: 'Other', icon: 'https://elsewhere.example/' } },
  ],
];

/** Cases of confirmed payments. */
export const paymentCases: readonly BackendCase[] = [
  ...(
    [
      ['shown', 'what the browser has shown', false, 'payment'],
      ['by-passkey', 'a passkey alone', true, 'passkey'],
    ] as const
  ).map(([id, what, byPasskey, method]) =>
    must('payment-works', `payment-${id}`, `confirms a payment by ${what}`, async (kit) => {
      const member = await payer(kit);
      const asked = await ask(member);
      const { total } = asked.payment;
      expect(
        total.value === order.amount && total.currency === order.currency && asked.payment.payeeOrigin === order.payee,
        'POST /payment/options describes another payment than the one that was ordered.',
      );
      const answer = await verify(member, await confirm(kit, member, asked, { byPasskey }));
      expectStatus(answer, 200, 'A correct confirmation');
      const { method: said, payment } = answer.json as { method?: unknown; payment?: PaymentShown };
      expect(said === method, `method is ${JSON.stringify(said)} instead of "${method}".`);
      expect(payment?.total?.value === order.amount, 'The response describes another payment.');
    }),
  ),
  ...otherPayments.map(([id, what, shown]) =>
    verified(`payment-other-${id}`, `confirms a payment for which the browser has shown ${what}`, async (kit) => {
      const member = await payer(kit);
      const response = await confirm(kit, member, await ask(member), { shown });
      expectRefused(await verify(member, response), `A confirmation of ${what}`);
    }),
  ),
  verified('payment-without-verification', 'confirms a payment without user verification', async (kit) => {
    const member = await payer(kit);
    const response = await confirm(kit, member, await ask(member), { verified: false });
    expectRefused(await verify(member, response), 'A confirmation without user verification');
  }),
  verified('payment-by-other-user', 'confirms a payment with the passkey of another user', async (kit) => {
    const member = await payer(kit);
    const { options, payment } = await ask(member);
    const open = { options: { ...options, allowCredentials: [] }, payment };
    expectRefused(await verify(member, await confirm(kit, await kit.otherMember(), open)), 'Another user’s passkey');
  }),
  must('challenge-single-use', 'payment-twice', 'confirms a payment twice with one response', async (kit) => {
    const member = await payer(kit);
    const response = await confirm(kit, member, await ask(member));
    require(await verify(member, response), 200, 'A correct confirmation');
    expectRefused(await verify(member, response), 'The same confirmation again');
  }),
  must(
    'challenge-purpose',
    'sign-in-challenge-for-payment',
    'confirms a payment with a challenge that was issued for a sign-in',
    async (kit) => {
      const member = await payer(kit);
      const { options, payment } = await ask(member);
      const { challenge } = await requestOptions(member.browser);
      const response = await confirm(kit, member, { options: { ...options, challenge }, payment });
      expectRefused(await verify(member, response), 'A confirmation with a challenge for a sign-in');
    },
  ),
  must(
    'challenge-purpose',
    'payment-challenge-for-sign-in',
    'signs in with a challenge that was issued for a payment',
    async (kit) => {
      const member = await payer(kit);
      const response = await confirm(kit, member, await ask(member), { byPasskey: true });
      expectRefused(await member.browser.post('webauthn/login/verify', response), 'A sign-in with a payment');
    },
  ),
  must('sign-in-verified', 'payment-as-sign-in', 'signs in with a response of the type payment.get', async (kit) => {
    const { authenticator } = await kit.sharedMember();
    const browser = kit.visitor();
    const payment = {
      total: { currency: 'EUR', value: '1' },
      payeeName: 'x',
      instrument: { displayName: 'x', icon: 'x' },
    };
    const response = await authenticator.get(await requestOptions(browser), { origin: kit.origin, payment });
    await expectNoSignIn(
      browser,
      await browser.post('webauthn/login/verify', response),
      'A sign-in of the type payment.get',
    );
  }),
  must(
    'payment-works',
    'payment-is-no-step-up',
    'confirms a payment, and compares the session with the one before',
    async (kit) => {
      const member = await payer(kit);
      const before = await readSession(member.browser);
      require(await verify(member, await confirm(kit, member, await ask(member))), 200, 'A correct confirmation');
      const { authTime } = await readSession(member.browser);
      expect(authTime === before.authTime, 'A payment counts as a new authentication.');
    },
  ),
  should('creation-options', 'payment-passkey-options', 'asks for a passkey that confirms payments', async (kit) => {
    const options = await creationOptions((await payer(kit)).browser, '?payment');
    const { payment } = (options as { extensions?: { payment?: { isPayment?: unknown } } }).extensions ?? {};
    expect(payment?.isPayment === true, 'The extension payment is missing: some browsers do not offer the passkey.');
  }),
  should(
    'payment-works',
    'payment-without-passkey',
    'asks for a payment with an account without a passkey',
    async (kit) => {
      const { browser } = await kit.newMember({ passkey: false });
      const answer = await browser.post('payment/options', order);
      expectStatus(answer, 409, 'POST /payment/options without a passkey');
      expect(errorOf(answer) === 'no_passkey', 'The error is not "no_passkey".');
    },
    { needs: ['accounts'] },
  ),
];
