import { expect } from '@open-wc/testing';
import { broadcast } from '../../src/base/storage/channel.js';
import { clientFor } from '../../src/base/client/client.js';
import type { LatchError } from '../../src/base/client/errors.js';
import { forgetSession, lastSession } from '../../src/base/storage/known-session.js';
import {
  requireUserId,
  readSession,
  watchSession,
  type SessionState,
  type SignedInState,
} from '../../src/session/session.js';
import { signOutQuietly, signUpUser } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';
import { forgetSignOuts, noteEarlierSignOut, notedSignOut } from '../support/browser/sign-outs.js';

describe('the session', () => {
  let backend: BackendRequests;
  let over: AbortController;
  const alice = { signedIn: true, user: { name: 'alice', displayName: 'Alice' } };

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
    await signOutQuietly();
    expect(await readSession(clientFor())).to.deep.equal({ status: 'signed-out' });
    const name = await signUpUser();
    const session = await readSession(clientFor());
    expect(session).to.deep.include({ status: 'signed-in', authMethod: 'signup' });
    expect(session.status === 'signed-in' && session.user!.name).to.equal(name);
  });

  it('is that of a person whom a backend does not tell apart from others', async () => {
    backend.answerWith(() => json(alice));
    const session = await readSession(clientFor());
    expect(session).to.deep.equal({ status: 'signed-in', user: alice.user });
    expect(() => requireUserId(session as SignedInState))
      .to.throw('user.id')
      .with.property('code', 'unsupported');
    backend.answerWith(() => json({ ...alice, user: { ...alice.user, id: 'YWxpY2U' } }));
    expect(requireUserId((await readSession(clientFor())) as SignedInState)).to.equal('YWxpY2U');
  });

  it('is unknown when the backend names the person by anything but base64url of 1 to 64 bytes', async () => {
    for (const id of ['', 7, 'not base64url!', 'A'.repeat(87)]) {
      backend.answerWith(() => json({ ...alice, user: { ...alice.user, id } }));
      expect((await rejection(readSession(clientFor()))).code, `${id}`).to.equal('bad_response');
    }
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
    watchSession(clientFor(), {
      onChange: (state) => states.push(state),
      onError: (error) => errors.push(error),
      signal: over.signal,
    });
    return { answers, states, errors };
  }

  const asked = async (count: number) => {
    while (backend.to('/session').length < count) await backend.next('/session');
  };

  it('is reported at once, and again when another tab reports a sign-in or sign-out', async () => {
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
    expect(states).to.deep.equal([{ status: 'signed-out' }]);
  });

  it('is reported again when it is another person, or another sign-in of the same one, and not for a session that merely lasts longer', async () => {
    const { answers, states } = watch();
    const sessions = [
      { ...alice, authTime: 1, expires: 10 },
      { ...alice, authTime: 1, expires: 20 },
      { ...alice, authTime: 2, expires: 20 },
      { signedIn: true, user: { name: 'bob', displayName: 'Bob' }, authTime: 2, expires: 20 },
    ];
    for (const [index, session] of sessions.entries()) {
      if (index > 0) broadcast({ type: 'signed-in' });
      await asked(index + 1);
      answers[index]!(json(session));
      await settled();
    }
    expect(
      states.map((state) => (state.status === 'signed-in' ? [state.user!.name, state.authTime] : [])),
    ).to.deep.equal([
      ['alice', 1],
      ['alice', 2],
      ['bob', 2],
    ]);
  });

  const becomeVisible = () => {
    document.dispatchEvent(new Event('visibilitychange'));
    dispatchEvent(new Event('focus'));
  };

  it('is requested again when the page becomes visible, so that a session that was ended from elsewhere is noticed', async () => {
    const { answers, states } = watch();
    answers[0]!(json(alice));
    await settled();
    becomeVisible();
    expect(backend.to('/session')).to.have.length(2);
    answers[1]!(json({ signedIn: false }));
    await settled();
    expect(states.map(({ status }) => status)).to.deep.equal(['signed-in', 'signed-out']);
  });

  it('is requested once at a time, however often the page becomes visible meanwhile', async () => {
    const { answers } = watch();
    for (let times = 0; times < 1000; times++) becomeVisible();
    expect(backend.to('/session')).to.have.length(1);
    answers[0]!(json({}, 503));
    await settled();
    for (let times = 0; times < 1000; times++) becomeVisible();
    expect(backend.to('/session')).to.have.length(2);
  });

  it('is reported after an error, even when it is what it was before', async () => {
    const { answers, states, errors } = watch();
    for (const [index, answer] of [json(alice), json({}, 503), json(alice)].entries()) {
      if (index > 0) becomeVisible();
      answers[index]!(answer);
      await settled();
    }
    expect([states.length, errors.length]).to.deep.equal([2, 1]);
  });

  it('is requested again when the page comes back from the back-forward cache, where it heard nothing', async () => {
    const { answers, states } = watch();
    answers[0]!(json(alice));
    await settled();
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    broadcast({ type: 'signed-out' });
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
      broadcast({ type: 'signed-out' });
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

  it('is requested again after an error that may pass, in 2, 4 and 8 seconds, and when the page is online', async () => {
    const clock = stopClock();
    try {
      const { answers, states, errors } = watch();
      for (const [index, pause] of [2000, 4000, 8000].entries()) {
        answers[index]!(json({}, 503));
        await settled();
        await clock.pass(pause - 1);
        expect(answers).to.have.length(index + 1);
        await clock.pass(1);
        expect(answers).to.have.length(index + 2);
      }
      answers[3]!(json({}, 503));
      await settled();
      dispatchEvent(new Event('online'));
      answers[4]!(json(alice));
      await settled();
      expect([states.map(({ status }) => status), errors.length]).to.deep.equal([['signed-in'], 4]);
      dispatchEvent(new Event('online'));
      await clock.pass(60_000);
      expect(answers).to.have.length(5);
    } finally {
      clock.restore();
    }
  });

  it('is requested again not before the backend says that it may be', async () => {
    const clock = stopClock();
    try {
      const { answers } = watch();
      answers[0]!(new Response('{}', { status: 429, headers: { 'retry-after': '60' } }));
      await settled();
      await clock.pass(59_999);
      expect(answers).to.have.length(1);
      await clock.pass(1);
      expect(answers).to.have.length(2);
    } finally {
      clock.restore();
    }
  });

  it('is not requested again after an error that does not pass', async () => {
    const clock = stopClock();
    try {
      const { answers, errors } = watch();
      answers[0]!(json({ error: 'unsupported' }, 404));
      await settled();
      await clock.pass(60_000);
      expect([answers.length, errors.length]).to.deep.equal([1, 1]);
    } finally {
      clock.restore();
    }
  });

  it('is followed as long as the page where there is no signal', async () => {
    const states: SessionState[] = [];
    let session: object = alice;
    const client = { baseUrl: clientFor().baseUrl, call: async () => session };
    watchSession(client as never, { onChange: (state) => states.push(state) });
    await settled();
    session = { signedIn: false };
    dispatchEvent(new Event('focus'));
    await settled();
    expect(states.map(({ status }) => status)).to.deep.equal(['signed-in', 'signed-out']);
  });

  it('is not read without a client, which the error says', async () => {
    for (const wrong of [undefined, {}, { client: clientFor() }]) {
      const error = (await readSession(wrong as never).catch((thrown: unknown) => thrown)) as TypeError;
      expect(error).to.be.instanceOf(TypeError);
      expect(error.message).to.include('clientFor()');
      expect(() => watchSession(wrong as never, { onChange() {} })).to.throw(TypeError, 'clientFor()');
    }
  });

  it('is neither asked for nor told any more once the signal has aborted', async () => {
    const { answers, states, errors } = watch();
    over.abort();
    answers[0]!(json({ signedIn: false }));
    broadcast({ type: 'signed-in' });
    await settled();
    watchSession(clientFor(), { onChange: (state) => states.push(state), signal: over.signal });
    await settled();
    expect([states, errors]).to.deep.equal([[], []]);
    expect(backend.to('/session')).to.have.length(1);
  });

  it('is not reported to a watcher that stopped just before the response arrived', async () => {
    const states: SessionState[] = [];
    const client = {
      baseUrl: clientFor().baseUrl,
      call: () => Promise.resolve({ signedIn: false }).finally(() => over.abort()),
    };
    watchSession(client as never, { onChange: (state) => states.push(state), signal: over.signal });
    await settled();
    expect(states).to.deep.equal([]);
  });

  describe('after a sign-out that the backend has not confirmed', () => {
    let clock: Clock;

    beforeEach(() => {
      clock = stopClock();
      noteEarlierSignOut({ authTime: 1000 });
    });

    afterEach(async () => {
      await forgetSignOuts();
      clock.restore();
    });

    it('is over for this device although the cookie still works, and although no one can be asked', async () => {
      for (const respond of [
        () => json({ ...alice, authTime: 1000 }),
        () => json({}, 503),
        () => Promise.reject(new TypeError('Failed to fetch')),
      ]) {
        backend.answerWith((request) => (request.path === '/session' ? respond() : json({}, 503)));
        expect(await readSession(clientFor())).to.deep.equal({ status: 'signed-out', unconfirmed: true });
      }
      expect(notedSignOut()).not.to.equal(null);
    });

    it('is ended by the next read', async () => {
      backend.answerWith(({ path }) => json(path === '/session' ? { ...alice, authTime: 1000 } : {}));
      await readSession(clientFor());
      await settled();
      expect([backend.to('/logout').length, notedSignOut()]).to.deep.equal([1, null]);
    });

    it('is that of a person who has signed in since', async () => {
      backend.answerWith(() => json({ ...alice, authTime: 2000 }));
      expect(await readSession(clientFor())).to.deep.include({ status: 'signed-in', authTime: 2000 });
      await settled();
      expect([backend.to('/logout').length, notedSignOut()]).to.deep.equal([0, null]);
    });

    it('cannot be read by a caller whose request was aborted', async () => {
      backend.answerWith(() => new Promise<never>(() => {}));
      const reading = rejection(readSession(clientFor(), over.signal));
      over.abort();
      expect((await reading).code).to.equal('aborted');
    });

    it('is reported once, and not again when the backend has confirmed it', async () => {
      const states: SessionState[] = [];
      backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
      watchSession(clientFor(), { onChange: (state) => states.push(state), signal: over.signal });
      await settled();
      let signedIn = true;
      backend.answerWith(({ path }) => {
        if (path === '/logout') signedIn = false;
        return json(signedIn ? { ...alice, authTime: 1000 } : { signedIn });
      });
      await clock.pass(2000);
      dispatchEvent(new Event('focus'));
      await settled();
      expect([signedIn, states]).to.deep.equal([false, [{ status: 'signed-out', unconfirmed: true }]]);
    });
  });

  it('leaves behind which one it was, for a sign-out that cannot ask, and nothing else', async () => {
    localStorage.clear();
    backend.answerWith(() => json({ ...alice, user: { ...alice.user, id: 'YWxpY2U' }, authTime: 1234 }));
    await readSession(clientFor());
    const known = { userId: 'YWxpY2U', authTime: 1234 };
    expect(lastSession(clientFor())).to.deep.equal(known);
    expect({ ...localStorage }).to.deep.equal({ 'latchkey.session:/': JSON.stringify(known) });
    backend.answerWith(() => json({ signedIn: false }));
    await readSession(clientFor());
    expect(lastSession(clientFor()), 'a session that has run out is still whose data is here').to.deep.equal(known);
    await forgetSession(clientFor());
    expect(localStorage.length).to.equal(0);
  });
});
