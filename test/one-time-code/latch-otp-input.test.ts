import { expect, fixture, html, oneEvent, waitUntil } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define/otp-input.js';
import type { LatchOtpInput } from '../../src/elements.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequest, type BackendRequests } from '../support/browser/backend.js';
import { click } from '../support/browser/click.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import { codeSentTo, giveAddress, giveVerifiedAddress, otherThan } from '../support/browser/codes.js';
import { cdp } from '../support/browser/devtools.js';
import { buttonOf, everythingIn, statesOf, statusOf, watchEvents, watchReports } from '../support/browser/elements.js';
import { askFrame, strangeOrigin } from '../support/browser/frames.js';
import { sayOnChannel } from '../support/browser/provider-backend.js';
import { rejection } from '../support/browser/rejection.js';
import { watchTextMessages, type TextMessages } from '../support/browser/text-messages.js';

const plain = html`<latch-otp-input></latch-otp-input>`;

/** Waits for what another event of the browser brings about, on a busy machine too. */
const until = (holds: () => unknown) => waitUntil(() => !!holds(), undefined, { timeout: 20_000 });

/** Answers as a backend that is content with everything. */
const content = ({ path }: BackendRequest) => json(path === '/otp/request' ? { expires: Date.now() + 600_000 } : {});

describe('<latch-otp-input>', () => {
  let backend: BackendRequests;
  let messages: TextMessages;
  let events: ReturnType<typeof watchEvents>;

  beforeEach(() => {
    backend = watchBackendRequests();
    messages = watchTextMessages();
    events = watchEvents();
  });

  afterEach(async () => {
    events.stop();
    messages.restore();
    backend.restore();
    await signOutQuietly();
  });

  const inputOf = (element: Element) => element.querySelector('input')!;
  const resendOf = (element: Element) => element.shadowRoot!.querySelector<HTMLButtonElement>('.resend')!;
  const textOf = (element: Element) => element.textContent!.replace(/\s+/g, ' ').trim();

  async function put(template = plain): Promise<LatchOtpInput> {
    const element = await fixture<LatchOtpInput>(template);
    await settled();
    return element;
  }

  /** Fills the input in as browsers and password managers do: the whole value at once, and an event. */
  function fillIn(element: Element, value: string, event = new Event('input', { bubbles: true })): void {
    inputOf(element).value = value;
    inputOf(element).dispatchEvent(event);
  }

  function paste(element: Element, text: string): ClipboardEvent {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    inputOf(element).dispatchEvent(event);
    return event;
  }

  describe('filled in by keyboards and password managers', () => {
    const inserted = (data: string) => new InputEvent('input', { bubbles: true, inputType: 'insertText', data });

    for (const [former, value] of [
      ['12', '12654321'],
      ['98', '65432198'],
      ['123', '123654 321'],
    ] as const)
      it(`has the whole code that was inserted beside the digits ${former}`, async () => {
        const element = await put();
        fillIn(element, former, inserted(former));
        fillIn(element, value, inserted('654321'));
        expect([element.value, inputOf(element).value]).to.deep.equal(['654321', '654321']);
        expect(events.types).to.deep.equal(['latch-code-complete']);
      });

    it('has the code after a change without an input event', async () => {
      const element = await put();
      fillIn(element, '654 321', new Event('change', { bubbles: true }));
      expect([element.value, events.types]).to.deep.equal(['654321', ['latch-code-complete']]);
    });

    it('has no invisible marks of a code that was pasted', async () => {
      const element = await put();
      expect(paste(element, '\u202d654\u200b321\u202c').defaultPrevented).to.equal(true);
      expect(element.value).to.equal('654321');
    });
  });

  describe('at the reference server', () => {
    it('signs the owner of an address in, with a code that is typed', async () => {
      const name = await signUpUser();
      const to = await giveVerifiedAddress();
      await signOutQuietly();
      const element = await put(html`<latch-otp-input to=${to}></latch-otp-input>`);
      const code = await codeSentTo(to, () => element.request());
      expect(statusOf(element)).to.equal('If we know that address, a code is on its way.');
      await sendKeys({ type: code });
      const signedIn = oneEvent(element, 'latch-signed-in');
      await sendKeys({ press: 'Enter' });
      await signedIn;
      await element.updateComplete;
      expect(await whoIsSignedIn()).to.equal(name);
      expect(events.all.map(({ type, detail }) => [type, detail])).to.deep.equal([
        ['latch-code-complete', null],
        ['latch-signed-in', { method: 'otp' }],
      ]);
      expect(statusOf(element)).to.equal('You’re signed in.');
      expect(statesOf(element)).to.deep.equal(['done']);
      expect([element.value, inputOf(element).value, document.documentElement.outerHTML.includes(code)]).to.deep.equal([
        '',
        '',
        false,
      ]);
      await expect(element).to.be.accessible();
    });

    it('verifies an address of who is signed in', async () => {
      await signUpUser();
      const to = await giveAddress();
      const element = await put(html`<latch-otp-input to=${to}></latch-otp-input>`);
      fillIn(element, await codeSentTo(to, () => element.request()));
      await element.verify();
      await element.updateComplete;
      expect(events.types).to.deep.equal(['latch-code-complete', 'latch-address-verified']);
      expect(statusOf(element)).to.equal('Your address is verified.');
    });

    it('keeps the digits for an address of who is signed in when they sign in in another tab too', async () => {
      await signUpUser();
      const element = await put();
      element.isOwn = true;
      fillIn(element, '123');
      await sayOnChannel({ type: 'signed-in' });
      await until(() => backend.to('/session').length > 0);
      await whoIsSignedIn();
      await settled();
      expect(element.value).to.equal('123');
      expect(element.shadowRoot!.querySelector('latch-session-notice')).to.equal(null);
    });

    it('says that a code is wrong, takes it out of the page and lets the person try again', async () => {
      await signUpUser();
      const to = await giveAddress();
      const element = await put(html`<latch-otp-input to=${to}></latch-otp-input>`);
      const code = await codeSentTo(to, () => element.request());
      fillIn(element, otherThan(code));
      await element.verify();
      await element.updateComplete;
      expect(statusOf(element)).to.equal('That code is wrong or expired. Try again, or request a new one.');
      expect([inputOf(element).value, document.activeElement === inputOf(element)]).to.deep.equal(['', true]);
      expect(statesOf(element)).to.deep.equal(['failed']);
      await expect(element).to.be.accessible();
      fillIn(element, code);
      await element.verify();
      expect(events.types.at(-1)).to.equal('latch-address-verified');
    });

    it('reports an invalid address, and starts no countdown', async () => {
      const element = await put(html`<latch-otp-input to="unknown"></latch-otp-input>`);
      await element.request();
      await element.updateComplete;
      expect(statusOf(element)).to.equal('Enter a valid email address or phone number.');
      expect([events.types, resendOf(element).getAttribute('aria-disabled')]).to.deep.equal([
        ['latch-sign-in-failed'],
        'false',
      ]);
    });
  });

  describe('its input', () => {
    it('is one, in light DOM, with a label, for digits and for browsers to fill in', async () => {
      const element = await put();
      expect(element.querySelectorAll('input').length).to.equal(1);
      const { autocomplete, inputMode, type, labels, maxLength } = inputOf(element);
      expect([autocomplete, inputMode, type, maxLength, labels![0]!.textContent]).to.deep.equal([
        'one-time-code',
        'numeric',
        'text',
        -1,
        'One-time code',
      ]);
      await expect(element).to.be.accessible();
    });

    it('is the one of the page, if it has one, readied for codes', async () => {
      const element = await put(
        html`<latch-otp-input><label for="own">Code</label><input id="own" maxlength="6"></latch-otp-input>`,
      );
      const { id, autocomplete, inputMode, maxLength } = inputOf(element);
      expect([element.querySelectorAll('input').length, id, autocomplete, inputMode, maxLength]).to.deep.equal([
        1,
        'own',
        'one-time-code',
        'numeric',
        -1,
      ]);
      const kept = await put(
        html`<latch-otp-input><input aria-label="Code" autocomplete="section-a one-time-code" inputmode="text"></latch-otp-input>`,
      );
      expect([inputOf(kept).getAttribute('autocomplete'), inputOf(kept).inputMode]).to.deep.equal([
        'section-a one-time-code',
        'text',
      ]);
    });

    it('gives way to one that the page puts in later', async () => {
      const element = await put();
      const own = Object.assign(document.createElement('input'), { id: 'later' });
      element.append(own);
      await settled();
      expect([...element.querySelectorAll('input, label')].map(({ id }) => id)).to.deep.equal(['later']);
      expect(own.autocomplete).to.equal('one-time-code');
    });

    it('takes single digits by key, and nothing else', async () => {
      const element = await put();
      element.focus();
      await sendKeys({ type: '1a2 3-4' });
      expect([inputOf(element).value, element.value, events.types]).to.deep.equal(['1234', '1234', []]);
      await sendKeys({ press: 'Backspace' });
      await sendKeys({ type: '567' });
      expect([element.value, events.types]).to.deep.equal(['123567', ['latch-code-complete']]);
      await sendKeys({ type: '8' });
      expect([element.value, events.types.length]).to.deep.equal(['123567', 1]);
      expect(statusOf(element)).to.equal('');
    });

    it('leaves the cursor where it is at a key that does not fit, and never pushes a digit out', async () => {
      const element = await put(html`<latch-otp-input auto-submit></latch-otp-input>`);
      backend.answerWith(() => new Promise(() => {}));
      const press = async (at: number, keys: string) => {
        inputOf(element).setSelectionRange(at, at);
        await sendKeys({ type: keys });
        return [inputOf(element).value, inputOf(element).selectionStart];
      };
      element.focus();
      await sendKeys({ type: '1234' });
      expect(await press(2, 'x')).to.deep.equal(['1234', 2]);
      expect(await press(2, '5')).to.deep.equal(['12534', 3]);
      await sendKeys({ press: 'End' });
      await sendKeys({ type: '6' });
      expect(await press(0, '9')).to.deep.equal(['125346', 0]);
      expect([element.value, events.types, backend.all.map(({ body }) => body)]).to.deep.equal([
        '125346',
        ['latch-code-complete'],
        [{ code: '125346' }],
      ]);
      inputOf(element).select();
      await sendKeys({ type: '7' });
      expect(element.value).to.equal('7');
    });

    for (const [shape, text] of [
      ['digits', '123456'],
      ['groups', '123 456'],
      ['a prefix', 'G-123456'],
      ['a sentence', 'Your code is 123456. It works for 10 minutes.'],
      ['Arabic-Indic digits', '١٢٣٤٥٦'],
      ['full-width digits', '１２３４５６'],
    ]) {
      it(`takes ${shape}, pasted or filled in at once`, async () => {
        for (const enter of [paste, fillIn]) {
          const element = await put();
          enter(element, text!);
          expect([inputOf(element).value, element.value, events.types]).to.deep.equal([
            '123456',
            '123456',
            ['latch-code-complete'],
          ]);
          element.remove();
          events.all.length = 0;
        }
      });
    }

    it('takes what a password manager enters, digit by digit or with the events of a keyboard', async () => {
      const element = await put();
      for (let length = 1; length <= 6; length++) fillIn(element, '123456'.slice(0, length));
      expect([element.value, events.types]).to.deep.equal(['123456', ['latch-code-complete']]);
      element.clear();
      fillIn(element, '654321', new InputEvent('input', { bubbles: true, inputType: 'insertText', data: '654321' }));
      expect([element.value, events.types.length]).to.deep.equal(['654321', 2]);
      fillIn(element, '111222', new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
      expect([element.value, events.types.length]).to.deep.equal(['111222', 3]);
    });

    it('replaces what is there by a code that is pasted, and leaves a part of one to the browser', async () => {
      const element = await put();
      fillIn(element, '99');
      expect([paste(element, 'G-123456').defaultPrevented, element.value]).to.deep.equal([true, '123456']);
      expect(paste(element, '12').defaultPrevented).to.equal(false);
    });

    it('takes nothing from a text without a code, and reports it', async () => {
      const element = await put();
      for (const text of ['Hello from 2026 to 2027', '123456 or 654321', '1234567']) {
        fillIn(element, text, new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
        await element.updateComplete;
        expect([inputOf(element).value, statusOf(element)]).to.deep.equal([
          '',
          'Enter the 6-digit code. Use digits only.',
        ]);
      }
      fillIn(element, '1');
      await element.updateComplete;
      expect(statusOf(element)).to.equal('');
    });

    it('leaves a text alone that is still being composed', async () => {
      const element = await put();
      fillIn(
        element,
        '１２',
        new InputEvent('input', { bubbles: true, isComposing: true, inputType: 'insertCompositionText' }),
      );
      expect(inputOf(element).value).to.equal('１２');
      fillIn(element, '１２', new InputEvent('input', { bubbles: true, inputType: 'insertCompositionText' }));
      expect(inputOf(element).value).to.equal('12');
    });

    it('takes what was composed, in browsers that say nothing after the end of it', async () => {
      const element = await put();
      element.focus();
      await cdp('Input.imeSetComposition', { text: '１２３４５６', selectionStart: 6, selectionEnd: 6 });
      expect([inputOf(element).value, element.value]).to.deep.equal(['１２３４５６', '']);
      inputOf(element).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
      await cdp('Input.insertText', { text: '１２３４５６' });
      await settled();
      expect([inputOf(element).value, element.value, statusOf(element), events.types]).to.deep.equal([
        '123456',
        '123456',
        '',
        ['latch-code-complete'],
      ]);
    });

    it('takes plain digits while a keyboard still composes them', async () => {
      const element = await put();
      element.focus();
      await cdp('Input.imeSetComposition', { text: '123456', selectionStart: 6, selectionEnd: 6 });
      expect([inputOf(element).value, element.value, events.types]).to.deep.equal([
        '123456',
        '123456',
        ['latch-code-complete'],
      ]);
      await cdp('Input.insertText', { text: '123456' });
      expect([element.value, events.types.length]).to.deep.equal(['123456', 1]);
    });

    it('takes as many digits as the page says', async () => {
      const element = await put(html`<latch-otp-input length="8"></latch-otp-input>`);
      fillIn(element, '1234 5678');
      expect([element.value, events.types]).to.deep.equal(['12345678', ['latch-code-complete']]);
      fillIn(element, '1234');
      await element.verify();
      await element.updateComplete;
      expect(statusOf(element)).to.equal('Enter the 8-digit code.');
    });
  });

  describe('its boxes', () => {
    const boxesOf = (element: Element) => [...element.shadowRoot!.querySelectorAll('[part~=box]')];
    const rectsOf = (element: Element) => boxesOf(element).map((box) => box.getBoundingClientRect());
    const activeIn = (element: Element) => boxesOf(element).findIndex((box) => box.matches('[part~=box-active]'));

    /** How far the middle of each digit is from the middle of its box, in pixels, as the input lays its text out. */
    function offsetsIn(element: Element): number[] {
      const input = inputOf(element);
      const { font, letterSpacing, paddingLeft } = getComputedStyle(input);
      // The same text in the page can be measured letter by letter, which no input allows.
      const twin = document.createElement('div');
      twin.textContent = '8'.repeat(boxesOf(element).length);
      Object.assign(twin.style, {
        position: 'absolute',
        left: `${input.getBoundingClientRect().left + scrollX + parseFloat(paddingLeft)}px`,
        direction: 'ltr',
        whiteSpace: 'nowrap',
        font,
        letterSpacing,
      });
      document.body.append(twin);
      const range = document.createRange();
      const offsets = rectsOf(element).map((box, index) => {
        range.setStart(twin.firstChild!, index);
        range.setEnd(twin.firstChild!, index + 1);
        const { left, width } = range.getBoundingClientRect();
        return Math.abs(left + (width - parseFloat(letterSpacing)) / 2 - (box.left + box.width / 2));
      });
      twin.remove();
      return offsets;
    }

    for (const [where, template] of [
      ['a narrow page', html`<div style="inline-size: 268px"><latch-otp-input></latch-otp-input></div>`],
      ['a wide page', html`<div style="inline-size: 600px"><latch-otp-input></latch-otp-input></div>`],
      [
        'a page that is read from the right',
        html`<div dir="rtl" style="inline-size: 600px"><latch-otp-input></latch-otp-input></div>`,
      ],
      [
        'the column of a grid',
        html`<div style="inline-size: 268px; display: grid; grid-template-columns: 1fr"><latch-otp-input></latch-otp-input></div>`,
      ],
      [
        'a page that styles all inputs',
        html`<div style="inline-size: 600px"><style>input { width: 50px; margin: 20px; padding: 20px; border: 3px solid; font: 30px serif; letter-spacing: 3px; text-indent: 9px; }</style><latch-otp-input></latch-otp-input></div>`,
      ],
    ] as const) {
      it(`have each digit in their middle and do not overflow: ${where}`, async () => {
        const home = await fixture<HTMLElement>(template);
        const element = home.querySelector('latch-otp-input')!;
        await settled();
        for (const length of [4, 6, 8, 10, 12]) {
          element.length = length;
          await element.updateComplete;
          fillIn(element, '123456789012'.slice(0, length));
          const boxes = rectsOf(element);
          const { left, right, width } = home.getBoundingClientRect();
          const room = (width - (length - 1) * 8) / length;
          expect(boxes.map((box) => Math.abs(box.width - Math.min(52, room)) < 1 && box.height === 56)).to.deep.equal(
            Array.from({ length }, () => true),
          );
          expect(Math.max(...offsetsIn(element))).to.be.lessThan(0.5, `${length} digits`);
          expect([boxes[0]!.left >= left - 0.1, boxes.at(-1)!.right <= right + 0.1]).to.deep.equal([true, true]);
          expect([home.scrollWidth > home.clientWidth, inputOf(element).scrollLeft]).to.deep.equal([false, 0]);
        }
      });
    }

    it('are at the side where the page begins', async () => {
      for (const [dir, side] of [
        ['ltr', 'left'],
        ['rtl', 'right'],
      ] as const) {
        const element = await put(html`<latch-otp-input dir=${dir}></latch-otp-input>`);
        const boxes = rectsOf(element);
        const edge = element.getBoundingClientRect()[side];
        expect(Math.abs((side === 'left' ? boxes[0]!.left : boxes.at(-1)!.right) - edge)).to.be.lessThan(0.1);
        expect(boxes[0]!.left).to.be.lessThan(boxes[1]!.left);
        element.remove();
      }
    });

    it('keep their full size where the element is as wide as its content', async () => {
      const home = await fixture<HTMLElement>(
        html`<div style="inline-size: fit-content"><latch-otp-input></latch-otp-input></div>`,
      );
      await settled();
      expect(rectsOf(home.firstElementChild!).map(({ width }) => width)).to.deep.equal([52, 52, 52, 52, 52, 52]);
    });

    it('show where the next digit goes, and nothing without the focus', async () => {
      const element = await put();
      expect(activeIn(element)).to.equal(-1);
      element.focus();
      await element.updateComplete;
      expect(activeIn(element)).to.equal(0);
      await sendKeys({ type: '12' });
      await element.updateComplete;
      expect(activeIn(element)).to.equal(2);
      await sendKeys({ press: 'ArrowLeft' });
      await until(() => activeIn(element) === 1);
      await sendKeys({ press: 'End' });
      await sendKeys({ type: '3456' });
      await until(() => activeIn(element) === 5);
      element.clear();
      await element.updateComplete;
      expect(activeIn(element)).to.equal(0);
      inputOf(element).blur();
      await element.updateComplete;
      expect(activeIn(element)).to.equal(-1);
    });

    it('are marked while what was entered is wrong, and keep a caret and a selection that can be seen', async () => {
      const element = await put();
      await element.verify();
      await element.updateComplete;
      expect(boxesOf(element).map((box) => box.matches('[part~=box-failed], [part~=box-active]'))).to.deep.equal(
        Array.from({ length: 6 }, () => true),
      );
      const { caretColor, color, opacity, userSelect } = getComputedStyle(inputOf(element));
      expect([caretColor, opacity, userSelect === 'none']).to.deep.equal([color, '1', false]);
    });

    it('stay in sight in forced colours, where a plate behind the text would hide them', async () => {
      await cdp('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
      const element = await put();
      const { backgroundColor, forcedColorAdjust } = getComputedStyle(inputOf(element)) as CSSStyleDeclaration & {
        forcedColorAdjust: string;
      };
      const { borderTopStyle, borderTopColor, backgroundColor: field } = getComputedStyle(boxesOf(element)[0]!);
      await cdp('Emulation.setEmulatedMedia', { features: [] });
      expect([backgroundColor, forcedColorAdjust, borderTopStyle, borderTopColor === field]).to.deep.equal([
        'rgba(0, 0, 0, 0)',
        'none',
        'solid',
        false,
      ]);
    });

    it('can be told from a dark page that sets no color scheme, and so can all text', async () => {
      const home = await fixture<HTMLElement>(
        html`<div style="padding: 8px; background: #121517; color: #e9ebed"><latch-otp-input to="ada@example.com"></latch-otp-input></div>`,
      );
      const element = home.firstElementChild as LatchOtpInput;
      await settled();
      await element.verify();
      await element.updateComplete;
      expect(statesOf(element)).to.deep.equal(['failed']);
      await expect(home).to.be.accessible();
      const brightest = (box: Element) => {
        const canvas = new OffscreenCanvas(1, 1).getContext('2d')!;
        canvas.fillStyle = getComputedStyle(box).borderTopColor;
        canvas.fillRect(0, 0, 1, 1);
        return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
      };
      expect(boxesOf(element).map((box) => brightest(box) > 200)).to.deep.equal(Array.from({ length: 6 }, () => true));
    });

    it('take tokens from the page, and from a rule for the part', async () => {
      const home = await fixture<HTMLElement>(
        html`<div style="--latch-radius: 3px; --latch-space: 4px"><style>.own::part(box) { --latch-radius: 5px }</style><latch-otp-input></latch-otp-input><latch-otp-input class="own"></latch-otp-input></div>`,
      );
      await settled();
      const elements = [...home.querySelectorAll('latch-otp-input')];
      expect(elements.map((element) => getComputedStyle(boxesOf(element)[0]!).borderTopLeftRadius)).to.deep.equal([
        '3px',
        '5px',
      ]);
      const [first, second] = rectsOf(elements[0]!);
      expect(second!.left - first!.right).to.equal(4);
    });

    it('are only behind the input of the element', async () => {
      const element = await put(html`<latch-otp-input><input aria-label="Code"></latch-otp-input>`);
      expect(boxesOf(element)).to.deep.equal([]);
      expect(getComputedStyle(inputOf(element)).borderTopStyle).to.equal('inset');
    });
  });

  describe('with a form for the address', () => {
    const withForm = html`<latch-otp-input><form slot="address"><label>Email <input type="email" required></label><button>Send</button></form></latch-otp-input>`;
    const formOf = (element: Element) => element.querySelector('form')!;
    const addressOf = (element: Element) => formOf(element).querySelector('input')!;
    const codeOf = (element: Element) => element.querySelector<HTMLInputElement>('[autocomplete=one-time-code]')!;
    const sentOf = (element: Element) => element.shadowRoot!.querySelector<HTMLElement>('.sent');
    const changeOf = (element: Element) => element.shadowRoot!.querySelector<HTMLElement>('.change')!;
    /** What can be seen: the form, the input of the code. */
    const seen = (element: Element) => [formOf(element).checkVisibility(), codeOf(element).checkVisibility()];

    async function send(element: LatchOtpInput, address: string): Promise<void> {
      addressOf(element).value = address;
      formOf(element).requestSubmit();
      await until(() => !element.matches(':state(pending)'));
      await settled();
    }

    it('asks for the address first, then for the code, which it promises once', async () => {
      backend.answerWith(content);
      const element = await put(withForm);
      expect(seen(element)).to.deep.equal([true, false]);
      await expect(element).to.be.accessible();
      await send(element, 'ada@example.com');
      expect([element.to, backend.all.map(({ path, body }) => [path, body])]).to.deep.equal([
        'ada@example.com',
        [['/otp/request', { to: 'ada@example.com' }]],
      ]);
      expect(seen(element)).to.deep.equal([false, true]);
      expect(sentOf(element)!.innerText.replace(/\s+/g, ' ')).to.equal('ada@example.com Change');
      expect(element.shadowRoot!.textContent.match(/code is on|sent to/gi)).to.have.length(1);
      expect(document.activeElement === codeOf(element)).to.equal(true);
      expect(textOf(resendOf(element))).to.match(/^Send a new code \(\d+ s\)$/);
      await expect(element).to.be.accessible();
    });

    it('is sent to the address that was corrected while the first was pending', async () => {
      let respond!: (response: Response) => void;
      backend.answerWith((request) =>
        (request.body as { to: string }).to === 'ada@exmaple.com'
          ? new Promise((resolve) => (respond = resolve))
          : content(request),
      );
      const element = await put(withForm);
      addressOf(element).value = 'ada@exmaple.com';
      formOf(element).requestSubmit();
      await until(() => respond);
      addressOf(element).value = 'ada@example.com';
      formOf(element).requestSubmit();
      respond(content(backend.all[0]!));
      await until(() => sentOf(element)?.innerText.includes('ada@example.com'));
      expect(backend.all.map(({ body }) => body)).to.deep.equal([{ to: 'ada@exmaple.com' }, { to: 'ada@example.com' }]);
    });

    describe('and the Email Verification Protocol', () => {
      const verifying = html`<latch-otp-input email-verification><form slot="address"><label>Email <input type="email" required></label><button>Send</button></form></latch-otp-input>`;
      const nonce = 'A'.repeat(43);
      const tokenOf = (element: Element) =>
        formOf(element).querySelector<HTMLInputElement>('[autocomplete=email-verification-token]');
      /** Answers as a backend that takes tokens; `said` is what it says to one. */
      const tokens =
        (said: Response) =>
        ({ path }: BackendRequest) =>
          path === '/otp/nonce'
            ? json({ nonce })
            : path === '/otp/token'
              ? said.clone()
              : content({ path } as BackendRequest);

      /** Waits for the nonce as the browser reads it, then does what the browser does just before a submit. */
      async function receiveToken(element: LatchOtpInput): Promise<void> {
        addressOf(element).focus();
        await until(() => tokenOf(element)?.getAttribute('nonce') === nonce);
        tokenOf(element)!.value = 'issued~bound';
      }

      it('signs the owner of the address in without a code', async () => {
        backend.answerWith(tokens(json({})));
        const element = await put(verifying);
        expect(backend.all).to.deep.equal([]);
        await receiveToken(element);
        await send(element, 'ada@example.com');
        await until(() => events.types.length);
        expect(backend.to('/otp').map(({ path, body }) => [path, body])).to.deep.equal([
          ['/otp/nonce', undefined],
          ['/otp/token', { to: 'ada@example.com', token: 'issued~bound', nonce }],
        ]);
        expect(events.all.map(({ type, detail }) => [type, detail])).to.deep.equal([
          ['latch-signed-in', { method: 'otp' }],
        ]);
        expect([statusOf(element), tokenOf(element)!.value, tokenOf(element)!.nonce]).to.deep.equal([
          'You’re signed in.',
          '',
          '',
        ]);
      });

      it('verifies an address of the signed-in user, also when the page requests the code itself', async () => {
        backend.answerWith(tokens(json({ signedIn: false })));
        const element = await put(verifying);
        formOf(element).addEventListener('submit', (event) => {
          event.preventDefault();
          void element.request(addressOf(element).value);
        });
        await receiveToken(element);
        await send(element, 'ada@example.com');
        await until(() => events.types.length);
        expect(events.types).to.deep.equal(['latch-address-verified']);
      });

      it('requests a code when the token is refused, and another nonce for the next token', async () => {
        backend.answerWith(tokens(json({ error: 'verification_failed', reason: 'nonce' }, 400)));
        const element = await put(verifying);
        await receiveToken(element);
        await send(element, 'ada@example.com');
        await until(() => codeOf(element).checkVisibility());
        expect(backend.all.map(({ path }) => path)).to.deep.equal(['/otp/nonce', '/otp/token', '/otp/request']);
        expect([events.types, seen(element)]).to.deep.equal([[], [false, true]]);
        await click(changeOf(element));
        await receiveToken(element);
        expect(backend.to('/otp/nonce').length).to.equal(2);
      });

      it('requests a code when the browser has no token, and asks a backend that takes none only once', async () => {
        backend.answerWith(({ path }) =>
          path === '/otp/nonce' ? json({ error: 'unsupported' }, 404) : content({ path } as BackendRequest),
        );
        const element = await put(verifying);
        for (let count = 0; count < 2; count += 1) {
          addressOf(element).focus();
          await until(() => backend.to('/otp/nonce').length === 1);
          await settled();
          addressOf(element).blur();
        }
        await send(element, 'ada@example.com');
        expect(backend.all.map(({ path }) => path)).to.deep.equal(['/otp/nonce', '/otp/request']);
      });

      it('leaves a hidden input of the page alone', async () => {
        const element = await put(
          html`<latch-otp-input email-verification><form slot="address"><input type="email" aria-label="Email"><input type="hidden" autocomplete="email-verification-token" nonce="own"></form></latch-otp-input>`,
        );
        backend.answerWith(tokens(json({})));
        addressOf(element).focus();
        await settled();
        tokenOf(element)!.value = 'issued~bound';
        await send(element, 'ada@example.com');
        await until(() => codeOf(element).checkVisibility());
        expect([backend.all.map(({ path }) => path), tokenOf(element)!.nonce]).to.deep.equal([['/otp/request'], 'own']);
      });

      it('asks nothing in a page that has not asked for it, or in a browser that cannot have it', async () => {
        backend.answerWith(content);
        const plain = await put(withForm);
        addressOf(plain).focus();
        const userAgent = navigator.userAgent.replace(/Chrome\/\d+/, 'Chrome/149');
        Object.defineProperty(navigator, 'userAgent', { configurable: true, value: userAgent });
        try {
          addressOf(await put(verifying)).focus();
          await settled();
        } finally {
          delete (navigator as { userAgent?: unknown }).userAgent;
        }
        expect(backend.all).to.deep.equal([]);
      });
    });

    it('goes back to the address and on to the code without losing either, or sending a second code', async () => {
      backend.answerWith(content);
      const element = await put(withForm);
      await send(element, 'ada@example.com');
      await sendKeys({ type: '123' });
      await click(changeOf(element));
      await settled();
      expect([...seen(element), addressOf(element).value, document.activeElement === addressOf(element)]).to.deep.equal(
        [true, false, 'ada@example.com', true],
      );
      await send(element, 'ada@example.com');
      expect([...seen(element), codeOf(element).value, document.activeElement === codeOf(element)]).to.deep.equal([
        false,
        true,
        '123',
        true,
      ]);
      expect(backend.all.length).to.equal(1);
      await click(changeOf(element));
      await send(element, 'grace@example.com');
      expect([backend.all.length, sentOf(element)!.innerText.includes('grace@example.com')]).to.deep.equal([2, true]);
    });

    it('stays at an address that none can be sent to, and marks it', async () => {
      backend.answerWith(() => json({ error: 'rejected' }, 400));
      const element = await put(withForm);
      await send(element, 'unknown@nowhere');
      expect([...seen(element), statusOf(element), addressOf(element).getAttribute('aria-invalid')]).to.deep.equal([
        true,
        false,
        'Enter a valid email address or phone number.',
        'true',
      ]);
      expect(addressOf(element).getAttribute('aria-description')).to.equal(statusOf(element));
      await expect(element).to.be.accessible();
      backend.answerWith(content);
      await send(element, 'ada@example.com');
      expect(addressOf(element).hasAttribute('aria-invalid')).to.equal(false);
      expect(addressOf(element).hasAttribute('aria-description')).to.equal(false);
    });

    it('leaves the form to a page that handles it, and follows when that has a code sent', async () => {
      backend.answerWith(content);
      const element = await put(withForm);
      formOf(element).addEventListener('submit', (event) => event.preventDefault());
      await send(element, 'ada@example.com');
      expect([backend.all.length, ...seen(element)]).to.deep.equal([0, true, false]);
      await element.request('ada@example.com');
      await element.updateComplete;
      expect(seen(element)).to.deep.equal([false, true]);
    });

    it('leaves only the status line when the code was right', async () => {
      for (const [answer, sentence] of [
        [{}, 'You’re signed in.'],
        [{ signedIn: false }, 'Your address is verified.'],
      ] as const) {
        backend.answerWith(({ path }) => json(path === '/otp/request' ? { expires: Date.now() + 600_000 } : answer));
        const element = await put(withForm);
        await send(element, 'ada@example.com');
        await sendKeys({ type: '123456' });
        await sendKeys({ press: 'Enter' });
        await until(() => element.matches(':state(done)') && statusOf(element) === sentence);
        const shown = [...element.shadowRoot!.querySelectorAll('button, .sent')];
        expect([...seen(element), shown.some((part) => part.checkVisibility())]).to.deep.equal([false, false, false]);
        expect(element.shadowRoot!.activeElement).to.equal(element.shadowRoot!.querySelector('[part=status]'));
        await expect(element).to.be.accessible();
        element.remove();
      }
    });

    it('writes an address from left to right in a sentence from right to left', async () => {
      backend.answerWith(content);
      const element = await put(
        html`<latch-otp-input lang="ar" dir="rtl"><form slot="address"><input aria-label="Email"></form></latch-otp-input>`,
      );
      await until(() => element.shadowRoot!.querySelector('[part=status]'));
      await send(element, 'ada@example.com');
      expect(sentOf(element)!.querySelector('bdi')!.textContent).to.equal('ada@example.com');
      expect(changeOf(element).textContent).to.equal('تغيير');
    });
  });

  describe('giving the code back', () => {
    it('waits for all digits, and says how many there must be', async () => {
      const element = await put();
      for (const [value, sentence] of [
        ['', 'Enter the code.'],
        ['12', 'Enter the 6-digit code.'],
      ] as const) {
        fillIn(element, value);
        await click(buttonOf(element));
        await element.updateComplete;
        expect([statusOf(element), document.activeElement === inputOf(element)]).to.deep.equal([sentence, true]);
      }
      expect(backend.all.length).to.equal(0);
    });

    it('marks the input as wrong as long as the sentence reports it, and never for an address', async () => {
      const element = await put(html`<latch-otp-input to="unknown"></latch-otp-input>`);
      const isMarked = async () => {
        await element.updateComplete;
        return inputOf(element).getAttribute('aria-invalid');
      };
      expect(await isMarked()).to.equal(null);
      await element.verify();
      expect(await isMarked()).to.equal('true');
      fillIn(element, '1');
      expect(await isMarked()).to.equal(null);
      fillIn(element, 'no code', new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
      expect(await isMarked()).to.equal('true');
      backend.answerWith(() => json({ error: 'rejected' }, 400));
      fillIn(element, '123456');
      await element.verify();
      expect(await isMarked()).to.equal('true');
      await expect(element).to.be.accessible();
      await element.request();
      expect([await isMarked(), statusOf(element)]).to.deep.equal([
        null,
        'Enter a valid email address or phone number.',
      ]);
    });

    it('says what goes on, and makes one request of a thousand clicks', async () => {
      let respond!: (response: Response) => void;
      backend.answerWith(() => new Promise((resolve) => (respond = resolve)));
      const element = await put();
      fillIn(element, '123456');
      for (let clicks = 0; clicks < 1000; clicks++) buttonOf(element).click();
      await settled();
      expect([
        statusOf(element),
        inputOf(element).getAttribute('aria-busy'),
        buttonOf(element).getAttribute('aria-disabled'),
      ]).to.deep.equal(['Checking the code…', 'true', 'true']);
      expect(statesOf(element)).to.deep.equal(['pending', 'verifying']);
      await expect(element).to.be.accessible();
      const signedIn = oneEvent(element, 'latch-signed-in');
      respond(json({}));
      await signedIn;
      await settled();
      expect([backend.to('/otp').length, inputOf(element).hasAttribute('aria-busy')]).to.deep.equal([1, false]);
    });

    it('happens automatically as soon as all digits are there, if the page asks for it', async () => {
      backend.answerWith(content);
      const element = await put(html`<latch-otp-input auto-submit></latch-otp-input>`);
      const signedIn = oneEvent(element, 'latch-signed-in');
      fillIn(element, '123 456');
      await signedIn;
      expect(backend.all.map(({ body }) => body)).to.deep.equal([{ code: '123456' }]);
    });

    it('keeps a code that was typed while a wrong one was checked, and sends it if the page asks for that', async () => {
      for (const auto of [false, true]) {
        const answers: ((answer: Response) => void)[] = [];
        backend.answerWith(() => new Promise((resolve) => answers.push(resolve)));
        const element = await put(html`<latch-otp-input ?auto-submit=${auto}></latch-otp-input>`);
        fillIn(element, '111111');
        const first = element.verify();
        await settled();
        fillIn(element, '222222');
        const before = backend.all.length;
        answers[0]!(json({ error: 'rejected' }, 400));
        if (!auto) await first;
        await settled();
        expect(element.value).to.equal('222222');
        expect(backend.all.slice(before).map(({ body }) => body)).to.deep.equal(auto ? [{ code: '222222' }] : []);
        element.remove();
      }
    });

    const failures: [
      what: string,
      answer: () => Response | Promise<Response>,
      code: string,
      sentence: string,
      stays: string,
    ][] = [
      [
        'too many tries',
        () => json({}, 429, { 'retry-after': '60' }),
        'rate_limited',
        'Too many attempts. Try again in 60 seconds.',
        '123456',
      ],
      [
        'a backend that cannot be reached',
        () => Promise.reject(new TypeError('Failed to fetch')),
        'network',
        'Can’t reach the server. Check your connection and try again.',
        '123456',
      ],
      [
        'an address of another account',
        () => json({ error: 'wrong_account' }, 409),
        'wrong_account',
        'That address belongs to another account. Sign in to it, or use another address.',
        '',
      ],
      ['a backend without codes', () => json({}, 404), 'unsupported', 'Codes can’t be used here. Use another way.', ''],
    ];
    for (const [what, answer, code, sentence, stays] of failures) {
      it(`says what is the matter: ${what}`, async () => {
        backend.answerWith(answer);
        const element = await put();
        fillIn(element, '123456');
        await element.verify();
        await element.updateComplete;
        expect(events.all.slice(1).map(({ type, detail }) => [type, (detail as { code: string }).code])).to.deep.equal([
          ['latch-sign-in-failed', code],
        ]);
        expect([statusOf(element), element.value, inputOf(element).value]).to.deep.equal([sentence, stays, stays]);
        await expect(element).to.be.accessible();
      });
    }

    it('leaves no code in the page that has led to another step', async () => {
      backend.answerWith(() => json({ next: { step: 'accept-terms', url: 'https://app.example/terms' } }));
      const element = await put();
      fillIn(element, '123456');
      await element.verify();
      await element.updateComplete;
      expect([element.value, inputOf(element).value, events.types.at(-1)]).to.deep.equal(['', '', 'latch-next-step']);
    });

    it('puts the code into no event', async () => {
      for (const answer of [() => json({}), () => json({ error: 'rejected' }, 400), () => json({ signedIn: false })]) {
        backend.answerWith(answer);
        const element = await put();
        fillIn(element, '918273');
        await element.verify();
        element.remove();
      }
      expect(events.all.length).to.equal(6);
      expect(events.all.map(({ detail }) => everythingIn(detail)).join()).not.to.include('918273');
      expect(location.href).not.to.include('918273');
    });

    it('tells the makers of the page of a length that no code has', async () => {
      const reports = watchReports();
      const element = await put(html`<latch-otp-input length="3"></latch-otp-input>`);
      fillIn(element, '123');
      await element.verify();
      expect([reports.all.map(String), backend.all.length]).to.deep.equal([
        ['TypeError: "code" must be 4 to 12 digits'],
        0,
      ]);
      reports.stop();
    });

    it('is nothing that happens to a removed element', async () => {
      let respond!: (response: Response) => void;
      backend.answerWith(() => new Promise((resolve) => (respond = resolve)));
      const element = await put();
      fillIn(element, '123456');
      const verified = element.verify();
      await settled();
      element.remove();
      await verified;
      respond(json({}));
      await settled();
      expect([events.types, element.value, inputOf(element).value]).to.deep.equal([['latch-code-complete'], '', '']);
    });
  });

  describe('a text message', () => {
    it('fills the code in', async () => {
      const element = await put();
      messages.deliver({ code: '123456' });
      await settled();
      expect([element.value, inputOf(element).value, events.types]).to.deep.equal([
        '123456',
        '123456',
        ['latch-code-complete'],
      ]);
      expect(messages.asked.map(({ otp }) => otp)).to.deep.equal([{ transport: ['sms'] }]);
    });

    const ends: [what: string, act: (element: LatchOtpInput) => unknown][] = [
      ['a digit that is typed', (element) => fillIn(element, '1')],
      [
        'a code that is given back',
        (element) => {
          fillIn(element, '123456');
          return element.verify();
        },
      ],
      [
        'a code that is given back although another was requested since',
        async (element) => {
          fillIn(element, '123456');
          await element.request('ada@example.com');
          expect(messages.waiting).to.equal(1);
          await element.verify();
        },
      ],
      ['the removal of the element', (element) => element.remove()],
      ['leaving the page', () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))],
    ];
    for (const [what, act] of ends) {
      it(`is not waited for any more after ${what}`, async () => {
        backend.answerWith(content);
        const element = await put();
        expect(messages.waiting).to.equal(1);
        await act(element);
        await settled();
        expect(messages.waiting).to.equal(0);
      });
    }

    it('is waited for in an element that is moved', async () => {
      const element = await put();
      document.body.append(element);
      await settled();
      expect([messages.asked.length, messages.waiting]).to.deep.equal([1, 1]);
      element.remove();
    });

    it('does not fill in a disabled field', async () => {
      const element = await put(html`<latch-otp-input disabled></latch-otp-input>`);
      messages.deliver({ code: '123456' });
      await settled();
      expect([element.value, inputOf(element).value, events.types]).to.deep.equal(['', '', []]);
    });

    it('is waited for again when the page is back, where no code is left', async () => {
      const element = await put();
      fillIn(element, '123');
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      expect([element.value, inputOf(element).value]).to.deep.equal(['', '']);
      await settled();
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      await settled();
      expect(messages.waiting).to.equal(1);
    });

    it('that the person does not want to hand over is no failure', async () => {
      const element = await put();
      messages.fail(new DOMException('', 'NotAllowedError'));
      await settled();
      expect([statusOf(element), events.types]).to.deep.equal(['', []]);
    });

    it('is waited for two minutes, or as long as the page says', async () => {
      for (const [attribute, ms] of [
        [undefined, 120_000],
        ['5000', 5000],
      ] as const) {
        const clock = stopClock();
        const element = document.createElement('latch-otp-input');
        if (attribute) element.setAttribute('timeout', attribute);
        document.body.append(element);
        await clock.pass(ms - 1);
        expect(messages.waiting).to.equal(1);
        await clock.pass(1);
        expect([messages.waiting, clock.waiting]).to.deep.equal([0, 0]);
        element.remove();
        clock.restore();
      }
    });

    it('reports an invalid timeout to the developer', async () => {
      const reports = watchReports();
      await put(html`<latch-otp-input timeout="soon"></latch-otp-input>`);
      expect(reports.all.map(String)).to.deep.equal(['TypeError: "timeout" must be a number of milliseconds above 0']);
      reports.stop();
    });
  });

  describe('asking for a code', () => {
    let clock: Clock;
    beforeEach(() => {
      clock = stopClock();
      backend.answerWith(content);
    });
    afterEach(() => clock.restore());

    const withAddress = html`<latch-otp-input to="ada@example.com"></latch-otp-input>`;
    async function putQuickly(): Promise<LatchOtpInput> {
      const element = await fixture<LatchOtpInput>(withAddress);
      await settled();
      return element;
    }

    it('has a button only where the element knows to whom', async () => {
      const [without, element] = [await fixture<LatchOtpInput>(plain), await putQuickly()];
      expect([!!resendOf(without), textOf(resendOf(element))]).to.deep.equal([false, 'Send code']);
      expect((await rejection(without.request())).message).to.equal('"latch-otp-input" needs an address: "to"');
    });

    it('counts down before it can be done again, which is said once and not every second', async () => {
      const element = await putQuickly();
      const said: (string | null)[] = [];
      const observer = new MutationObserver(() => said.push(statusOf(element)));
      observer.observe(element.shadowRoot!.querySelector('[role=status]')!, {
        childList: true,
        characterData: true,
        subtree: true,
      });
      resendOf(element).click();
      await settled();
      expect([textOf(resendOf(element)), resendOf(element).getAttribute('aria-disabled')]).to.deep.equal([
        'Send a new code (30 s)',
        'true',
      ]);
      expect(resendOf(element).querySelector('[aria-hidden=true]')!.textContent).to.equal('(30 s)');
      expect(document.activeElement === inputOf(element)).to.equal(true);
      await clock.pass(29_000);
      expect(textOf(resendOf(element))).to.equal('Send a new code (1 s)');
      for (let clicks = 0; clicks < 10; clicks++) resendOf(element).click();
      await clock.pass(1000);
      expect([
        textOf(resendOf(element)),
        resendOf(element).getAttribute('aria-disabled'),
        backend.all.length,
      ]).to.deep.equal(['Send a new code', 'false', 1]);
      await settled();
      observer.disconnect();
      expect([...new Set(said)]).to.deep.equal([
        'Requesting a code…',
        'If we know that address, a code is on its way.',
        'No code yet? You can request a new one.',
      ]);
      expect(clock.waiting).to.equal(1);
      element.remove();
      await settled();
      expect(clock.waiting).to.equal(0);
    });

    it('begins a new wait for a text message', async () => {
      const element = await putQuickly();
      fillIn(element, '1');
      await settled();
      expect(messages.waiting).to.equal(0);
      await element.request();
      await settled();
      expect(messages.waiting).to.equal(1);
    });

    it('says what goes on', async () => {
      backend.answerWith(() => new Promise(() => {}));
      const element = await putQuickly();
      resendOf(element).click();
      await settled();
      expect([statusOf(element), statesOf(element)]).to.deep.equal(['Requesting a code…', ['pending', 'sending']]);
    });

    it('counts down as long as the backend wants it', async () => {
      backend.answerWith(() => json({}, 429, { 'retry-after': '90' }));
      const element = await putQuickly();
      await element.request();
      await element.updateComplete;
      expect([textOf(resendOf(element)), statusOf(element)]).to.deep.equal([
        'Send code (90 s)',
        'Too many attempts. Try again in 2 minutes.',
      ]);
      await clock.pass(90_000);
      expect([resendOf(element).getAttribute('aria-disabled'), statusOf(element)]).to.deep.equal(['false', '']);
    });

    it('does not keep a code from being given back meanwhile', async () => {
      let respond!: (response: Response) => void;
      backend.answerWith((request) =>
        request.path === '/otp/request' ? new Promise((resolve) => (respond = resolve)) : content(request),
      );
      const element = await putQuickly();
      const requested = element.request();
      await settled();
      fillIn(element, '123456');
      const verified = element.verify();
      // a sign-in waits this long for a fetch that may set the cookie
      await clock.pass(2000);
      await verified;
      expect(events.types).to.deep.equal(['latch-code-complete', 'latch-signed-in']);
      respond(json({ expires: 1 }));
      await requested;
    });

    it('can be done for another address by the page, and again for the one that is shown', async () => {
      for (const element of [await putQuickly(), await fixture<LatchOtpInput>(plain)]) {
        const before = backend.all.length;
        await element.request('+4930901820');
        await element.updateComplete;
        await clock.pass(30_000);
        resendOf(element).click();
        await settled();
        expect(backend.all.slice(before).map(({ body }) => body)).to.deep.equal(Array(2).fill({ to: '+4930901820' }));
      }
    });

    it('is about no earlier address once the page has set another', async () => {
      const element = await putQuickly();
      await element.request();
      await clock.pass(30_000);
      element.to = 'grace@example.com';
      await element.updateComplete;
      expect([textOf(resendOf(element)), statusOf(element)]).to.deep.equal(['Send code', '']);
      resendOf(element).click();
      await settled();
      expect(backend.all.at(-1)!.body).to.deep.equal({ to: 'grace@example.com' });
    });

    it('goes on counting down in an element that was away', async () => {
      const element = await putQuickly();
      await element.request();
      const place = element.parentElement!;
      element.remove();
      await clock.pass(10_000);
      place.append(element);
      await settled();
      expect(textOf(resendOf(element))).to.equal('Send a new code (20 s)');
      element.remove();
      await clock.pass(60_000);
      place.append(element);
      await settled();
      expect([textOf(resendOf(element)), resendOf(element).getAttribute('aria-disabled')]).to.deep.equal([
        'Send a new code',
        'false',
      ]);
    });

    it('leaves alone what is said about a code that may not be tried for longer', async () => {
      const element = await putQuickly();
      await element.request();
      backend.answerWith(() => json({}, 429, { 'retry-after': '60' }));
      fillIn(element, '123456');
      await element.verify();
      await clock.pass(30_000);
      expect(statusOf(element)).to.equal('Too many attempts. Try again in 60 seconds.');
    });
  });

  it('refuses to be used in a frame of another origin, before anything is entered', async () => {
    const asking = '?tag=latch-otp-input&path=none';
    expect((await askFrame(strangeOrigin(), asking)).status).to.equal('Open this page in its own window to continue.');
    expect((await askFrame(strangeOrigin(), `${asking}&allowed`)).status).to.equal('Enter the code.');
    expect((await askFrame(location.origin, asking)).status).to.equal('Enter the code.');
  });
});
