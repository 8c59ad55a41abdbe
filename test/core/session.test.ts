import { expect } from '@open-wc/testing';
import { tell } from '../../src/core/channel.js';
import { clientFor } from '../../src/core/client.js';
import type { LatchError } from '../../src/core/errors.js';
import { readSession, watchSession, type SessionState } from '../../src/core/session.js';
import { signOutQuietly, signUpSomebody } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';

describe('the session', () => {
  let backend: BackendRequests;
  let over: AbortController;

  beforeEach(() => {
    backend = watchBackendRequests();
    over = new AbortController();
  });

  afterEach(async () => {
    over.abort();
    backend.restore();
    await signOutQuietly();
  });

  it('is what the real backend says of it', async () => {
    expect(await readSession(clientFor())).to.deep.equal({ status: 'signed-out' });
    const name = await signUpSomebody();
    const session = await readSession(clientFor());
    expect(session).to.deep.include({ status: 'signed-in', authMethod: 'signup' });
    expect(session.status === 'signed-in' && session.user!.name).to.equal(name);
  });

  it('is unknown when the backend cannot be asked', async () => {
    backend.answerWith(() => json({}, 500));
    expect((await rejection(readSession(clientFor()))).code).to.equal('bad_response');
  });

  /** Watches the session of a backend whose answers the test gives one by one. */
  function watch() {
    const answers: ((answer: Response) => void)[] = [];
    const states: SessionState[] = [];
    const errors: LatchError[] = [];
    backend.answerWith(() => new Promise((resolve) => answers.push(resolve)));
    watchSession(clientFor(), { onChange: (state) => states.push(state), onError: (error) => errors.push(error), signal: over.signal });
    return { answers, states, errors };
  }

  const asked = async (count: number) => {
    while (backend.to('/session').length < count) await backend.next('/session');
  };
  const alice = { signedIn: true, user: { name: 'alice', displayName: 'Alice' } };

  it('is told at once, and again when another tab says that somebody signed in or out', async () => {
    const { answers, states } = watch();
    answers[0]!(json({ signedIn: false }));
    await settled();
    expect(states).to.deep.equal([{ status: 'signed-out' }]);
    const other = new BroadcastChannel('auth');
    other.postMessage({ type: 'signed-in' });
    other.close();
    await asked(2);
    answers[1]!(json(alice));
    await settled();
    expect(states[1]).to.deep.equal({ status: 'signed-in', user: alice.user });
  });

  it('is not changed by a forged message, which only has the backend asked', async () => {
    const { answers, states } = watch();
    answers[0]!(json({ signedIn: false }));
    await settled();
    const forger = new BroadcastChannel('auth');
    forger.postMessage({ type: 'signed-in', user: { name: 'mallory' } });
    forger.close();
    await asked(2);
    await settled();
    expect(states).to.deep.equal([{ status: 'signed-out' }]);
    answers[1]!(json({ signedIn: false }));
    await settled();
    expect(states).to.deep.equal([{ status: 'signed-out' }, { status: 'signed-out' }]);
  });

  it('is asked for again when the page comes back from the back-forward cache, where it heard nothing', async () => {
    const { answers, states } = watch();
    answers[0]!(json(alice));
    await settled();
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    tell({ type: 'signed-out' });
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    await asked(2);
    answers[1]!(json({ signedIn: false }));
    await settled();
    expect(states.map(({ status }) => status)).to.deep.equal(['signed-in', 'signed-out']);
  });

  it('is not asked for twice when a page is shown for the first time', async () => {
    watch();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    await settled();
    expect(backend.to('/session')).to.have.length(1);
  });

  it('is never told from an answer or an error that a later question has overtaken', async () => {
    for (const late of [json(alice), json({}, 500)]) {
      const { answers, states, errors } = watch();
      const before = backend.to('/session').length;
      tell({ type: 'signed-out' });
      await asked(before + 1);
      answers[1]!(json({ signedIn: false }));
      await settled();
      answers[0]!(late);
      await settled();
      expect([states, errors]).to.deep.equal([[{ status: 'signed-out' }], []]);
      over.abort();
      over = new AbortController();
    }
  });

  it('keeps quiet about what it cannot tell, beyond the error', async () => {
    const { answers, states, errors } = watch();
    answers[0]!(json({}, 503));
    await settled();
    expect(states).to.deep.equal([]);
    expect(errors.map(({ code }) => code)).to.deep.equal(['bad_response']);
  });

  it('is neither asked for nor told any more once the signal has aborted', async () => {
    const { answers, states, errors } = watch();
    over.abort();
    answers[0]!(json({ signedIn: false }));
    tell({ type: 'signed-in' });
    await settled();
    watchSession(clientFor(), { onChange: (state) => states.push(state), signal: over.signal });
    await settled();
    expect([states, errors]).to.deep.equal([[], []]);
    expect(backend.to('/session')).to.have.length(1);
  });

  it('is not told to somebody who has stopped watching while the answer was on its last steps', async () => {
    const states: SessionState[] = [];
    const client = { baseUrl: clientFor().baseUrl, call: () => Promise.resolve({ signedIn: false }).finally(() => over.abort()) };
    watchSession(client as never, { onChange: (state) => states.push(state), signal: over.signal });
    await settled();
    expect(states).to.deep.equal([]);
  });
});
