import { expect } from '@open-wc/testing';
import '../../src/define/all.js';
import { run } from '../../src/base/browser/ceremony.js';
import { contentBackend, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import {
  isConditional,
  isModal,
  watchCredentialRequests,
  type CredentialRequests,
} from '../support/browser/credential-requests.js';
import { assertion, attestation } from '../support/browser/credentials.js';
import { buttonOf } from '../support/browser/elements.js';
import { removeLocks } from '../support/browser/locks.js';

interface Ceremony {
  what: string;
  tag: string;
  attributes?: Record<string, string>;
  begin(element: HTMLElement): void;
  /** Whether this is the request that the user answers. */
  isAnswered: typeof isModal;
}

const click = (element: HTMLElement) => buttonOf(element).click();
const ceremonies: Ceremony[] = [
  { what: 'autofill of a field', tag: 'latch-passkey-field', begin: () => {}, isAnswered: isConditional },
  { what: 'the dialog of a field', tag: 'latch-passkey-field', begin: click, isAnswered: isModal },
  { what: 'the dialog of a button', tag: 'latch-passkey-button', begin: click, isAnswered: isModal },
  {
    what: 'the dialog of a button in immediate mode',
    tag: 'latch-passkey-button',
    attributes: { immediate: '' },
    begin: click,
    isAnswered: isModal,
  },
  { what: 'a step-up', tag: 'latch-passkey-button', attributes: { 'step-up': '' }, begin: click, isAnswered: isModal },
  { what: 'the creation of a passkey', tag: 'latch-passkey-create', begin: click, isAnswered: isModal },
  {
    what: 'the silent creation of a passkey',
    tag: 'latch-passkey-create',
    attributes: { conditional: '' },
    begin: () => {},
    isAnswered: isConditional,
  },
];

/** More steps than any ceremony takes from its beginning to its event. */
const mostSteps = 400;

for (const { what, tag, attributes = {}, begin, isAnswered } of ceremonies) {
  describe(`removing the element during ${what}`, () => {
    let requests: CredentialRequests;
    let backend: BackendRequests;
    let clock: Clock;
    let giveLocksBack: () => void;

    before(() => claimCapabilities({ immediateGet: true }));

    beforeEach(() => {
      giveLocksBack = removeLocks();
      requests = watchCredentialRequests();
      backend = watchBackendRequests();
      backend.answerWith(contentBackend);
      requests.answerWith((request) => {
        if (isAnswered(request)) return Promise.resolve(request.method === 'get' ? assertion() : attestation());
        return new Promise((_resolve, reject) =>
          request.options.signal!.addEventListener('abort', () => reject(request.options.signal!.reason as Error)),
        );
      });
      clock = stopClock();
    });

    afterEach(() => {
      clock.restore();
      requests.restore();
      backend.restore();
      giveLocksBack();
    });

    /**
     * Begins the ceremony and takes the element out after `steps` turns of the microtask queue. Tells whether it was
     * over by then, and what became of it.
     */
    async function removeAfter(steps: number): Promise<boolean> {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      let events = 0;
      for (const type of [
        'latch-signed-in',
        'latch-sign-in-failed',
        'latch-stepped-up',
        'latch-passkey-created',
        'latch-passkey-create-failed',
      ])
        element.addEventListener(type, () => events++);
      document.body.append(element);
      if (begin === click) await (element as unknown as { updateComplete: Promise<unknown> }).updateComplete;
      begin(element);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      element.remove();
      const before = { events, posts: backend.to('/webauthn').length };
      await settled();
      expect(events, `events after ${steps} steps`).to.equal(before.events);
      expect(requests.pending.length, `requests pending after ${steps} steps`).to.equal(0);
      let isFree = false;
      await run(async () => (isFree = true), { mode: 'ambient', signal: AbortSignal.timeout(50) });
      expect(isFree, `turn free after ${steps} steps`).to.equal(true);
      const asked = [requests.all.length, backend.all.length];
      for (const event of [
        new PageTransitionEvent('pageshow', { persisted: true }),
        new Event('focus'),
        new Event('online'),
      ])
        dispatchEvent(event);
      document.dispatchEvent(new Event('visibilitychange'));
      await clock.pass(10 * 60_000);
      expect([requests.all.length, backend.all.length], `nothing is requested after ${steps} steps`).to.deep.equal(
        asked,
      );
      expect(clock.waiting, `timers after ${steps} steps`).to.equal(0);
      return before.events > 0;
    }

    it('ends it without a word at every single step, frees the turn, and leaves nothing running', async () => {
      let steps = 0;
      while (!(await removeAfter(steps))) expect(++steps).to.be.lessThan(mostSteps);
      expect(steps, 'the ceremony has that many steps').to.be.greaterThan(10);
    });
  });
}
