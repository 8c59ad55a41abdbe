import { expect } from '@open-wc/testing';
import type { PaymentOptions } from '../../src/base/contract/types.js';
import { secureConfirmation, show } from '../../src/payment/shapes.js';
import { stopClock } from '../support/browser/clock.js';
import { assertion } from '../support/browser/credentials.js';
import {
  order,
  paymentOptions,
  removePaymentRequests,
  watchPaymentRequests,
  type Question,
} from '../support/browser/payment-requests.js';
import { rejection } from '../support/browser/rejection.js';

const options = () => paymentOptions() as unknown as PaymentOptions;
const never = new AbortController().signal;

describe('Secure Payment Confirmation, as browsers have it,', () => {
  const undo: (() => void)[] = [];
  afterEach(() =>
    undo
      .splice(0)
      .reverse()
      .forEach((restore) => restore()),
  );

  function watch(question?: Question, answer?: () => unknown) {
    const requests = watchPaymentRequests(question, answer);
    undo.push(requests.restore);
    return requests;
  }

  it('is requested with what the backend has sent, bytes as bytes and all else to the letter', async () => {
    const requests = watch();
    const asked = options();
    await secureConfirmation(asked);
    const [{ methods, details }] = requests.all as [(typeof requests.all)[0]];
    const { challenge, credentialIds, ...rest } = methods[0]!.data as {
      challenge: Uint8Array;
      credentialIds: Uint8Array[];
    };
    expect(methods[0]!.supportedMethods).to.equal('secure-payment-confirmation');
    expect([
      btoa(String.fromCharCode(...challenge)).replace(/=+$/, ''),
      credentialIds.map((id) => [...id]),
    ]).to.deep.equal([asked.options.challenge, [[1, 2, 3]]]);
    expect(rest).to.deep.equal({
      rpId: 'localhost',
      timeout: 300_000,
      payeeOrigin: order.payee,
      instrument: asked.payment.instrument,
    });
    expect(details).to.deep.equal({ total: { label: order.payee, amount: { currency: 'EUR', value: '12.50' } } });
  });

  for (const question of [
    'securePaymentConfirmationAvailability',
    'isSecurePaymentConfirmationAvailable',
    'canMakePayment',
  ] as const) {
    it(`is there when the browser reports it by ${question}, and not when it says anything else`, async () => {
      watch(question);
      expect(await secureConfirmation(options())).not.to.equal(undefined);
      for (const answer of [
        'unavailable-unknown-reason',
        'unavailable-feature-not-enabled',
        false,
        undefined,
        null,
        Promise.reject(new DOMException('no', 'NotAllowedError')),
      ]) {
        if (answer instanceof Promise) answer.catch(() => 'for the browser to throw');
        watch(question, () => answer);
        expect(await secureConfirmation(options())).to.equal(undefined);
      }
    });
  }

  it('is not there when the browser does not say, within three seconds', async () => {
    watch(undefined, () => new Promise(() => {}));
    const clock = stopClock();
    const request = secureConfirmation(options());
    await clock.pass(3000);
    clock.restore();
    expect(await request).to.equal(undefined);
  });

  it('is not there where there are no payment requests', async () => {
    undo.push(removePaymentRequests());
    expect(await secureConfirmation(options())).to.equal(undefined);
  });

  it('is not there, by its own word, in this browser, or else it can be asked for', async () => {
    const available = await (
      PaymentRequest as unknown as { securePaymentConfirmationAvailability(): Promise<string> }
    ).securePaymentConfirmationAvailability();
    expect((await secureConfirmation(options())) !== undefined).to.equal(available === 'available');
  });

  it('refuses what the browser takes for malformed', async () => {
    const { PaymentRequest: Native } = globalThis;
    watch();
    Object.defineProperty(globalThis, 'PaymentRequest', {
      configurable: true,
      writable: true,
      value: Object.assign(class extends Native {}, { securePaymentConfirmationAvailability: async () => 'available' }),
    });
    const asked = options();
    const broken = { ...asked, payment: { ...asked.payment, total: { currency: 'EUR', value: 'a lot' } } };
    expect((await rejection(secureConfirmation(broken))).code).to.equal('bad_response');
  });

  it('gives what the person has confirmed', async () => {
    const requests = watch();
    const shown = show((await secureConfirmation(options()))!, never);
    const credential = assertion();
    (await requests.next()).confirm(credential);
    expect((await shown)!.details).to.equal(credential);
  });

  for (const name of ['NotSupportedError', 'SecurityError']) {
    it(`gives way when the browser cannot show it after all: ${name}`, async () => {
      const requests = watch();
      const shown = show((await secureConfirmation(options()))!, never);
      (await requests.next()).fail(new DOMException('why', name));
      expect(await shown).to.equal(undefined);
    });
  }

  it('is cancelled by the person, and aborted by the signal', async () => {
    for (const reason of [undefined, new Error('enough')]) {
      const requests = watch();
      const page = new AbortController();
      const end = rejection(show((await secureConfirmation(options()))!, page.signal));
      const request = await requests.next();
      if (reason) page.abort(reason);
      else request.fail(new DOMException('dismissed', 'AbortError'));
      if (reason) expect(await end).to.equal(reason);
      else expect((await end).code).to.equal('cancelled');
    }
  });
});
