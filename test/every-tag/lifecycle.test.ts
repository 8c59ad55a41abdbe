import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import '../../src/define/passkey-button.js';
import '../../src/define/passkey-field.js';
import { run } from '../../src/base/browser/ceremony.js';
import type * as Elements from '../../src/elements.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import { importCopy } from '../support/browser/copy.js';
import {
  isConditional,
  isModal,
  watchCredentialRequests,
  type CredentialRequest,
  type CredentialRequests,
} from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { buttonOf } from '../support/browser/elements.js';
import { runs, runsEverything } from '../support/browser/runs.js';
import { until } from '../support/browser/until.js';

const secondCopy = await importCopy<typeof Elements>('elements');
customElements.define('second-copy-field', secondCopy.LatchPasskeyField);
customElements.define('second-copy-button', secondCopy.LatchPasskeyButton);

const tags = ['latch-passkey-field', 'second-copy-field', 'latch-passkey-button', 'second-copy-button'];

/** What can happen to one of the elements, and to the page as a whole. */
const happenings = ['click', 'remove', 'insert', 'move', 'moveBefore'] as const;
const turns = [
  'cancel',
  'choose',
  'chooseUnknown',
  'break',
  'leave',
  'return',
  'hide',
  'show',
  'goOnline',
  'passTime',
  'loseBackend',
  'findBackend',
] as const;

type Step = { happens: (typeof happenings)[number]; to: number } | { happens: (typeof turns)[number]; to?: never };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ happens: fc.constantFrom(...happenings), to: fc.nat(tags.length - 1) }),
  fc.record({ happens: fc.constantFrom(...turns) }),
);

describe('two elements each of two copies of the package', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let clock: Clock;
  let homes: HTMLElement[];
  let elements: HTMLElement[];
  let signedIn: Set<HTMLElement>;
  let surfaced: string[];
  /** How many dialogs that a click had opened broke down. */
  let broken: number;

  before(async () => {
    claimCapabilities();
    // The pictures of the two copies' first rendering are made outside of the stopped time. A request that reached the
    // real server would hold the lock of all fetches into the first test.
    const backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    const all = tags.map((tag) => document.body.appendChild(document.createElement(tag)));
    await settled();
    for (const element of all) element.remove();
    backend.restore();
  });

  beforeEach(() => {
    clock = stopClock();
    backend = watchBackendRequests();
    setTheStage();
  });

  afterEach(async () => {
    await clearTheStage();
    clock.restore();
    backend.restore();
  });

  /**
   * Behaves as Chromium does: a second request beside a pending one is an OperationError, and an aborted one lets go a
   * little later.
   */
  function onlyOneAtATime(request: CredentialRequest): Promise<never> {
    if (requests.pending.some((other) => other !== request))
      return Promise.reject(new DOMException('A request is already pending.', 'OperationError'));
    const signal = request.options.signal!;
    return new Promise((_resolve, reject) => {
      const end = () => void Promise.resolve().then(() => reject(signal.reason as Error));
      if (signal.aborted) end();
      signal.addEventListener('abort', end);
    });
  }

  function setTheStage(): void {
    requests = watchCredentialRequests();
    requests.answerWith(onlyOneAtATime);
    backend.answerWith(contentBackend);
    homes = [document.createElement('div'), document.createElement('div')];
    document.body.append(...homes);
    elements = tags.map((tag) => document.createElement(tag));
    signedIn = new Set();
    surfaced = [];
    broken = 0;
    for (const element of elements) {
      for (const type of ['latch-signed-in', 'latch-sign-in-failed'] as const) {
        element.addEventListener(type, ({ detail }) => {
          expect(element.isConnected, `${type} after the removal`).to.equal(true);
          if ('code' in detail) surfaced.push(detail.code);
          else signedIn.add(element);
        });
      }
      homes[0]!.append(element);
    }
  }

  const perform: Record<(typeof happenings)[number], (element: HTMLElement) => void> = {
    click: (element) => element.isConnected && buttonOf(element).click(),
    remove(element) {
      element.remove();
      signedIn.delete(element);
    },
    insert: (element) => homes[0]!.append(element),
    move: (element) => element.isConnected && homes[1]!.append(element),
    moveBefore: (element) =>
      element.isConnected &&
      (homes[1] as unknown as { moveBefore?(node: Node, before: null): void }).moveBefore?.(element, null),
  };

  const dispatch = {
    leave: () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })),
    return: () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
    hide: () => turnPage('hidden'),
    show: () => turnPage('visible'),
    goOnline: () => dispatchEvent(new Event('online')),
  };

  function turnPage(visibility: DocumentVisibilityState): void {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
  }

  async function take({ happens, to }: Step): Promise<void> {
    const pending = requests.pending[0];
    if (to !== undefined) perform[happens](elements[to]!);
    else if (happens in dispatch) dispatch[happens as keyof typeof dispatch]();
    else if (happens === 'cancel') pending && isModal(pending) && pending.fail(new DOMException('', 'NotAllowedError'));
    else if (happens === 'break') {
      if (pending && isModal(pending)) broken += 1;
      pending?.fail(new DOMException('', 'UnknownError'));
    } else if (happens === 'choose') pending?.choose(assertion());
    else if (happens === 'chooseUnknown') {
      backend.answerWith((request) =>
        request.path.includes('verify') ? json({ error: 'unknown_credential' }, 404) : contentBackend(request),
      );
      pending?.choose(assertion());
      await settled();
      backend.answerWith(contentBackend);
    } else if (happens === 'loseBackend') backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    else if (happens === 'findBackend') backend.answerWith(contentBackend);
    else await clock.pass(5 * 60_000);
    await settled();
  }

  async function clearTheStage(): Promise<void> {
    for (const home of homes) home.remove();
    await settled();
    requests.restore();
  }

  /** Whether the turn is free; a busy machine may take a while to say so. */
  async function isTurnFree(): Promise<boolean> {
    let isFree = false;
    const asked = run(async () => (isFree = true), { mode: 'ambient', signal: AbortSignal.timeout(2000) }).catch(
      () => {},
    );
    await clock.pass(50);
    await asked;
    return isFree;
  }

  it('never have two requests before the browser, surface nothing that no one did, offer autofill again in the end, and leave nothing behind, in whatever order things happen', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await clearTheStage();
        setTheStage();
        await settled();
        for (const next of steps) {
          await take(next);
          expect(requests.pending.length, `pending after ${next.happens}`).to.be.at.most(1);
          if (next.happens === 'leave')
            expect(requests.pending.filter(isConditional), 'offers of a page that was left').to.have.length(0);
        }
        for (const happens of ['findBackend', 'return', 'cancel'] as const) await take({ happens });
        const fields = elements.slice(0, 2).filter((element) => element.isConnected && !signedIn.has(element));
        if (fields.length > 0) {
          await clock.pass(4 * 60_000);
          expect(requests.pending.map(isConditional), 'the offer in autofill').to.deep.equal([true]);
        }
        await clearTheStage();
        expect(requests.pending.length, 'pending after the removal').to.equal(0);
        expect(await isTurnFree()).to.equal(true);
        // The session that was read is being written to the disk.
        await until(() => clock.waiting === 0);
        const [asked, sent] = [requests.all.length, backend.all.length];
        for (const happens of ['leave', 'return', 'show', 'goOnline', 'passTime'] as const) await take({ happens });
        const later = [
          ...requests.all.slice(asked).map(() => 'a dialog'),
          ...backend.all.slice(sent).map(({ path }) => path),
        ];
        expect(later, 'what removed elements ask for').to.deep.equal([]);
        expect(requests.mostAtOnce).to.be.at.most(1);
        expect(requests.all.filter(({ outcome }) => outcome === 'OperationError')).to.have.length(0);
        const expected = ['unknown_credential', 'network', 'device_failed'];
        expect(surfaced.filter((code) => !expected.includes(code))).to.deep.equal([]);
        expect(surfaced.filter((code) => code === 'device_failed').length).to.be.at.most(broken);
      }),
      runs(200, runsEverything ? 60 : 20),
    );
  }).timeout(600_000);

  it('go on, half a second later, beside a request that never ends and ignores its abort', async () => {
    await settled();
    requests.answerWith(() => new Promise(() => {}));
    await take({ happens: 'click', to: 0 });
    const stuck = requests.all.length;
    requests.answerWith(
      ({ options }) =>
        new Promise((_resolve, reject) =>
          options.signal!.addEventListener('abort', () => reject(options.signal!.reason as Error)),
        ),
    );
    await take({ happens: 'click', to: 3 });
    await clock.pass(499);
    expect(requests.all.length).to.equal(stuck);
    await clock.pass(1);
    expect(requests.all.slice(stuck).map(isModal)).to.deep.equal([true]);
  });
});
