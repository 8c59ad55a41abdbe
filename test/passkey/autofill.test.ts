import { expect } from '@open-wc/testing';
import { startAuthentication } from '@simplewebauthn/browser';
import { run } from '../../src/base/browser/ceremony.js';
import { clientFor } from '../../src/base/client/client.js';
import type { SignInOutcome } from '../../src/base/client/sign-in-outcome.js';
import { LatchError, type LatchErrorCode } from '../../src/base/client/errors.js';
import type * as Module from '../../src/passkey/autofill.js';
import { autofill, type AutofillOptions } from '../../src/passkey/autofill.js';
import { signIn, type SignedIn } from '../../src/passkey/sign-in.js';
import {
  contentBackend,
  json,
  requestOptions,
  watchBackendRequests,
  type BackendRequests,
} from '../support/browser/backend.js';
import { claimCapabilities } from '../support/browser/capable.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import { importCopy } from '../support/browser/copy.js';
import {
  isModal,
  watchCredentialRequests,
  type CredentialRequest,
  type CredentialRequests,
} from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { rejection } from '../support/browser/rejection.js';
import { until } from '../support/browser/until.js';

const client = clientFor();
const minute = 60_000;
const leave = () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
const dismissal = () => new DOMException('', 'NotAllowedError');

describe('passkeys in autofill', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let clock: Clock;
  let controller: AbortController;
  let failures: LatchErrorCode[];

  before(() => claimCapabilities());

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    clock = stopClock();
    controller = new AbortController();
    failures = [];
  });

  afterEach(async () => {
    controller.abort();
    await settled();
    clock.restore();
    requests.restore();
    backend.restore();
  });

  function offer(more: Partial<AutofillOptions> = {}): Promise<SignInOutcome<SignedIn>> {
    const result = autofill({
      client,
      signal: controller.signal,
      onFailure: ({ code }) => failures.push(code),
      ...more,
    });
    result.catch(() => {});
    return result;
  }

  /** The one request that is before the browser. */
  async function pending(): Promise<CredentialRequest> {
    await settled();
    await until(() => requests.pending.length > 0);
    expect(requests.pending).to.have.length(1);
    return requests.pending[0]!;
  }

  const challengeOf = ({ options }: CredentialRequest) => String(options.publicKey!.challenge);

  it('sign a person in who chooses one', async () => {
    const result = offer();
    (await pending()).choose(assertion());
    expect(await result).to.deep.equal({ method: 'passkey', credentialId: 'AQID' });
  });

  it('give way to a dialog, and come back with the same options after it was dismissed', async () => {
    void offer();
    const first = await pending();
    const dialog = rejection(signIn({ client }));
    const modal = await pending();
    expect([first.outcome, isModal(modal)]).to.deep.equal(['LatchError', true]);
    modal.fail(dismissal());
    expect((await dialog).code).to.equal('cancelled');
    expect(challengeOf(await pending())).to.equal(challengeOf(first));
    expect(failures).to.deep.equal([]);
    expect(requests.mostAtOnce).to.equal(1);
  });

  for (const [how, onPhase] of [
    ['', () => {}],
    [', also when no one follows the phases', undefined],
  ] as const) {
    it(`are offered anew before the challenge is too old${how}`, async () => {
      void offer({ onPhase });
      const first = await pending();
      await clock.pass(4 * minute - 1);
      expect(await pending()).to.equal(first);
      await clock.pass(1);
      const second = await pending();
      expect(challengeOf(second)).not.to.equal(challengeOf(first));
      await clock.pass(4 * minute);
      expect(challengeOf(await pending())).not.to.equal(challengeOf(second));
      expect(requests.mostAtOnce).to.equal(1);
    });
  }

  it('are offered anew when the page is visible again after a sleep in which no timer ran', async () => {
    void offer();
    const first = await pending();
    const { now } = Date;
    Date.now = () => now() + 6 * minute;
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await pending()).not.to.equal(first);
    Date.now = now;
  });

  it('are not taken from a user whose choice is being verified, however old the challenge', async () => {
    let verify!: (answer: Response) => void;
    backend.answerWith((request) =>
      request.path.includes('verify') ? new Promise((resolve) => (verify = resolve)) : contentBackend(request),
    );
    const result = offer();
    await clock.pass(4 * minute - 1);
    (await pending()).choose(assertion());
    await clock.pass(10_000);
    verify(json({ verified: true }));
    expect(await result).to.include({ credentialId: 'AQID' });
  });

  it('yield to a request of the page only while nothing has been chosen, never during verification', async () => {
    let verify!: (answer: Response) => void;
    backend.answerWith((request) =>
      request.path.includes('verify') ? new Promise((resolve) => (verify = resolve)) : contentBackend(request),
    );
    const result = offer();
    const first = await pending();
    await run(async () => {}, { mode: 'calm' });
    expect(first.outcome).to.equal('LatchError');
    (await pending()).choose(assertion());
    await settled();
    let isOver = false;
    const calm = run(async () => void (isOver = true), { mode: 'calm' });
    await settled();
    expect(isOver).to.equal(false);
    verify(json({ verified: true }));
    expect(await result).to.include({ credentialId: 'AQID' });
    await calm;
    expect(failures).to.deep.equal([]);
  });

  it('are withdrawn while the page rests in the back-forward cache, and offered again after', async () => {
    void offer();
    await pending();
    leave();
    await clock.pass(10 * minute);
    expect(requests.pending).to.have.length(0);
    comeBack();
    await pending();
    expect(failures).to.deep.equal([]);
  });

  it('are not offered by a page that is left before the first request, until it is back', async () => {
    void offer();
    leave();
    await clock.pass(minute);
    expect(requests.all).to.have.length(0);
    comeBack();
    await pending();
  });

  it('are not offered by a page that was left during a pause', async () => {
    backend.answerWith(() => json({}, 503));
    void offer();
    await clock.pass(500);
    leave();
    backend.answerWith(contentBackend);
    await clock.pass(10 * minute);
    expect(requests.all).to.have.length(0);
  });

  it('are offered again after failures of the backend, with pauses that double up to four minutes', async () => {
    backend.answerWith(() => json({}, 503));
    void offer();
    await settled();
    const asked = [backend.all.length];
    for (let seconds = 1; seconds <= 1000; seconds++) {
      await clock.pass(1000);
      if (backend.all.length > asked.at(-1)!) asked.push(backend.all.length);
    }
    expect(
      backend.all.length,
      'prepared once, and then tried after 0, 1, 3, 7, 15, 31, 63, 127, 255, 495, 735 and 975 seconds',
    ).to.be.within(12, 13);
    backend.answerWith(contentBackend);
    await clock.pass(4 * minute);
    await pending();
    expect(failures).to.deep.equal([]);
  });

  for (const [what, event] of [
    ['visible', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['online', () => dispatchEvent(new Event('online'))],
  ] as const) {
    it(`are offered at once when the page is ${what} again after a failure`, async () => {
      backend.answerWith(() => Promise.reject(new TypeError('offline')));
      void offer();
      await clock.pass(10 * minute);
      backend.answerWith(contentBackend);
      event();
      await pending();
    });
  }

  it('wait as long as the backend asks to', async () => {
    backend.answerWith(() => json({ error: 'rate_limited' }, 429, { 'retry-after': '900' }));
    void offer();
    await settled();
    const before = backend.all.length;
    await clock.pass(899_000);
    expect(backend.all.length).to.equal(before);
    await clock.pass(1000);
    expect(backend.all.length).to.equal(before + 1);
  });

  it('do not spin when the browser refuses each request at once', async () => {
    requests.answerWith(() => Promise.reject(dismissal()));
    void offer();
    await clock.pass(15 * minute);
    expect(requests.all.length).to.be.within(2, 12);
  });

  it('do not spin when an extension answers each request at once and the backend refuses each answer', async () => {
    backend.answerWith((request) => (request.path.includes('verify') ? json({}, 400) : contentBackend(request)));
    requests.answerWith(async () => assertion());
    void offer();
    await clock.pass(15 * minute);
    expect(requests.all.length).to.be.within(2, 12);
  });

  it('do not spin when the backend asks for a wait longer than timers can be', async () => {
    backend.answerWith(() => json({ error: 'rate_limited' }, 429, { 'retry-after': '99999999999' }));
    void offer();
    await clock.pass(60 * minute);
    expect(backend.all.length).to.be.lessThan(5);
  });

  it('go on after a choice that the backend refuses, of which the caller is notified', async () => {
    backend.answerWith((request) =>
      request.path.includes('verify')
        ? json({ error: 'unknown_credential', rpId: 'localhost', credentialId: 'AQID' }, 404)
        : contentBackend(request),
    );
    void offer();
    const first = await pending();
    await clock.pass(5000);
    first.choose(assertion());
    const second = await pending();
    expect(failures).to.deep.equal(['unknown_credential']);
    expect(challengeOf(second), 'the challenge was spent').not.to.equal(challengeOf(first));
  });

  it('come back at once after the browser itself let a request time out', async () => {
    void offer();
    const first = await pending();
    await clock.pass(2 * minute);
    first.fail(dismissal());
    expect(await pending()).not.to.equal(first);
    expect(failures).to.deep.equal([]);
  });

  it('leave the browser to other code on the page that takes it, until the page has the focus again', async () => {
    void offer();
    await pending();
    const theirs = rejection(startAuthentication({ optionsJSON: requestOptions() as never }));
    const dialog = await pending();
    await clock.pass(minute);
    expect(await pending()).to.equal(dialog);
    dialog.fail(dismissal());
    expect((await theirs).name).to.equal('NotAllowedError');
    dispatchEvent(new Event('focus'));
    expect(isModal(await pending())).to.equal(false);
  });

  for (const [name, code] of [
    ['SecurityError', 'invalid_rp_id'],
    ['NotSupportedError', 'unsupported'],
    ['ConstraintError', 'constraint'],
  ] as const) {
    it(`are given up permanently when the browser rejects with ${name}`, async () => {
      const result = offer();
      (await pending()).fail(new DOMException('', name));
      expect((await rejection(result)).code).to.equal(code);
      expect(clock.waiting).to.equal(0);
    });
  }

  it('are given up at once where the browser does not offer them', async () => {
    Object.assign(PublicKeyCredential, { getClientCapabilities: async () => ({ conditionalGet: false }) });
    clock.restore();
    const copy = await importCopy<typeof Module>('passkey/autofill');
    expect(await rejection(copy.autofill({ client, signal: controller.signal }))).to.include({ code: 'unsupported' });
    claimCapabilities();
    expect(requests.all).to.have.length(0);
  });

  it('end with the signal, with its reason, and leave nothing behind', async () => {
    const result = offer();
    await pending();
    const reason = new LatchError('superseded', 'why');
    controller.abort(reason);
    expect(await rejection(result)).to.equal(reason);
    await settled();
    expect(requests.pending).to.have.length(0);
    expect(clock.waiting).to.equal(0);
    leave();
    comeBack();
    await clock.pass(10 * minute);
    expect(requests.all).to.have.length(1);
  });

  it('end with the signal during a pause and while the page is left', async () => {
    for (const during of [() => clock.pass(500), async () => leave()]) {
      const own = new AbortController();
      backend.answerWith(() => json({}, 503));
      const result = offer({ signal: own.signal });
      await settled();
      await during();
      own.abort();
      expect((await rejection(result)).code).to.equal('aborted');
    }
  });

  it('are not even prepared for when the signal has aborted before', async () => {
    expect((await rejection(offer({ signal: AbortSignal.abort() }))).code).to.equal('aborted');
    expect(backend.all).to.have.length(0);
  });
});
