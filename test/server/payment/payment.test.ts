import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { PasskeyCreationOptions, PaymentOptions, SessionAnswer } from '../../../src/base/contract/types.js';
import { minutes } from '../../support/node/clock.js';
import { describeOnBothEngines, scaled } from '../../support/node/engines.js';
import { copyOf, createPerson, signUp, signUpWithPasskey, type Person } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import { askForPayment, confirm, order, pay, type ConfirmationChanges } from './payments.js';

const embedder = 'https://embedder.example';
const details = {
  total: { currency: 'EUR', value: '12.50' },
  payeeOrigin: 'https://shop.example',
  instrument: { displayName: 'ada', icon: 'http://localhost:3000/icons/icon-192.png', iconMustBeShown: false },
};

describe('a payment', () => {
  let server: TestServer;
  let ada: Person;
  let origin: string;
  before(async () => {
    server = await startServer({ config: { embedders: [embedder] } });
    ({ origin } = server);
    ada = await signUpWithPasskey(server, 'ada');
  });
  after(() => server.stop());

  test('is described as the browser’s dialog wants it, with the passkeys that may confirm it', async () => {
    const { options, payment } = await askForPayment(ada);
    assert.deepEqual(payment, details);
    assert.deepEqual(
      [options.rpId, options.userVerification, options.allowCredentials?.map(({ id }) => id)],
      ['localhost', 'required', ada.authenticator.credentials.map(({ id }) => id)],
    );
    const { payeeOrigin, payeeName } = (await askForPayment(ada, { payee: 'The corner shop' })).payment;
    assert.deepEqual([payeeOrigin, payeeName], [undefined, 'The corner shop']);
  });

  for (const method of ['payment', 'passkey'] as const) {
    test(`is confirmed by ${method === 'payment' ? 'what the browser has shown' : 'a passkey, over the challenge that stands for it'}`, async () => {
      const { status, body } = await pay(ada, origin, { method });
      assert.deepEqual([status, body], [200, { confirmed: true, method, payment: details }]);
    });

    test(`says what was asked and not what the page would like (${method})`, async () => {
      const asked = await askForPayment(ada, { amount: '999.99' });
      const { status, body } = await ada.browser.post('/payment/verify', {
        ...(await confirm(ada, origin, asked, { method })),
        payment: details,
        amount: '0.01',
      });
      assert.deepEqual(
        [status, (body as { payment: PaymentOptions['payment'] }).payment.total],
        [200, { currency: 'EUR', value: '999.99' }],
      );
    });
  }

  test('is to a name as well as to an origin', async () => {
    for (const payee of ['The corner shop', '角の店', 'نان\u200Cوایی', '☕️'])
      assert.equal((await pay(ada, origin, {}, { payee })).status, 200);
  });

  const alike: Record<string, ConfirmationChanges> = {
    'a picture that could not be loaded': {
      shown: (payment) => ({ ...payment, instrument: { displayName: 'ada', icon: '' } }),
    },
    'an instrument without the members that say how to show it': {
      shown: (payment) => ({ ...payment, instrument: { displayName: 'ada', icon: details.instrument.icon } }),
    },
    'the RP ID under its former name too': { shown: (payment) => ({ ...payment, rp: 'localhost' }) },
    'a key of the browser': { shown: (payment) => ({ ...payment, browserBoundPublicKey: 'AAAA' }) },
    'no logos': { shown: (payment) => ({ ...payment, paymentEntitiesLogos: [] }) },
    'a page in a frame of an allowed embedder': { crossOrigin: true, topOrigin: embedder },
  };
  for (const [what, changes] of Object.entries(alike)) {
    test(`is confirmed with ${what}`, async () => assert.equal((await pay(ada, origin, changes)).status, 200));
  }

  const mismatches: Record<string, [member: string, shown: NonNullable<ConfirmationChanges['shown']>][]> = {
    'a lower amount': [['total.value', (payment) => ({ ...payment, total: { currency: 'EUR', value: '1.50' } })]],
    'the same amount in another spelling': [
      ['total.value', (payment) => ({ ...payment, total: { currency: 'EUR', value: '12.5' } })],
      ['total.value', (payment) => ({ ...payment, total: { currency: 'EUR', value: 12.5 } })],
    ],
    'another currency': [
      ['total.currency', (payment) => ({ ...payment, total: { currency: 'JPY', value: '12.50' } })],
      ['total.currency', (payment) => ({ ...payment, total: { value: '12.50' } })],
    ],
    'another payee': [
      ['payeeOrigin', (payment) => ({ ...payment, payeeOrigin: 'https://shop.example.evil.example' })],
      ['payeeOrigin', (payment) => ({ ...payment, payeeOrigin: 'https://shop.example/' })],
      ['payeeOrigin', (payment) => ({ ...payment, payeeOrigin: undefined })],
      ['payeeName', ({ payeeOrigin, ...payment }) => ({ ...payment, payeeName: payeeOrigin })],
    ],
    'a name beside the payee’s origin': [['payeeName', (payment) => ({ ...payment, payeeName: 'A nice shop' })]],
    'another RP ID': [
      ['rpId', (payment) => ({ ...payment, rpId: 'phisher.example' })],
      ['rpId', (payment) => ({ ...payment, rpId: undefined })],
      ['rpId', (payment) => ({ ...payment, rp: 'phisher.example' })],
    ],
    'another page at the top': [
      ['topOrigin', (payment) => ({ ...payment, topOrigin: 'https://phisher.example' })],
      ['topOrigin', (payment) => ({ ...payment, topOrigin: embedder })],
      ['topOrigin', (payment) => ({ ...payment, topOrigin: undefined })],
    ],
    'logos that were not requested': [
      [
        'paymentEntitiesLogos',
        (payment) => ({ ...payment, paymentEntitiesLogos: [{ url: 'https://x.example', label: 'x' }] }),
      ],
    ],
    'another instrument': [
      [
        'instrument',
        (payment) => ({ ...payment, instrument: { ...details.instrument, displayName: 'Another user’s card' } }),
      ],
      [
        'instrument',
        (payment) => ({ ...payment, instrument: { ...details.instrument, icon: 'https://x.example/x.png' } }),
      ],
      ['instrument', (payment) => ({ ...payment, instrument: { ...details.instrument, details: '**** 1234' } })],
      ['instrument', (payment) => ({ ...payment, instrument: { ...details.instrument, iconMustBeShown: true } })],
    ],
  };
  for (const [what, cases] of Object.entries(mismatches)) {
    test(`is refused when the person was shown ${what}, and the member is named`, async () => {
      for (const [member, shown] of cases) {
        const { status, body } = await pay(ada, origin, { shown });
        assert.deepEqual([status, body['error'], body['member']], [400, 'payment_mismatch', member]);
      }
    });
  }

  const malformed: Record<string, ConfirmationChanges> = {
    'says nothing of a payment': { shown: () => undefined as never },
    'has no total': { shown: (payment) => ({ ...payment, total: undefined }) },
    'has no instrument': { shown: (payment) => ({ ...payment, instrument: undefined }) },
    'has a payment that is a list': { shown: () => [] as never },
    'is of another type': {
      faults: [
        { what: 'x', ceremonies: ['get'], change: { clientData: (data) => ({ ...data, type: 'webauthn.create' }) } },
      ],
    },
    'comes from another origin': {
      faults: [
        {
          what: 'x',
          ceremonies: ['get'],
          change: {
            clientData: (data) => ({
              ...data,
              origin: 'https://phisher.example',
              payment: { ...(data['payment'] as object), topOrigin: 'https://phisher.example' },
            }),
          },
        },
      ],
    },
    'comes from a frame of another site': { crossOrigin: true, topOrigin: 'https://phisher.example' },
    'names the payment twice': { faults: ['duplicate-members'] },
    'was made for another RP ID': { faults: ['wrong-rp-id-hash'] },
    'does not verify the user': { userVerified: false },
  };
  for (const [what, changes] of Object.entries(malformed)) {
    test(`is refused when the response ${what}`, async () => {
      const { status, body } = await pay(ada, origin, changes);
      assert.deepEqual([status, body['error']], [400, 'verification_failed'], JSON.stringify(body));
      assert.ok(body['message']);
    });
  }

  test('needs the user verified by a passkey request too', async () => {
    assert.equal(
      (await pay(ada, origin, { method: 'passkey', userVerified: false })).body['error'],
      'verification_failed',
    );
  });

  test('is refused with 401 when the signature is wrong', async () => {
    for (const method of ['payment', 'passkey'] as const) {
      const { status, body } = await pay(ada, origin, { method, faults: ['signature-over-other-data'] });
      assert.deepEqual([status, body['error']], [401, 'rejected']);
    }
  });

  test('is never confirmed by a response of which a byte was changed, and breaks nothing', async () => {
    for (let round = 0; round < scaled(100_000); round += 1) {
      const { response, ...outer } = await confirm(ada, origin, await askForPayment(ada));
      const member = (['clientDataJSON', 'authenticatorData', 'signature'] as const)[round % 3]!;
      const bytes = Buffer.from(response[member], 'base64url');
      bytes[Math.floor(Math.random() * bytes.length)]! ^= 1 + Math.floor(Math.random() * 255);
      const { status, text } = await ada.browser.post('/payment/verify', {
        ...outer,
        response: { ...response, [member]: bytes.toString('base64url') },
      });
      assert.ok(status === 400 || status === 401, text);
    }
  });

  test('is confirmed once', async () => {
    const response = await confirm(ada, origin, await askForPayment(ada));
    assert.equal((await ada.browser.post('/payment/verify', response)).status, 200);
    const { status, body } = await ada.browser.post('/payment/verify', response);
    assert.deepEqual([status, body['error']], [400, 'challenge_expired']);
  });

  test('is confirmed over no other challenge: a later one, one of a step-up, an old one, one of another session', async () => {
    const [small, large] = [await askForPayment(ada, { amount: '1' }), await askForPayment(ada, { amount: '1000' })];
    const swapped = await confirm(ada, origin, { options: large.options, payment: small.payment });
    assert.deepEqual([(await ada.browser.post('/payment/verify', swapped)).body['member']], ['total.value']);

    assert.equal(
      (await ada.browser.post('/payment/verify', await ada.choosePasskey({}, '?step-up'))).body['error'],
      'challenge_expired',
    );
    const confirmed = await confirm(ada, origin, await askForPayment(ada), { method: 'passkey' });
    assert.equal(
      (await ada.browser.post('/webauthn/login/verify?step-up', confirmed)).body['error'],
      'challenge_expired',
    );

    const old = await confirm(ada, origin, await askForPayment(ada));
    server.clock.advance(5 * minutes);
    assert.equal((await ada.browser.post('/payment/verify', old)).body['error'], 'challenge_expired');

    const elsewhere = await confirm(ada, origin, await askForPayment(ada));
    for (const browser of [server.visitor(), (await signUp(server, 'bo')).browser])
      assert.equal((await browser.post('/payment/verify', elsewhere)).body['error'], 'challenge_expired');
    assert.equal((await ada.browser.post('/payment/verify', elsewhere)).status, 200);
  });

  test('signs no user in, and is no step-up, over the challenge of one', async () => {
    const { payment } = await askForPayment(ada);
    for (const query of ['', '?step-up']) {
      const { body: options } = await ada.browser.post<PaymentOptions['options']>(`/webauthn/login/options${query}`);
      const { status, body } = await ada.browser.post(
        `/webauthn/login/verify${query}`,
        await confirm(ada, origin, { options, payment }),
      );
      assert.deepEqual(
        [status, body['error'], body['message']],
        [400, 'verification_failed', 'clientDataJSON.type must be "webauthn.get"'],
      );
    }
  });

  test('is not confirmed by a passkey of another user, or of no user', async () => {
    const mallory = await signUpWithPasskey(server, 'mallory');
    const asked = await askForPayment(ada);
    const response = await mallory.authenticator.get(
      { ...asked.options, allowCredentials: [] },
      { origin, payment: asked.payment as never },
    );
    assert.equal((await ada.browser.post('/payment/verify', response)).body['error'], 'wrong_account');
    const unknown = { ...(await confirm(ada, origin, await askForPayment(ada))), id: 'AAAA', rawId: 'AAAA' };
    const { status, body } = await ada.browser.post('/payment/verify', unknown);
    assert.deepEqual([status, body], [404, { error: 'unknown_credential', rpId: 'localhost', credentialId: 'AAAA' }]);
    const { response: inner, ...outer } = await confirm(ada, origin, await askForPayment(ada));
    assert.equal(
      (await ada.browser.post('/payment/verify', { ...outer, response: { ...inner, userHandle: 'AAAA' } })).body[
        'error'
      ],
      'wrong_user_handle',
    );
  });

  test('is not asked of a user who is not signed in, or has no passkey', async () => {
    const visitor = await server.visitor().post('/payment/options', order);
    assert.deepEqual([visitor.status, visitor.body['error']], [401, 'unauthenticated']);
    const { status, body } = await (await signUp(server, 'cy')).browser.post('/payment/options', order);
    assert.deepEqual([status, body['error']], [409, 'no_passkey']);
  });

  test('is refused with an invalid amount, currency or payee', async () => {
    const wrong: Record<string, unknown[]> = {
      amount: ['', '-1', '1,50', '1.', '.5', '1e3', ' 1', 12.5, '1'.repeat(21), '٣', undefined],
      currency: ['', 'eur', 'EURO', 'E1R', undefined],
      payee: [
        '',
        'http://shop.example',
        'https://shop.example/',
        'https://shop.example/path',
        'https://SHOP.example',
        'https://shop.example:443',
        'ftp://x',
        'https://',
        'x'.repeat(201),
        'a\u0000b',
        'a\u202Eb',
        'a\u200Fb',
        'a\u061Cb',
        'a\u2028b',
        '\u200B',
        '\u3164 \u00AD',
        '\ud800',
        ' ',
        ' shop',
        'shop\n',
        7,
        undefined,
      ],
    };
    for (const [member, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { status, body } = await ada.browser.post('/payment/options', { ...order, [member]: value });
        assert.deepEqual([status, body['error']], [400, 'bad_request'], `${member}: ${JSON.stringify(value)}`);
      }
    }
  });

  test('leaves the session as it is, which proves nothing for anything else', async () => {
    const di = await signUpWithPasskey(server, 'di');
    server.clock.advance(10 * minutes);
    const before = await di.browser.get<SessionAnswer>('/session');
    const { headers } = await pay(di, origin);
    assert.equal(headers.get('Set-Cookie'), null);
    // Only how long it may be unused begins again, as after every request.
    const { body } = await di.browser.get<SessionAnswer>('/session');
    assert.deepEqual({ ...body, expires: before.body.expires }, before.body);
    assert.equal((await di.browser.post('/webauthn/register/options')).body['error'], 'step_up_required');
  });

  test('is asked of a new passkey by options that browsers accept for that', async () => {
    const ed = await signUp(server, 'ed');
    const { authenticatorSelection, extensions } = (
      await ed.browser.post<PasskeyCreationOptions>('/webauthn/register/options?payment')
    ).body;
    assert.deepEqual(authenticatorSelection, {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
      authenticatorAttachment: 'platform',
    });
    const prf = { eval: { first: 'bGF0Y2hrZXkgYXNrcyB3aGV0aGVyIFBSRiBleGlzdHM' } };
    assert.deepEqual(extensions, { prf, payment: { isPayment: true } });
    assert.equal((await ed.addPasskey('?payment')).status, 200);
    assert.equal((await pay(ed, origin, {})).status, 200);
    assert.deepEqual((await ed.browser.post<PasskeyCreationOptions>('/webauthn/register/options')).body.extensions, {
      prf,
    });
    const silent = await ed.browser.post('/webauthn/register/options?auto&payment');
    assert.deepEqual([silent.status, silent.body['error']], [400, 'bad_request']);
  });
});

await describeOnBothEngines('a payment in the store', (engine) => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ store: engine });
  });
  after(() => server.stop());

  test('is confirmed once, however many send the same response at once', async () => {
    const fay = await signUpWithPasskey(server, 'fay');
    for (let round = 0; round < scaled(200); round += 1) {
      const response = await confirm(fay, server.origin, await askForPayment(fay));
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => copyOf(fay, server).post('/payment/verify', response)),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 400)]);
    }
  });

  test('notes the use of the passkey, and takes a counter that does not grow for a copy', async () => {
    const gus = await signUpWithPasskey(server, 'gus', { counter: 'increasing' });
    const find = async () => (await server.store.findCredential(gus.authenticator.credentials[0]!.id))!.credential;
    server.clock.advance(1 * minutes);
    assert.equal((await pay(gus, server.origin, { counter: 7 })).status, 200);
    const { counter, lastUsedAt } = await find();
    assert.deepEqual([counter, lastUsedAt], [7, server.clock.now()]);
    server.clock.advance(1 * minutes);
    for (const presented of [7, 6])
      assert.equal((await pay(gus, server.origin, { counter: presented })).body['error'], 'counter_not_increased');
    assert.deepEqual([(await find()).counter, (await find()).lastUsedAt], [7, lastUsedAt]);
    assert.ok(server.logs.some(({ event }) => event === 'possible-clone'));
    assert.equal((await pay(gus, server.origin, { counter: 8 })).status, 200);
  });

  test('is not confirmed in a session that was ended meanwhile', async () => {
    const hal = await signUpWithPasskey(server, 'hal');
    const other = createPerson({ origin: server.origin, visitor: () => copyOf(hal, server) }, 'hal');
    const response = await confirm(hal, server.origin, await askForPayment(hal));
    await other.signOut();
    assert.equal((await hal.browser.post('/payment/verify', response)).body['error'], 'challenge_expired');
  });
});
