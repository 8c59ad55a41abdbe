import { expect } from '@open-wc/testing';
import '../../src/define/passkey-list.js';
import { run } from '../../src/base/browser/ceremony.js';
import type { LatchPasskeyList } from '../../src/elements.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion, attestation } from '../support/browser/credentials.js';
import { watchEvents } from '../support/browser/elements.js';
import { choose } from '../support/browser/menu.js';
import { listedCredential, passkeyBackend } from '../support/browser/passkeys.js';
import { runsEverything } from '../support/browser/runs.js';
import { watchSignals, type Signals } from '../support/browser/signals.js';
import { removeLocks } from '../support/browser/locks.js';

/** More steps than anything takes from its beginning to its end. */
const mostSteps = 1000;

const press = (element: Element, selector: string) => element.shadowRoot!.querySelector<HTMLElement>(selector)!.click();

const activities: [what: string, begin: (element: LatchPasskeyList) => void | Promise<void>, event: string][] = [
  [
    'a renaming',
    async (element) => {
      await choose(element, 'Rename');
      element.shadowRoot!.querySelector<HTMLInputElement>('#nickname')!.value = 'Desk';
      press(element, 'form button:not([type])');
    },
    'latch-passkey-renamed',
  ],
  [
    'a removal with a step-up',
    async (element) => {
      await choose(element, 'Remove');
      press(element, 'dialog [value=yes]');
    },
    'latch-passkey-removed',
  ],
  [
    'the creation of a passkey with a step-up',
    async (element) => {
      // loads what editing takes, which is no matter of a number of steps
      await choose(element, 'Rename');
      press(element, 'form [type=button]');
      press(element, '[part=button]');
    },
    'latch-passkey-created',
  ],
];

for (const [what, begin, event] of runsEverything ? activities : activities.slice(1, 2)) {
  describe(`taking the list of passkeys out of the page during ${what}`, () => {
    let requests: CredentialRequests;
    let backend: BackendRequests;
    let signals: Signals;
    let events: ReturnType<typeof watchEvents>;
    let clock: Clock;
    let giveLocksBack: () => void;

    before(() => import('../../src/passkey/passkey-editing.js'));

    beforeEach(() => {
      giveLocksBack = removeLocks();
      requests = watchCredentialRequests();
      requests.answerWith(async ({ method }) => (method === 'get' ? assertion() : attestation()));
      backend = watchBackendRequests();
      signals = watchSignals();
      events = watchEvents();
      clock = stopClock();
    });

    afterEach(() => {
      clock.restore();
      events.stop();
      signals.restore();
      backend.restore();
      requests.restore();
      giveLocksBack();
    });

    /**
     * Shows a list, begins, and takes it out after `steps` turns of the microtask queue. Tells whether it was over by
     * then.
     */
    async function removeAfter(steps: number): Promise<boolean> {
      const account = passkeyBackend(listedCredential(), listedCredential({ id: 'BAUG' }));
      let isFresh = false;
      backend.answerWith((request, real) => {
        const { path, method } = request;
        isFresh ||= path.includes('verify?step-up');
        if (!isFresh && method !== 'GET' && method !== 'PATCH' && !path.includes('step-up'))
          return json({ error: 'step_up_required', methods: ['passkey'] }, 403);
        return /register|step-up/.test(path) ? contentBackend(request) : account.answer(request, real);
      });
      const element = document.body.appendChild(document.createElement('latch-passkey-list'));
      do await settled();
      while (element.matches(':state(loading)'));
      const told = events.all.length;
      await begin(element);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      element.remove();
      const before = events.all.length;
      await settled();
      expect(events.all.length, `events after ${steps} steps`).to.equal(before);
      expect(requests.pending.length, `requests pending after ${steps} steps`).to.equal(0);
      let isFree = false;
      await run(async () => (isFree = true), { mode: 'ambient', signal: AbortSignal.timeout(50) });
      expect(isFree, `turn free after ${steps} steps`).to.equal(true);
      const asked = [requests.all.length, backend.all.length, signals.all.length];
      for (const happening of [
        new PageTransitionEvent('pageshow', { persisted: true }),
        new Event('focus'),
        new Event('online'),
      ])
        dispatchEvent(happening);
      await clock.pass(10 * 60_000);
      expect(
        [requests.all.length, backend.all.length, signals.all.length],
        `nothing is requested or told after ${steps} steps`,
      ).to.deep.equal(asked);
      expect(clock.waiting, `timers after ${steps} steps`).to.equal(0);
      if (before > told) expect(events.types.at(-1)).to.equal(event);
      return before > told;
    }

    it('ends it without a word at every single step, frees the turn, and leaves nothing running', async () => {
      let steps = 0;
      while (!(await removeAfter(steps))) expect(++steps).to.be.lessThan(mostSteps);
      expect(steps, 'it has that many steps').to.be.greaterThan(3);
    });
  });
}
