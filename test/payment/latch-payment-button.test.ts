import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import '../../src/define/payment-button.js';
import { run } from '../../src/base/browser/ceremony.js';
import { LatchError } from '../../src/base/client/errors.js';
import type { LatchPaymentButton } from '../../src/elements.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { buttonOf, everythingIn, statesOf, statusOf, watchEvents, watchReports } from '../support/browser/elements.js';
import { askFrame, strangeOrigin } from '../support/browser/frames.js';
import {
  order,
  paymentOptions,
  removePaymentRequests,
  watchPaymentRequests,
  type SecureRequests,
} from '../support/browser/payment-requests.js';
import { watchSignals } from '../support/browser/signals.js';

/** What is shown, without the marks that keep names and amounts from turning what is around them. */
const plain = (text: string | null) => text!.replace(/[\u2068\u2069]/g, '');

describe('<latch-payment-button>', () => {
  let backend: BackendRequests;
  let requests: CredentialRequests;
  let events: ReturnType<typeof watchEvents>;
  const undo: (() => void)[] = [];

  beforeEach(() => {
    backend = watchBackendRequests();
    requests = watchCredentialRequests();
    requests.hold();
    events = watchEvents();
    undo.push(backend.restore, requests.restore, events.stop);
    answerVerify(() => json({ confirmed: true, method: 'passkey', payment: paymentOptions().payment }));
  });

  afterEach(async () => {
    undo
      .splice(0)
      .reverse()
      .forEach((restore) => restore());
    await settled();
  });

  const put = (more: Partial<typeof order> = {}) => {
    const { amount, currency, payee } = { ...order, ...more };
    return fixture<LatchPaymentButton>(
      html`<latch-payment-button lang="en-US" amount=${amount} currency=${currency} payee=${payee}><a slot="fallback" href="/by-invoice">By invoice</a></latch-payment-button>`,
    );
  };
  const dialogOf = (button: Element) => button.shadowRoot!.querySelector('dialog');
  const answersOf = (button: Element) => [...dialogOf(button)!.querySelectorAll('button')];
  const goWithout = () => undo.push(removePaymentRequests());

  function answerVerify(answer: () => Response | Promise<Response>): void {
    backend.answerWith(({ path, body }) =>
      path.endsWith('options') ? json(paymentOptions(body as typeof order)) : answer(),
    );
  }

  function answerOptions(answer: () => Response | Promise<Response>): void {
    backend.answerWith(answer);
  }

  function watchDialogs(): SecureRequests {
    const dialogs = watchPaymentRequests();
    undo.push(dialogs.restore);
    return dialogs;
  }

  async function press(button: Element): Promise<void> {
    buttonOf(button).click();
    await settled();
  }

  /** Has the user agree in the dialog of the element, and use their passkey. */
  async function agree(button: Element, credential = assertion()): Promise<void> {
    answersOf(button)[1]!.click();
    await settled();
    requests.pending[0]!.choose(credential);
    await settled();
  }

  it('has a label, which the page may replace, and says nothing before it is used', async () => {
    const button = await put();
    expect([buttonOf(button).textContent!.trim(), statusOf(button), statesOf(button)]).to.deep.equal([
      'Confirm payment',
      '',
      [],
    ]);
    button.append('Buy now');
    expect(
      buttonOf(button)
        .querySelector('slot')!
        .assignedNodes()
        .some(({ textContent }) => textContent === 'Buy now'),
    ).to.equal(true);
    await expect(button).to.be.accessible();
  });

  it('has the browser show the payment where it can, and tells when it is confirmed', async () => {
    const dialogs = watchDialogs();
    answerVerify(() => json({ confirmed: true, method: 'payment', payment: paymentOptions().payment }));
    const button = await put();
    await press(button);
    expect([
      statesOf(button),
      statusOf(button),
      buttonOf(button).getAttribute('aria-disabled'),
      dialogOf(button) === null,
    ]).to.deep.equal([['pending', 'asking'], 'Continue in the dialog.', 'true', true]);
    await expect(button).to.be.accessible();
    const confirmed = oneEvent(button, 'latch-payment-confirmed');
    (await dialogs.next()).confirm(assertion());
    const { detail, bubbles, composed, cancelable } = await confirmed;
    await settled();
    expect([detail, bubbles, composed, cancelable]).to.deep.equal([
      { method: 'payment', credentialId: 'AQID' },
      true,
      true,
      false,
    ]);
    expect([statesOf(button), statusOf(button), requests.all.length]).to.deep.equal([
      ['done'],
      'Payment confirmed.',
      0,
    ]);
    await expect(button).to.be.accessible();
  });

  it('shows the same itself where the browser cannot, and then asks for a passkey', async () => {
    goWithout();
    const button = await put();
    await press(button);
    expect([statesOf(button), statusOf(button), requests.all.length]).to.deep.equal([['pending', 'confirming'], '', 0]);
    const dialog = dialogOf(button)!;
    expect([
      dialog.matches(':modal'),
      plain(dialog.querySelector('h2')!.textContent),
      plain(dialog.querySelector('p')!.textContent),
    ]).to.deep.equal([true, 'Pay €12.50?', 'To https://shop.example, with Card ···· 1234.']);
    expect(answersOf(button).map(({ textContent }) => plain(textContent))).to.deep.equal(['Cancel', 'Pay €12.50']);
    expect(button.shadowRoot!.activeElement!.textContent).to.equal('Cancel');
    await expect(button).to.be.accessible();
    const confirmed = oneEvent(button, 'latch-payment-confirmed');
    answersOf(button)[1]!.click();
    const request = await requests.next();
    await settled();
    expect([
      request.options.publicKey!.userVerification,
      request.options.mediation,
      statesOf(button),
      dialogOf(button) === null,
    ]).to.deep.equal(['required', 'required', ['pending', 'asking'], true]);
    request.choose(assertion());
    expect((await confirmed).detail).to.deep.equal({ method: 'passkey', credentialId: 'AQID' });
  });

  it('does so too where the browser finds out only then that it has no dialog', async () => {
    const dialogs = watchDialogs();
    const button = await put();
    await press(button);
    (await dialogs.next()).fail(new DOMException('no service', 'NotSupportedError'));
    await settled();
    expect(dialogOf(button)!.open).to.equal(true);
  });

  it('orders what its attributes say when it is used, to the letter', async () => {
    goWithout();
    const button = await put({ amount: '1', payee: 'Someone' });
    button.amount = '0.10';
    button.currency = 'USD';
    button.payee = 'Ada <b>& Co</b> $& {amount}';
    await press(button);
    expect(backend.all[0]!.body).to.deep.equal({
      amount: '0.10',
      currency: 'USD',
      payee: 'Ada <b>& Co</b> $& {amount}',
    });
    expect(plain(dialogOf(button)!.querySelector('p')!.textContent)).to.equal(
      'To Ada <b>& Co</b> $& {amount}, with Card ···· 1234.',
    );
    expect(dialogOf(button)!.querySelector('b') === null).to.equal(true);
  });

  for (const [how, decline] of [
    ['by the button', (button: Element) => answersOf(button)[0]!.click()],
    ['by Escape', () => sendKeys({ press: 'Escape' })],
  ] as const) {
    it(`reports it, and notifies no one else, when the person declines: ${how}`, async () => {
      goWithout();
      const button = await put();
      buttonOf(button).focus();
      await press(button);
      await decline(button);
      await settled();
      expect([
        statusOf(button),
        statesOf(button),
        events.types,
        requests.all.length,
        dialogOf(button) === null,
      ]).to.deep.equal(['The payment was not confirmed. Try again.', [], [], 0, true]);
      expect(button.shadowRoot!.activeElement === buttonOf(button)).to.equal(true);
      await expect(button).to.be.accessible();
      await press(button);
      await agree(button);
      expect(events.types).to.deep.equal(['latch-payment-confirmed']);
    });
  }

  it('reports it when the person dismisses the dialog of the browser, or that of the passkey', async () => {
    const dialogs = watchDialogs();
    const button = await put();
    await press(button);
    (await dialogs.next()).fail(new DOMException('dismissed', 'AbortError'));
    await settled();
    expect([statusOf(button), events.types]).to.deep.equal(['The payment was not confirmed. Try again.', []]);
    goWithout();
    await press(button);
    answersOf(button)[1]!.click();
    (await requests.next()).fail(new DOMException('dismissed', 'NotAllowedError'));
    await settled();
    expect([statusOf(button), statesOf(button), events.types]).to.deep.equal([
      'The payment was not confirmed. Try again.',
      [],
      [],
    ]);
  });

  const refusals: [error: string, status: number, code: string, text: string][] = [
    ['payment_mismatch', 400, 'rejected', 'That didn’t work. Try again, or use another way.'],
    ['challenge_expired', 400, 'challenge_expired', 'That took too long. Try again.'],
    ['wrong_account', 400, 'wrong_account', 'That passkey belongs to another account. Use a passkey of this account.'],
    ['rejected', 401, 'rejected', 'That didn’t work. Try again, or use another way.'],
    ['unauthenticated', 401, 'unauthenticated', 'Sign in first.'],
    ['unknown_credential', 404, 'unknown_credential', 'That passkey was removed from this account. Use another one.'],
    ['rate_limited', 429, 'rate_limited', 'Too many attempts. Wait a few minutes and try again.'],
    ['internal', 500, 'bad_response', 'The server has a problem. Try again later.'],
  ];
  for (const [error, status, code, text] of refusals) {
    it(`says in words why nothing was confirmed: ${error}`, async () => {
      goWithout();
      answerVerify(() => json({ error }, status));
      const button = await put();
      await press(button);
      await agree(button);
      expect([statesOf(button), statusOf(button), events.types]).to.deep.equal([
        ['failed'],
        text,
        ['latch-payment-failed'],
      ]);
      const { detail } = events.all[0]!;
      expect(detail).to.be.instanceOf(LatchError).and.to.include({ code });
      expect(everythingIn(detail), 'the signature').not.to.contain('Bgc');
      await expect(button).to.be.accessible();
    });
  }

  for (const [what, answer, code, text] of [
    ['no user is signed in', () => json({ error: 'unauthenticated' }, 401), 'unauthenticated', 'Sign in first.'],
    [
      'the account has no passkey',
      () => json({ error: 'no_passkey' }, 409),
      'constraint',
      'Your account has no passkey for payments. Create one first.',
    ],
    [
      'the backend has no payments',
      () => json({ error: 'unsupported' }, 404),
      'unsupported',
      'This browser can’t confirm payments. Use another way.',
    ],
    [
      'the backend cannot be reached',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'network',
      'Can’t reach the server. Check your connection and try again.',
    ],
  ] as const) {
    it(`asks the person for nothing when ${what}, and offers the other way if this one is closed`, async () => {
      goWithout();
      answerOptions(answer);
      const button = await put();
      await press(button);
      expect([
        statusOf(button),
        statesOf(button),
        (events.all[0]!.detail as LatchError).code,
        dialogOf(button) === null,
      ]).to.deep.equal([text, ['failed'], code, true]);
      expect(button.querySelector('a')!.checkVisibility()).to.equal(code === 'constraint' || code === 'unsupported');
      await expect(button).to.be.accessible();
    });
  }

  it('forgets that it came to nothing when it is used again, and says nothing when something else takes its turn', async () => {
    goWithout();
    answerVerify(() => json({}, 500));
    const button = await put();
    await press(button);
    await agree(button);
    expect(statesOf(button)).to.deep.equal(['failed']);
    await press(button);
    answersOf(button)[1]!.click();
    await requests.next(undefined, 1);
    await run(async () => {}, { mode: 'modal' });
    await settled();
    expect([statusOf(button), statesOf(button), events.types]).to.deep.equal(['', [], ['latch-payment-failed']]);
  });

  it('tells the passkey provider of a passkey that the backend does not know', async () => {
    goWithout();
    const signals = watchSignals();
    undo.push(signals.restore);
    answerVerify(() => json({ error: 'unknown_credential', rpId: 'localhost', credentialId: 'AQID' }, 404));
    const button = await put();
    await press(button);
    await agree(button);
    expect(signals.of('signalUnknownCredential')).to.deep.equal([{ rpId: 'localhost', credentialId: 'AQID' }]);
  });

  for (const [name, value] of [
    ['amount', '12,50'],
    ['amount', ''],
    ['currency', 'euro'],
    ['payee', ''],
  ] as const) {
    it(`reports in the console only that its ${name} is "${value}"`, async () => {
      const reports = watchReports();
      undo.push(reports.stop);
      const button = await put({ [name]: value });
      await press(button);
      expect(reports.all.map(String).join()).to.match(new RegExp(`^TypeError: "${name}" must be`));
      expect([backend.all.length, events.types, statusOf(button)]).to.deep.equal([
        0,
        [],
        'This page is not set up correctly.',
      ]);
    });
  }

  it('tells the makers of the page that its base URL is wrong', async () => {
    const reports = watchReports();
    undo.push(reports.stop);
    const button = await put();
    button.baseUrl = 'https://elsewhere.example/';
    await press(button);
    expect([String(reports.all[0]).includes('"baseUrl"'), backend.all.length]).to.deep.equal([true, 0]);
  });

  it('makes one order of a thousand quick clicks, and its method joins it', async () => {
    goWithout();
    const button = await put();
    for (let time = 0; time < 1000; time++) buttonOf(button).click();
    const joined = button.confirm();
    await settled();
    await agree(button);
    await joined;
    expect([backend.to('/payment/options').length, requests.all.length, events.types]).to.deep.equal([
      1,
      1,
      ['latch-payment-confirmed'],
    ]);
  });

  for (const key of ['Enter', 'Space']) {
    it(`is worked by the ${key} key from beginning to end`, async () => {
      goWithout();
      const button = await put();
      buttonOf(button).focus();
      await sendKeys({ press: key });
      await settled();
      await sendKeys({ press: 'Tab' });
      await sendKeys({ press: key });
      (await requests.next()).choose(assertion());
      await settled();
      expect([events.types, button.shadowRoot!.activeElement === buttonOf(button)]).to.deep.equal([
        ['latch-payment-confirmed'],
        true,
      ]);
    });
  }

  it('does not submit the form that it stands in', async () => {
    goWithout();
    const form = await fixture<HTMLFormElement>(
      html`<form><latch-payment-button amount="1" currency="EUR" payee="Shop"></latch-payment-button></form>`,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      expect.fail('submitted');
    });
    const button = form.querySelector('latch-payment-button')!;
    await press(button);
    await agree(button);
  });

  it('ends without a word when it is removed, whatever it waits for', async () => {
    goWithout();
    const button = await put();
    const { parentElement } = button;
    await press(button);
    button.remove();
    await settled();
    parentElement!.append(button);
    await settled();
    await press(button);
    answersOf(button)[1]!.click();
    await requests.next();
    button.remove();
    await settled();
    expect([requests.pending.length, events.types]).to.deep.equal([0, []]);
  });

  it('refuses in words in a frame of a page of another origin, and asks the backend for nothing', async () => {
    const report = await askFrame(strangeOrigin(), '?tag=latch-payment-button&path=/payment/options');
    expect([report.status, report.requests]).to.deep.equal(['Open this page in its own window to continue.', []]);
  });

  it('shows all of the longest amount, wherever it stands, on a narrow screen', async () => {
    goWithout();
    await setViewport({ width: 320, height: 640 });
    undo.push(() => void setViewport({ width: 800, height: 600 }));
    const button = await put({ amount: '99999999999999999.99', payee: 'X'.repeat(200) });
    button.style.font = '1.25rem monospace';
    await press(button);
    const room = dialogOf(button)!.getBoundingClientRect();
    for (const part of dialogOf(button)!.querySelectorAll('h2, p, button')) {
      const words = document.createRange();
      words.selectNodeContents(part);
      const { left, right } = words.getBoundingClientRect();
      expect([part.localName, left >= room.left + 24, right <= room.right - 24]).to.deep.equal([
        part.localName,
        true,
        true,
      ]);
    }
    expect(plain(answersOf(button)[1]!.textContent)).to.equal('Pay €99,999,999,999,999,999.99');
  });

  it('is as accessible in the dark and from right to left', async () => {
    goWithout();
    const { documentElement: root, body } = document;
    root.dir = 'rtl';
    root.style.colorScheme = 'dark';
    body.style.cssText = 'background: Canvas; color: CanvasText';
    undo.push(
      () => [root, body].forEach((element) => element.removeAttribute('style')),
      () => root.removeAttribute('dir'),
    );
    const button = await put();
    await press(button);
    await expect(button).to.be.accessible();
    for (const { height } of [buttonOf(button), ...answersOf(button)].map((each) => each.getBoundingClientRect()))
      expect(height).to.be.at.least(44);
    answersOf(button)[0]!.click();
    await settled();
    await expect(button).to.be.accessible();
  });
});
