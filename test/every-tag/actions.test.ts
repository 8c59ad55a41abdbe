import { expect, oneEvent } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/define/all.js';
import { LatchError } from '../../src/base/client/errors.js';
import { answer, contentBackend, json, watchBackendRequests } from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled } from '../support/browser/clock.js';
import { isModal, watchCredentialRequests } from '../support/browser/credential-requests.js';
import { buttonOf, everythingIn, statesOf, statusOf, watchEvents, watchReports } from '../support/browser/elements.js';
import { forgetSignOuts } from '../support/browser/sign-outs.js';
import { kinds, type Stage } from './kinds.js';

/** What every element with an action behind a button promises alike. */
for (const kind of kinds) {
  describe(`<${kind.tag}>, as every element with a button,`, () => {
    let stage: Stage;
    let events: ReturnType<typeof watchEvents>;
    let reports: ReturnType<typeof watchReports>;
    let place: HTMLElement;

    before(() => claimCapabilities());

    beforeEach(() => {
      stage = { requests: watchCredentialRequests(), backend: watchBackendRequests() };
      stage.requests.hold();
      stage.backend.answerWith(contentBackend);
      kind.stall(stage);
      events = watchEvents();
      reports = watchReports();
      place = document.body.appendChild(document.createElement('main'));
    });

    afterEach(async () => {
      place.remove();
      // A sign-out goes on without its button.
      if (kind.done === 'latch-signed-out') kind.succeed(stage);
      await forgetSignOuts();
      for (const what of [stage.requests, stage.backend]) what.restore();
      for (const what of [events, reports]) what.stop();
    });

    /** Puts one into the page and waits until it has nothing more to do. */
    async function put(attributes: Record<string, string> = {}): Promise<HTMLElement> {
      const element = document.createElement(kind.tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      place.append(element);
      await settled();
      return element;
    }

    async function press(element: Element): Promise<void> {
      buttonOf(element).click();
      await begun(element);
    }

    /** Waits until what a click has begun has asked the backend. Some elements write to the disk first. */
    async function begun(element: Element): Promise<void> {
      await settled();
      const hasAsked = () => stage.backend.all.some(({ path }) => path.includes(kind.path));
      while (statesOf(element).includes('pending') && !hasAsked()) await settled();
      await settled();
    }

    /** Lets what waits succeed, and waits for the event that tells so. */
    async function finish(): Promise<CustomEvent<Record<string, unknown> | null>> {
      const told = oneEvent(place, kind.done);
      kind.succeed(stage);
      const event = (await told) as CustomEvent<Record<string, unknown> | null>;
      await settled();
      return event;
    }

    it('has a label, which the page may replace, and says nothing before it is used', async () => {
      const element = await put();
      const slot = buttonOf(element).querySelector<HTMLSlotElement>('slot:not([name=icon])')!;
      expect([slot.name, buttonOf(element).textContent!.trim()]).to.deep.equal([kind.slot, kind.label]);
      expect(buttonOf(element).getAttribute('aria-disabled')).to.equal('false');
      expect([statusOf(element), statesOf(element)]).to.deep.equal(['', []]);
      const label = Object.assign(document.createElement('span'), { textContent: 'Weiter', slot: kind.slot });
      element.append(label);
      expect(slot.assignedElements()).to.deep.equal([label]);
      await expect(element).to.be.accessible();
    });

    it('says what goes on, in words and in states, until it is done', async () => {
      const element = await put();
      await press(element);
      expect(statesOf(element)).to.deep.equal(['pending', kind.phase]);
      expect(statusOf(element)).to.equal(kind.phaseText);
      expect(buttonOf(element).getAttribute('aria-disabled')).to.equal('true');
      await expect(element).to.be.accessible();
      await finish();
      expect(statesOf(element)).to.deep.equal(['done']);
      expect(statusOf(element)).to.equal(kind.doneText);
      expect(buttonOf(element).getAttribute('aria-disabled')).to.equal('false');
      expect(events.types.filter((type) => type !== 'latch-before-sign-out')).to.deep.equal([kind.done]);
      await expect(element).to.be.accessible();
    });

    it('shows its status line in 14 pixels on 20', async () => {
      const element = await put();
      await press(element);
      const { fontSize, lineHeight } = getComputedStyle(element.shadowRoot!.querySelector('[part=status]')!);
      expect([fontSize, Math.round(parseFloat(lineHeight))]).to.deep.equal(['14px', 20]);
    });

    it('takes no room for a status line that says nothing, and keeps its size from the beginning of a try to its end', async () => {
      const element = await put();
      const { height: before } = element.getBoundingClientRect();
      await press(element);
      const { height } = element.getBoundingClientRect();
      expect(height).to.be.greaterThan(before);
      await finish();
      expect(element.getBoundingClientRect().height).to.equal(height);
    });

    it('tells of the end to everybody above it, across shadow roots, and of no secret', async () => {
      const host = place.appendChild(document.createElement('div'));
      const element = document.createElement(kind.tag);
      host.attachShadow({ mode: 'open' }).append(element);
      await settled();
      await press(element);
      const event = await finish();
      expect([event.bubbles, event.composed, event.cancelable]).to.deep.equal([true, true, false]);
      expect(Object.keys(event.detail ?? {})).to.deep.equal(kind.details);
    });

    const { refuse } = kind;
    if (refuse) {
      const refusals: [what: string, respond: () => Response | Promise<Response>, code: string, text: RegExp][] = [
        ['challenge is too old', () => json({ error: 'challenge_expired' }, 400), 'challenge_expired', /took too long/],
        ['backend refuses', () => json({ error: 'verification_failed' }, 400), 'rejected', /didn’t (work|share)/],
        ['person failed too often', () => json({ error: 'rate_limited' }, 429), 'rate_limited', /Too many/],
        [
          'backend says how long to wait',
          () => json({ error: 'rate_limited' }, 429, { 'retry-after': '180' }),
          'rate_limited',
          /again in 3 minutes/,
        ],
        ['backend cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'network', /Can’t reach/],
        ['backend breaks down', () => json({ error: 'internal' }, 500), 'bad_response', /has a problem/],
        ['backend answers something else', () => answer('<!doctype html>'), 'bad_response', /has a problem/],
        ['backend lacks the endpoint', () => json({}, 404), 'unsupported', /can’t/],
        [
          'person is not signed in any more',
          () => json({ error: 'unauthenticated' }, 401),
          'unauthenticated',
          /didn’t (work|share)|Sign in first/,
        ],
      ];
      for (const [what, respond, code, text] of refusals) {
        it(`shows a plain sentence when the ${what}`, async () => {
          const element = await put();
          refuse(stage, respond);
          await press(element);
          expect(statesOf(element)).to.deep.equal(['failed']);
          expect(statusOf(element))
            .to.match(text)
            .and.to.match(/\.$/)
            .and.not.to.contain(code)
            .and.not.to.contain('answered');
          const failures = events.all.filter(({ type }) => type === kind.failed);
          expect(failures).to.have.length(kind.failed ? 1 : 0);
          for (const { detail } of failures) {
            expect(detail).to.be.instanceOf(LatchError).and.to.include({ code });
            expect(everythingIn(detail), 'the signature and the client data of the passkey')
              .not.to.contain('Bgc')
              .and.not.to.contain('e30');
          }
          expect(events.types).not.to.contain(kind.done);
        });
      }

      if (kind.done === 'latch-signed-in')
        it('says that the backend requires another step, which is neither a sign-in nor a failure', async () => {
          const next = { step: 'second-factor', methods: ['totp'] };
          const element = await put();
          refuse(stage, () => json({ verified: true, next }));
          const required = oneEvent(place, 'latch-next-step');
          await press(element);
          const { detail } = (await required) as CustomEvent<{ method: string }>;
          await settled();
          expect(detail).to.deep.equal({ method: detail.method, next });
          expect(statusOf(element)).to.equal('One more step is needed. Continue on the sign-in page.');
          expect([statesOf(element), events.types]).to.deep.equal([[], ['latch-next-step']]);
        });

      it('can be used again after it came to nothing, and forgets that it did', async () => {
        const element = await put();
        // for good: a passkey that a backend in trouble has not stored is sent again
        refuse(stage, () => json({ error: 'verification_failed' }, 400));
        await press(element);
        stage.backend.answerWith(contentBackend);
        stage.requests.hold();
        kind.stall(stage);
        await press(element);
        expect(statesOf(element)).to.deep.equal(['pending', kind.phase]);
        await finish();
        expect(statesOf(element)).to.deep.equal(['done']);
        await expect(element).to.be.accessible();
      });
    }

    it('makes one request of a thousand quick clicks', async () => {
      const element = await put();
      for (let click = 0; click < 1000; click++) buttonOf(element).click();
      await begun(element);
      expect(stage.backend.to(kind.path)).to.have.length(1);
      expect(stage.requests.pending.filter(isModal)).to.have.length(kind.phase === 'asking' ? 1 : 0);
      await finish();
      expect(events.types.filter((type) => type === kind.done)).to.have.length(1);
    });

    for (const key of ['Enter', 'Space']) {
      it(`is worked by the ${key} key, and keeps the focus`, async () => {
        const element = await put();
        buttonOf(element).focus();
        await sendKeys({ press: key });
        await begun(element);
        expect(statesOf(element)).to.contain('pending');
        expect(element.shadowRoot!.activeElement).to.equal(buttonOf(element));
      });
    }

    it('never submits the form around it', async () => {
      const form = place.appendChild(document.createElement('form'));
      let isSubmitted = false;
      form.addEventListener('submit', (event) => {
        isSubmitted = true;
        event.preventDefault();
      });
      const element = form.appendChild(document.createElement(kind.tag));
      await settled();
      await press(element);
      expect(isSubmitted).to.equal(false);
      expect(statesOf(element)).to.contain('pending');
    });

    it('goes on when it is moved within the page', async () => {
      const element = await put();
      await press(element);
      const elsewhere = place.appendChild(document.createElement('section'));
      elsewhere.append(element);
      await settled();
      if ('moveBefore' in place)
        (place as unknown as { moveBefore(node: Node, before: null): void }).moveBefore(element, null);
      await settled();
      expect(statesOf(element)).to.deep.equal(['pending', kind.phase]);
      expect(stage.backend.to(kind.path)).to.have.length(1);
      await finish();
      expect(events.types).to.contain(kind.done);
    });

    it('says that the page is not set up correctly when its base URL is wrong, and why in the console', async () => {
      const element = await put({ 'base-url': 'https://elsewhere.example/' });
      await press(element);
      expect(reports.all.length).to.be.greaterThan(0);
      for (const error of reports.all)
        expect(error)
          .to.be.instanceOf(TypeError)
          .and.to.have.property('message')
          .that.contains('"baseUrl"')
          .and.contains('https://elsewhere.example/');
      expect([statesOf(element), statusOf(element)]).to.deep.equal([['failed'], 'This page is not set up correctly.']);
      expect(events.types.filter((type) => type !== 'latch-before-sign-out')).to.deep.equal([]);
      expect(stage.backend.all).to.have.length(0);
      expect(buttonOf(element).getAttribute('aria-disabled')).to.equal('false');
    });

    it('talks to the backend that its base URL names', async () => {
      const element = await put({ 'base-url': '/auth' });
      await press(element);
      expect(stage.backend.to(`/auth${kind.path}`)).to.have.length(1);
      expect(stage.backend.all.every(({ path }) => path.startsWith('/auth/'))).to.equal(true);
    });

    it('is as accessible in the dark and from right to left', async () => {
      const { documentElement: root, body } = document;
      root.dir = 'rtl';
      root.style.colorScheme = 'dark';
      body.style.cssText = 'background: Canvas; color: CanvasText';
      try {
        const element = await put();
        await expect(element).to.be.accessible();
        refuse?.(stage, () => json({}, 500));
        await press(element);
        await expect(element).to.be.accessible();
        const button = buttonOf(element).getBoundingClientRect();
        expect(button.height).to.be.at.least(44);
      } finally {
        root.removeAttribute('dir');
        root.removeAttribute('style');
        body.removeAttribute('style');
      }
    });
  });
}
