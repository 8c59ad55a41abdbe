import { expect } from '@open-wc/testing';
import fc from 'fast-check';
import '../../src/define/passkey-field.js';
import { run } from '../../src/core/ceremony.js';
import type * as Elements from '../../src/elements/index.js';
import { contentBackend, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled } from '../support/browser/clock.js';
import { importCopy } from '../support/browser/copy.js';
import { isModal, watchCredentialRequests, type CredentialRequests, type Native, type CredentialRequest } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { runs } from '../support/browser/runs.js';

/** Longest time in ms from the end of a ceremony until another one may begin. */
const soon = 50;

const secondCopy = await importCopy<typeof Elements>('elements/index');
customElements.define('second-copy-field', secondCopy.LatchPasskeyField);

type Step = { do: 'click' | 'remove' | 'insert' | 'move'; which: 0 | 1 } | { do: 'cancel' | 'choose' | 'fail' | 'leave' | 'return' };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('click' as const, 'remove' as const, 'insert' as const, 'move' as const), which: fc.constantFrom(0 as const, 1 as const) }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'choose' as const, 'fail' as const, 'leave' as const, 'return' as const) }),
);

describe('two elements of two copies of the package', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let homes: HTMLElement[];
  let fields: (Elements.LatchPasskeyField & HTMLElement)[];
  let surfaced: string[];

  beforeEach(() => {
    claimCapabilities();
    requests = watchCredentialRequests();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    requests.answerWith(onlyOneAtATime);
  });

  afterEach(() => {
    requests.restore();
    backend.restore();
  });

  /** Behaves as Chromium does: a second request beside a pending one is an OperationError, and an aborted one lets go a little later. */
  function onlyOneAtATime(request: CredentialRequest, _native: Native): Promise<never> {
    if (requests.pending.some((other) => other !== request)) return Promise.reject(new DOMException('A request is already pending.', 'OperationError'));
    const { signal } = request.options;
    return new Promise((_resolve, reject) => {
      const end = () => void settled().then(() => reject(signal!.reason as Error));
      if (signal?.aborted) end();
      signal?.addEventListener('abort', end);
    });
  }

  function setTheStage(): void {
    homes = [document.createElement('div'), document.createElement('div')];
    document.body.append(...homes);
    fields = ['latch-passkey-field', 'second-copy-field'].map((tag) => document.createElement(tag) as Elements.LatchPasskeyField);
    surfaced = [];
    for (const field of fields) {
      for (const type of ['latch-signed-in', 'latch-sign-in-failed'] as const) {
        field.addEventListener(type, (event) => {
          expect(field.isConnected, `${type} after the removal`).to.equal(true);
          if ('code' in event.detail) surfaced.push(event.detail.code);
        });
      }
      homes[0]!.append(field);
    }
  }

  async function take(chosen: Step): Promise<void> {
    const pending = requests.pending[0];
    if (chosen.do === 'leave') dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    else if (chosen.do === 'return') dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    else if (chosen.do === 'cancel') pending && isModal(pending) && pending.fail(new DOMException('', 'NotAllowedError'));
    else if (chosen.do === 'fail') pending?.fail(new DOMException('', 'UnknownError'));
    else if (chosen.do === 'choose') pending?.choose(assertion());
    else {
      const field = fields[chosen.which]!;
      if (chosen.do === 'click') field.shadowRoot?.querySelector('button')?.click();
      else if (chosen.do === 'remove') field.remove();
      else if (chosen.do === 'insert') homes[0]!.append(field);
      else if (field.isConnected) homes[1]!.append(field);
    }
    await settled();
  }

  async function clearTheStage(): Promise<void> {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    for (const home of homes) home.remove();
    await settled();
    await settled();
  }

  it('never have two requests before the browser, surface no pending error, and leave the turn free, in whatever order they are clicked, cancelled, moved, removed, left and returned to', async function () {
    this.timeout(600_000);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        setTheStage();
        await settled();
        for (const chosen of steps) {
          await take(chosen);
          expect(requests.pending.length, `pending after ${chosen.do}`).to.be.at.most(1);
        }
        await clearTheStage();
        expect(requests.pending).to.have.length(0);
        expect(requests.all.filter(({ outcome }) => outcome === 'OperationError')).to.have.length(0);
        expect(surfaced.filter((code) => code === 'superseded' || code === 'aborted')).to.deep.equal([]);
        const start = performance.now();
        await run(async () => undefined, { mode: 'ambient' });
        expect(performance.now() - start, 'until the turn was free').to.be.below(soon);
      }),
      runs(200, 40),
    );
    expect(requests.mostAtOnce).to.equal(1);
  });

  it('go on after a request that never ends and ignores its abort', async () => {
    setTheStage();
    await requests.next();
    requests.answerWith(() => new Promise(() => {}));
    await take({ do: 'click', which: 0 });
    const stuck = requests.all.length;
    requests.answerWith((request) => new Promise((_resolve, reject) => request.options.signal?.addEventListener('abort', () => reject(request.options.signal!.reason as Error))));
    await take({ do: 'click', which: 1 });
    const next = await requests.next(isModal, stuck);
    expect(next.options.signal!.aborted).to.equal(false);
    await clearTheStage();
  });
});
