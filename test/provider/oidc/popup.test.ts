import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/base/client/client.js';
import { endSignIns } from '../../../src/base/client/sign-ins.js';
import { signInByPopup, type PopupSignIn } from '../../../src/provider/oidc/popup.js';
import { json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { settled, stopClock, type Clock } from '../../support/browser/clock.js';
import {
  providerBackend,
  providerSession,
  sayOnChannel,
  type ProviderBackend,
} from '../../support/browser/provider-backend.js';
import { watchProviderWindows, type ProviderWindows } from '../../support/browser/provider-windows.js';
import { rejection } from '../../support/browser/rejection.js';

const minute = 60_000;

describe('signing in in a window at the provider', () => {
  let backend: BackendRequests;
  let provider: ProviderBackend;
  let windows: ProviderWindows;
  let clock: Clock;
  let phases: string[];
  let controller: AbortController;

  beforeEach(() => {
    clock = stopClock();
    backend = watchBackendRequests();
    provider = providerBackend();
    backend.answerWith(provider.answer);
    windows = watchProviderWindows();
    phases = [];
    controller = new AbortController();
  });

  afterEach(async () => {
    controller.abort();
    await settled();
    windows.restore();
    backend.restore();
    clock.restore();
  });

  const begin = (): PopupSignIn => {
    const flow = signInByPopup({
      client: clientFor(),
      signal: controller.signal,
      onPhase: (phase) => phases.push(phase),
    });
    flow.signedIn.catch(() => 'the test looks at it itself');
    return flow;
  };
  /** The user is at the provider, in a window that the page can see. */
  const arrive = async (): Promise<void> => {
    windows.last.arrive();
    await clock.pass(2000);
  };
  const isPending = async ({ signedIn }: PopupSignIn): Promise<boolean> => {
    await settled();
    return Promise.race([
      signedIn.then(
        () => false,
        () => false,
      ),
      settled().then(() => true),
    ]);
  };
  const comeBack = async (): Promise<void> => {
    dispatchEvent(new Event('focus'));
    await settled();
  };

  it('opens the window before anything else is waited for', () => {
    begin();
    expect(windows.all.map(({ address, name }) => [address, name])).to.deep.equal([
      [`${location.origin}/auth/start?mode=popup`, 'latchkey-sign-in'],
    ]);
  });

  it('is at the backend that the client is for', () => {
    signInByPopup({ client: clientFor('/api/'), signal: controller.signal }).signedIn.catch(
      () => 'it is given up below',
    );
    expect(windows.last.address).to.equal(`${location.origin}/api/auth/start?mode=popup`);
  });

  it('ends with the word of the backend, and the window is closed', async () => {
    const { signedIn } = begin();
    await arrive();
    provider.session = providerSession(1);
    await sayOnChannel({ type: 'signed-in' });
    expect(await signedIn).to.deep.equal({ method: 'oidc' });
    expect([windows.last.isClosed, clock.waiting]).to.deep.equal([true, 0]);
  });

  it('ends without a message too, when the person comes back', async () => {
    const { signedIn } = begin();
    await arrive();
    provider.session = providerSession(1);
    await comeBack();
    expect(await signedIn).to.deep.equal({ method: 'oidc' });
  });

  it('ends without a message too, when the window closes', async () => {
    const { signedIn } = begin();
    await arrive();
    provider.session = providerSession(1);
    windows.last.close();
    await clock.pass(2000);
    expect(await signedIn).to.deep.equal({ method: 'oidc' });
  });

  const forged: [what: string, message: unknown][] = [
    ['a success', { type: 'signed-in' }],
    ['a failure', { type: 'sign-in-failed', reason: 'access_denied' }],
    ['a sign-out', { type: 'signed-out' }],
    ['a success with more to it', { type: 'signed-in', user: { name: 'ada' }, signedIn: true }],
    ['a failure without a reason', { type: 'sign-in-failed' }],
    ['a text', 'signed-in'],
    ['nothing', null],
    ['a list', [{ type: 'signed-in' }]],
  ];
  for (const [what, message] of forged) {
    it(`is not ended by a forged ${what}, regardless of who was signed in before`, async () => {
      for (const session of [
        { signedIn: false },
        providerSession(1),
        { ...providerSession(1), authMethod: 'password' },
      ]) {
        provider.session = session;
        const flow = begin();
        await arrive();
        await sayOnChannel(message);
        await clock.pass(5000);
        expect(await isPending(flow), JSON.stringify(session)).to.equal(true);
        controller.abort();
        await rejection(flow.signedIn);
        controller = new AbortController();
      }
    });
  }

  it('is not ended when the person calls themselves something else meanwhile', async () => {
    provider.session = providerSession(1);
    const flow = begin();
    await arrive();
    provider.session = { ...providerSession(1), user: { name: 'ada', displayName: 'Countess' } };
    await sayOnChannel({ type: 'signed-in' });
    expect(await isPending(flow)).to.equal(true);
  });

  it('is not ended by a sign-in of another kind', async () => {
    const flow = begin();
    await arrive();
    provider.session = { ...providerSession(1), authMethod: 'password' };
    await sayOnChannel({ type: 'signed-in' });
    expect(await isPending(flow)).to.equal(true);
  });

  const others: [what: string, session: object][] = [
    ['another person', providerSession(1, 'grace')],
    ['a later authentication of the same person', providerSession(2)],
    ['a session that ends later', { ...providerSession(1), expires: 5000 }],
  ];
  for (const [what, session] of others) {
    it(`tells ${what} from the session that was there before`, async () => {
      provider.session = providerSession(1);
      const { signedIn } = begin();
      await arrive();
      await comeBack();
      provider.session = session;
      await comeBack();
      expect(await signedIn).to.deep.equal({ method: 'oidc' });
    });
  }

  it('takes a session as before for the new one once the window has said so and closed', async () => {
    provider.session = { signedIn: true, user: { name: 'ada', displayName: 'Ada' } };
    const { signedIn } = begin();
    await arrive();
    await sayOnChannel({ type: 'signed-in' });
    windows.last.close();
    await clock.pass(2000);
    expect(await signedIn).to.deep.equal({ method: 'oidc' });
  });

  it('is not confused by an answer about the time before that comes after the announcement', async () => {
    let answerFirst!: () => void;
    backend.answerWith((request, real) => {
      if (backend.to('/session').length > 1) return provider.answer(request, real);
      return new Promise((resolve) => (answerFirst = () => resolve(json(providerSession(1)))));
    });
    const { signedIn } = begin();
    await arrive();
    provider.session = providerSession(1);
    await sayOnChannel({ type: 'signed-in' });
    answerFirst();
    expect(await signedIn).to.deep.equal({ method: 'oidc' });
  });

  const reasons: [reason: string, code: string][] = [
    ['access_denied', 'cancelled'],
    ['cancelled', 'cancelled'],
    ['expired', 'timed_out'],
    ['wrong_account', 'wrong_account'],
    ['identity_taken', 'rejected'],
    ['provider_required', 'rejected'],
    ['provider_failed', 'provider_failed'],
    ['session_failed', 'bad_response'],
    ['unavailable', 'bad_response'],
    ['temporarily_unavailable', 'provider_failed'],
    ['constructor', 'provider_failed'],
    ['', 'provider_failed'],
  ];
  for (const [reason, code] of reasons) {
    it(`fails with ${code} when the window says "${reason}" and closes`, async () => {
      const { signedIn } = begin();
      await arrive();
      await sayOnChannel({ type: 'sign-in-failed', reason });
      windows.last.close();
      await clock.pass(2000);
      expect(await rejection(signedIn)).to.include({ code, reason: reason || undefined });
      expect(clock.waiting).to.equal(0);
    });
  }

  it('resolves with the step that the backend requires, when the window says that there is one', async () => {
    const next = { step: 'accept-terms', url: 'https://example.com/terms' };
    const { signedIn } = begin();
    await arrive();
    provider.session = { signedIn: false, next };
    await sayOnChannel({ type: 'sign-in-failed', reason: 'next_step' });
    windows.last.close();
    await clock.pass(2000);
    expect(await signedIn).to.deep.equal({ method: 'oidc', next });
    expect(clock.waiting).to.equal(0);
  });

  it('fails with popup_closed when the person closes the window, once what it may have said has had its time', async () => {
    const flow = begin();
    await arrive();
    windows.last.close();
    await clock.pass(1000);
    expect(await isPending(flow)).to.equal(true);
    await clock.pass(500);
    expect(await rejection(flow.signedIn)).to.include({ code: 'popup_closed', retryable: true });
  });

  it('fails with popup_blocked, and leaves nothing behind', async () => {
    windows.block();
    expect(await rejection(begin().signedIn)).to.include({ code: 'popup_blocked', retryable: true });
    expect(clock.waiting).to.equal(0);
  });

  it('goes on when the window is out of sight, and ends as if it were not', async () => {
    const { signedIn } = begin();
    windows.last.close();
    await clock.pass(minute);
    expect(phases.at(-1)).to.equal('lost');
    provider.session = providerSession(1);
    await sayOnChannel({ type: 'signed-in' });
    expect(await signedIn).to.deep.equal({ method: 'oidc' });
  });

  it('has signed in when that was over before the first question was answered, in a window that was gone at once', async () => {
    provider.session = providerSession(1);
    const { signedIn } = begin();
    windows.last.close();
    await clock.pass(500);
    await sayOnChannel({ type: 'signed-in' });
    expect(await signedIn).to.deep.equal({ method: 'oidc' });
  });

  it('takes a window that looks as if it were at the provider for a moment only for one out of sight', async () => {
    begin();
    windows.last.arrive();
    await clock.pass(500);
    windows.last.close();
    await clock.pass(minute);
    expect(phases.at(-1)).to.equal('lost');
  });

  it('believes a failure of a window out of sight when the person is at the page', async () => {
    const flow = begin();
    windows.last.close();
    await clock.pass(500);
    const hasFocus = Object.assign(document, { hasFocus: () => false });
    await sayOnChannel({ type: 'sign-in-failed', reason: 'access_denied' });
    expect(await isPending(flow)).to.equal(true);
    Reflect.deleteProperty(hasFocus, 'hasFocus');
    Object.assign(document, { hasFocus: () => true });
    await comeBack();
    Reflect.deleteProperty(document, 'hasFocus');
    expect(await rejection(flow.signedIn)).to.include({ code: 'cancelled' });
  });

  it('brings the window to the front, or opens it again when it is gone, and is one sign-in all the same', async () => {
    const { signedIn, show } = begin();
    await arrive();
    show();
    expect([windows.all.length, windows.last.focused]).to.deep.equal([1, 1]);
    windows.last.close();
    show();
    expect(windows.all.map(({ address }) => address)).to.deep.equal(
      Array(2).fill(`${location.origin}/auth/start?mode=popup`),
    );
    await arrive();
    provider.session = providerSession(1);
    await sayOnChannel({ type: 'signed-in' });
    expect(await signedIn).to.deep.equal({ method: 'oidc' });
  });

  it('forgets what the last window said when there is a new one', async () => {
    const { signedIn, show } = begin();
    windows.last.close();
    await clock.pass(500);
    const hidden = Object.assign(document, { hasFocus: () => false });
    await sayOnChannel({ type: 'sign-in-failed', reason: 'access_denied' });
    await settled();
    show();
    await arrive();
    Reflect.deleteProperty(hidden, 'hasFocus');
    windows.last.close();
    await clock.pass(2000);
    expect(await rejection(signedIn)).to.include({ code: 'popup_closed' });
  });

  it('lasts 10 minutes at most, and closes the window', async () => {
    const flow = begin();
    await arrive();
    await clock.pass(10 * minute - 3000);
    expect(await isPending(flow)).to.equal(true);
    await clock.pass(3000);
    expect(await rejection(flow.signedIn)).to.include({ code: 'timed_out', retryable: true });
    expect([windows.last.isClosed, clock.waiting]).to.deep.equal([true, 0]);
  });

  it('ends with its signal, and closes the window', async () => {
    const { signedIn } = begin();
    controller.abort();
    expect(await rejection(signedIn)).to.include({ code: 'aborted' });
    expect([windows.last.isClosed, clock.waiting]).to.deep.equal([true, 0]);
    expect(await rejection(begin().signedIn)).to.include({ code: 'aborted' });
    expect(windows.all, 'a signal that has aborted opens nothing').to.have.length(1);
  });

  it('ends when the user signs in in another way, and closes the window', async () => {
    const { signedIn } = begin();
    await arrive();
    endSignIns('The user has signed in in another way.');
    expect(await rejection(signedIn)).to.include({ code: 'superseded' });
    expect([windows.last.isClosed, clock.waiting]).to.deep.equal([true, 0]);
  });

  it('ends when another one takes over the window, which stays open', async () => {
    const first = begin();
    await arrive();
    const second = begin();
    expect(await rejection(first.signedIn)).to.include({ code: 'superseded' });
    expect([windows.last.isClosed, await isPending(second)]).to.deep.equal([false, true]);
  });

  it('goes on while the backend cannot be asked, and reports it when the window has closed', async () => {
    const flow = begin();
    await arrive();
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    await comeBack();
    expect(await isPending(flow)).to.equal(true);
    windows.last.close();
    await clock.pass(5000);
    expect(await isPending(flow)).to.equal(true);
    await clock.pass(60_000);
    expect(await rejection(flow.signedIn)).to.include({ code: 'network', retryable: true });
  });

  it('asks a backend that had trouble again, without anything else happening', async () => {
    const flow = begin();
    await arrive();
    backend.answerWith(() => json({}, 503));
    windows.last.close();
    await clock.pass(3000);
    expect(await isPending(flow)).to.equal(true);
    provider.session = providerSession(1);
    backend.answerWith(provider.answer);
    await clock.pass(10_000);
    expect(await flow.signedIn).to.deep.equal({ method: 'oidc' });
  });

  it('ends where the backend does not report who is signed in', async () => {
    const { signedIn } = begin();
    await arrive();
    backend.answerWith(() => json({}, 404));
    await comeBack();
    expect(await rejection(signedIn)).to.include({ code: 'unsupported' });
  });
});
