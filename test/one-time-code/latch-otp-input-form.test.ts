import { expect, fixture, html, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define/otp-input.js';
import type { LatchOtpInput } from '../../src/elements.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { statusOf, watchEvents, watchReports } from '../support/browser/elements.js';
import { watchTextMessages, type TextMessages } from '../support/browser/text-messages.js';
import { until } from '../support/browser/until.js';

describe('<latch-otp-input> in a form', () => {
  let backend: BackendRequests;
  let messages: TextMessages;
  let events: ReturnType<typeof watchEvents>;

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(() => json({}));
    messages = watchTextMessages();
    events = watchEvents();
  });

  afterEach(() => {
    events.stop();
    messages.restore();
    backend.restore();
  });

  interface Parts {
    form: HTMLFormElement;
    element: LatchOtpInput;
    input: HTMLInputElement;
  }

  async function put(
    template = html`<form><latch-otp-input name="code" required></latch-otp-input><button>Continue</button></form>`,
  ): Promise<Parts> {
    const home = await fixture<HTMLElement>(template);
    const form = home.closest('form') ?? home.querySelector('form')!;
    const element = (home.parentElement ?? home).querySelector('latch-otp-input')!;
    await settled();
    return { form, element, input: element.querySelector('input')! };
  }

  function fillIn({ input }: Parts, value: string): void {
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }

  const entriesOf = (form: HTMLFormElement) => [...new FormData(form)];

  it('is a field of its own name, once, with the digits as its value', async () => {
    const parts = await put();
    fillIn(parts, 'G-123456');
    expect([parts.element.form === parts.form, entriesOf(parts.form)]).to.deep.equal([true, [['code', '123456']]]);
    expect(parts.element.shadowRoot!.querySelector('[part=button]')).to.equal(null);
    await expect(parts.form).to.be.accessible();
  });

  it('gives the browser nothing to keep in its history', async () => {
    const own = ElementInternals.prototype.setFormValue;
    const given: unknown[][] = [];
    ElementInternals.prototype.setFormValue = function (...values) {
      given.push(values);
      own.apply(this, values);
    };
    try {
      fillIn(await put(), '123456');
    } finally {
      ElementInternals.prototype.setFormValue = own;
    }
    expect(given.at(-1)).to.deep.equal(['123456', '']);
  });

  it("leaves the name to the page's own input, if that has one", async () => {
    const parts = await put(
      html`<form><latch-otp-input><input name="token" aria-label="Code"></latch-otp-input></form>`,
    );
    fillIn(parts, '123 456');
    expect(entriesOf(parts.form)).to.deep.equal([['token', '123456']]);
  });

  it('is valid only with all digits, and says what is missing', async () => {
    const parts = await put();
    const { element, form } = parts;
    expect(parts.input.getAttribute('aria-required')).to.equal('true');
    const said = () => [
      element.checkValidity(),
      form.checkValidity(),
      element.validity.valueMissing,
      element.validity.tooShort,
    ];
    expect(said()).to.deep.equal([false, false, true, false]);
    fillIn(parts, '123');
    expect(said()).to.deep.equal([false, false, false, true]);
    fillIn(parts, '123456');
    expect(said()).to.deep.equal([true, true, false, false]);
    fillIn(parts, '');
    element.required = false;
    await element.updateComplete;
    expect(said()).to.deep.equal([true, true, false, false]);
    expect(parts.input.hasAttribute('aria-required')).to.equal(false);
    const { input: own } = await put(
      html`<form><latch-otp-input><input aria-label="Code" aria-required="true"></latch-otp-input></form>`,
    );
    expect(own.getAttribute('aria-required')).to.equal('true');
  });

  it('holds a form up that lacks a code, and puts the person there', async () => {
    const parts = await put();
    parts.form.requestSubmit();
    await settled();
    expect([backend.all.length, document.activeElement === parts.input]).to.deep.equal([0, true]);
    expect(parts.element.reportValidity()).to.equal(false);
  });

  it('can have the focus while the browser says what is missing, without which Gecko says nothing, and at no other time', async () => {
    const parts = await put();
    const seen: (string | null)[] = [];
    parts.element.addEventListener('invalid', () => seen.push(parts.element.getAttribute('tabindex')), { once: true });
    parts.form.requestSubmit();
    await settled();
    expect([seen, parts.element.hasAttribute('tabindex'), document.activeElement === parts.input]).to.deep.equal([
      ['-1'],
      false,
      true,
    ]);
    parts.element.setAttribute('tabindex', '0');
    parts.element.checkValidity();
    await settled();
    expect(parts.element.getAttribute('tabindex')).to.equal('0');
  });

  it('is empty and says nothing after a reset', async () => {
    const parts = await put();
    backend.answerWith(() => json({ error: 'rejected' }, 400));
    fillIn(parts, '123456');
    await parts.element.verify();
    fillIn(parts, '12');
    parts.form.reset();
    await settled();
    expect([parts.element.value, parts.input.value, statusOf(parts.element)]).to.deep.equal(['', '', '']);
    expect(entriesOf(parts.form)).to.deep.equal([['code', '']]);
  });

  it('cannot be used in a disabled fieldset, or disabled itself, and can again after that', async () => {
    const { element, input, form } = await put(
      html`<form><fieldset disabled><latch-otp-input name="code" required></latch-otp-input></fieldset></form>`,
    );
    expect([
      input.matches(':disabled'),
      element.matches(':disabled'),
      form.checkValidity(),
      entriesOf(form),
    ]).to.deep.equal([true, true, true, []]);
    form.querySelector('fieldset')!.disabled = false;
    expect([input.matches(':disabled'), form.checkValidity()]).to.deep.equal([false, false]);
    element.disabled = true;
    await element.updateComplete;
    expect([input.matches(':disabled'), form.checkValidity()]).to.deep.equal([true, true]);
    element.to = 'ada@example.com';
    await element.updateComplete;
    element.shadowRoot!.querySelector<HTMLButtonElement>('.resend')!.click();
    await settled();
    expect(backend.all.length).to.equal(0);
    const { input: own } = await put(
      html`<form><latch-otp-input disabled><input aria-label="Code"></latch-otp-input></form>`,
    );
    expect(own.disabled).to.equal(true);
  });

  it('gives the code back when the form has nowhere to go of its own', async () => {
    const parts = await put();
    fillIn(parts, '123456');
    parts.input.focus();
    const signedIn = oneEvent(parts.element, 'latch-signed-in');
    await sendKeys({ press: 'Enter' });
    await signedIn;
    expect(backend.to('/otp/verify').map(({ body }) => body)).to.deep.equal([{ code: '123456' }]);
    expect([parts.element.value, parts.input.value]).to.deep.equal(['', '']);
  });

  it('leaves the code to a page that handles the form itself, wherever it listens, until that clears it', async () => {
    const parts = await put();
    for (const place of [parts.form, document.body]) {
      const seen: unknown[] = [];
      const handle = (event: Event) => {
        event.preventDefault();
        seen.push(entriesOf(parts.form));
      };
      place.addEventListener('submit', handle);
      fillIn(parts, '123456');
      parts.form.requestSubmit();
      await settled();
      place.removeEventListener('submit', handle);
      expect([seen, parts.element.value, backend.all.length]).to.deep.equal([[[['code', '123456']]], '123456', 0]);
      parts.element.clear();
      expect([parts.element.value, parts.input.value]).to.deep.equal(['', '']);
    }
  });

  it('lets a form with an action post the code, which is then gone from the page', async () => {
    const parts = await put(
      html`<div><iframe name="there"></iframe><form method="post" action="about:blank" target="there"><latch-otp-input name="code"></latch-otp-input></form></div>`,
    );
    let posted: unknown;
    parts.form.addEventListener('formdata', ({ formData }) => (posted = [...formData]));
    fillIn(parts, '123456');
    parts.form.requestSubmit();
    await until(() => !parts.element.value);
    expect([posted, parts.input.value, backend.all.length]).to.deep.equal([[['code', '123456']], '', 0]);
  });

  it('holds up a form that would put the code into an address, and tells the makers of the page', async () => {
    const reports = watchReports();
    for (const template of [
      html`<form action="/echo"><latch-otp-input name="code"></latch-otp-input><button>Continue</button></form>`,
      html`<form method="post" action="/echo"><latch-otp-input name="code"></latch-otp-input><button formmethod="get">Continue</button></form>`,
    ]) {
      const parts = await put(template);
      fillIn(parts, '123456');
      parts.form.requestSubmit(parts.form.querySelector('button'));
      await settled();
      parts.form.remove();
    }
    reports.stop();
    expect(reports.all.map(String)).to.deep.equal(
      Array.from(
        { length: 2 },
        () => 'TypeError: "latch-otp-input" needs a form with the method "post": a code does not belong in a URL',
      ),
    );
    expect(location.search).not.to.include('123456');
  });

  it('is submitted automatically as soon as all digits are there, if the page asks for it', async () => {
    const parts = await put(html`<form><latch-otp-input name="code" auto-submit></latch-otp-input></form>`);
    let submitted = 0;
    parts.form.addEventListener('submit', (event) => (event.preventDefault(), submitted++));
    fillIn(parts, '12345');
    expect(submitted).to.equal(0);
    messages.deliver({ code: '123456' });
    fillIn(parts, '123456');
    expect([submitted, events.types]).to.deep.equal([1, ['latch-code-complete']]);
  });

  it('does not wait for a text message any more once the form is submitted', async () => {
    const parts = await put();
    parts.element.required = false;
    await parts.element.updateComplete;
    parts.form.addEventListener('submit', (event) => event.preventDefault());
    expect(messages.waiting).to.equal(1);
    parts.form.requestSubmit();
    await settled();
    expect(messages.waiting).to.equal(0);
  });

  it('does not mind other forms of the page', async () => {
    const parts = await put();
    const other = await fixture<HTMLFormElement>(html`<form></form>`);
    other.addEventListener('submit', (event) => event.preventDefault());
    fillIn(parts, '123456');
    other.requestSubmit();
    await settled();
    expect([backend.all.length, parts.element.value]).to.deep.equal([0, '123456']);
  });

  it('belongs to a form elsewhere that it names, and to the form that it is moved to', async () => {
    const home = await fixture<HTMLElement>(
      html`<div><form id="elsewhere"></form><form id="later"></form><latch-otp-input form="elsewhere" name="code"></latch-otp-input></div>`,
    );
    await settled();
    const [element, first, second] = [home.querySelector('latch-otp-input')!, ...home.querySelectorAll('form')] as [
      LatchOtpInput,
      HTMLFormElement,
      HTMLFormElement,
    ];
    expect(element.form === first).to.equal(true);
    let submitted = 0;
    first.addEventListener('submit', (event) => (event.preventDefault(), submitted++));
    element.focus();
    await sendKeys({ type: '123456' });
    await sendKeys({ press: 'Enter' });
    expect(submitted).to.equal(1);
    element.removeAttribute('form');
    second.append(element);
    await settled();
    expect(element.form === second).to.equal(true);
    expect(element.shadowRoot!.querySelector('[part=button]')).to.equal(null);
  });
});
