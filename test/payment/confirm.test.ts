import { expect } from '@open-wc/testing';
import { run } from '../../src/base/browser/ceremony.js';
import { clientFor } from '../../src/base/client/client.js';
import type { AuthenticationResponse } from '../../src/base/contract/types.js';
import { LatchError } from '../../src/base/client/errors.js';
import { confirmPayment, type ConfirmPaymentOptions } from '../../src/payment/confirm.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { assertion } from '../support/browser/credentials.js';
import {
  order,
  paymentOptions,
  removePaymentRequests,
  watchPaymentRequests,
  type SecureRequests,
} from '../support/browser/payment-requests.js';
import { rejection } from '../support/browser/rejection.js';

const response = { id: 'AQID', rawId: 'AQID', type: 'public-key' } as unknown as AuthenticationResponse;

describe('confirming a payment', () => {
  let backend: BackendRequests;
  const undo: (() => void)[] = [];
  const confirm = (more: Partial<ConfirmPaymentOptions> = {}) =>
    confirmPayment({ client: clientFor(), ...order, ...more });

  beforeEach(() => {
    backend = watchBackendRequests();
    undo.push(backend.restore);
    answerWith((path) =>
      path.endsWith('options')
        ? json(paymentOptions())
        : json({ confirmed: true, method: 'payment', payment: paymentOptions().payment }),
    );
  });

  afterEach(() =>
    undo
      .splice(0)
      .reverse()
      .forEach((restore) => restore()),
  );

  function answerWith(answer: (path: string) => Response): void {
    backend.answerWith(({ path }) => answer(path));
  }

  function refuseTo(what: 'options' | 'verify', error: string, status: number): void {
    answerWith((path) => (path.endsWith(what) ? json({ error }, status) : json(paymentOptions())));
  }

  function watchDialogs(): SecureRequests {
    const requests = watchPaymentRequests();
    undo.push(requests.restore);
    return requests;
  }

  const goWithout = () => undo.push(removePaymentRequests());

  it('has the browser show it, the backend verify it, and tells the browser that it is done', async () => {
    const requests = watchDialogs();
    const phases: string[] = [];
    const confirmed = confirm({
      onPhase: (phase) => phases.push(phase),
      confirmInPage: () => expect.fail('shown twice'),
    });
    const request = await requests.next();
    request.confirm(assertion());
    expect(await confirmed).to.deep.equal({ method: 'payment', credentialId: 'AQID' });
    expect([phases, request.completed]).to.deep.equal([['preparing', 'asking', 'verifying'], 'success']);
    const [asked, verified] = backend.all;
    expect([asked!.method, asked!.path, asked!.body]).to.deep.equal(['POST', '/payment/options', order]);
    expect([verified!.path, (verified!.body as AuthenticationResponse).response.signature]).to.deep.equal([
      '/payment/verify',
      'Bgc',
    ]);
  });

  it('is asked in the page where the browser has no dialog for it', async () => {
    goWithout();
    const seen: unknown[] = [];
    const asked = paymentOptions();
    answerWith((path) =>
      path.endsWith('options') ? json(asked) : json({ confirmed: true, method: 'passkey', payment: asked.payment }),
    );
    const confirmed = await confirm({
      confirmInPage: async (...what) => {
        seen.push(...what);
        return response;
      },
    });
    expect(confirmed).to.deep.equal({ method: 'passkey', credentialId: 'AQID' });
    expect(seen).to.deep.equal([asked.payment, asked.options]);
    expect(backend.to('/payment/verify')[0]!.body).to.deep.equal(response);
  });

  it('is asked in the page where the browser finds out only then that it has none', async () => {
    const requests = watchDialogs();
    const confirmed = confirm({ confirmInPage: async () => response });
    (await requests.next()).fail(new DOMException('no service', 'NotSupportedError'));
    expect((await confirmed).credentialId).to.equal('AQID');
  });

  it('is unsupported where there is neither', async () => {
    goWithout();
    expect((await rejection(confirm())).code).to.equal('unsupported');
  });

  it('sends nothing to be verified when the person declines, in the browser or in the page', async () => {
    const requests = watchDialogs();
    const dismissed = rejection(confirm());
    (await requests.next()).fail(new DOMException('dismissed', 'AbortError'));
    expect((await dismissed).code).to.equal('cancelled');
    goWithout();
    const own = new LatchError('cancelled', 'no');
    expect(await rejection(confirm({ confirmInPage: () => Promise.reject(own) }))).to.equal(own);
    expect(backend.to('/payment/verify')).to.have.length(0);
  });

  for (const [what, error, status, code] of [
    ['options', 'unauthenticated', 401, 'unauthenticated'],
    ['options', 'no_passkey', 409, 'constraint'],
    ['options', 'bad_request', 400, 'rejected'],
    ['options', 'unsupported', 404, 'unsupported'],
    ['verify', 'payment_mismatch', 400, 'rejected'],
    ['verify', 'challenge_expired', 400, 'challenge_expired'],
    ['verify', 'wrong_account', 400, 'wrong_account'],
    ['verify', 'rejected', 401, 'rejected'],
    ['verify', 'unknown_credential', 404, 'unknown_credential'],
    ['verify', 'unsupported', 404, 'unsupported'],
    ['verify', 'internal', 500, 'bad_response'],
  ] as const) {
    it(`ends with ${code} when the backend answers to ${what} that it is ${error}`, async () => {
      const requests = watchDialogs();
      refuseTo(what, error, status);
      const failure = rejection(confirm({ confirmInPage: () => expect.fail('asked twice') }));
      if (what === 'verify') (await requests.next()).confirm(assertion());
      expect((await failure).code).to.equal(code);
      expect(requests.all.map(({ completed }) => completed)).to.deep.equal(what === 'verify' ? ['fail'] : []);
    });
  }

  it('shows no payment that was not ordered', async () => {
    const requests = watchDialogs();
    answerWith(() => json(paymentOptions({ ...order, amount: '125.0' })));
    expect((await rejection(confirm({ confirmInPage: () => expect.fail('shown') }))).code).to.equal('bad_response');
    expect(requests.all).to.have.length(0);
  });

  it('takes nothing for confirmed that the backend does not call so', async () => {
    goWithout();
    const { payment } = paymentOptions();
    for (const answer of [
      {},
      { confirmed: false, method: 'passkey', payment },
      { confirmed: true, method: 'cash', payment },
      { confirmed: true, method: 'passkey' },
    ]) {
      answerWith((path) => json(path.endsWith('options') ? paymentOptions() : answer));
      expect((await rejection(confirm({ confirmInPage: async () => response }))).code).to.equal('bad_response');
    }
  });

  it('refuses to ask for what is no amount, before anybody is asked', async () => {
    expect(await rejection(confirm({ amount: '12,50' }))).to.be.instanceOf(TypeError);
    expect(backend.all).to.have.length(0);
  });

  it('takes the turn of an offer in autofill, and gives its own to the next request on a click', async () => {
    const requests = watchDialogs();
    const autofill = rejection(
      run((signal) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject)), { mode: 'ambient' }),
    );
    const failure = rejection(confirm());
    await requests.next();
    expect((await autofill).code).to.equal('superseded');
    await run(async () => {}, { mode: 'modal' });
    expect((await failure).code).to.equal('superseded');
  });

  it('is not shown in the page any more once its signal has aborted', async () => {
    goWithout();
    const page = new AbortController();
    const failure = rejection(
      confirm({
        signal: page.signal,
        onPhase: (phase) => phase === 'asking' && page.abort(),
        confirmInPage: () => expect.fail('shown'),
      }),
    );
    expect((await failure).code).to.equal('aborted');
  });

  it('ends when its signal aborts, and takes the dialog of the browser along', async () => {
    const requests = watchDialogs();
    const page = new AbortController();
    const failure = rejection(confirm({ signal: page.signal }));
    await requests.next();
    page.abort();
    expect((await failure).code).to.equal('aborted');
  });
});
