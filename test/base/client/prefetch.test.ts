import { expect } from '@open-wc/testing';
import { listen, noteSessionChange, broadcast } from '../../../src/base/storage/channel.js';
import { prefetch } from '../../../src/base/client/prefetch.js';
import { settled, stopClock, type Clock } from '../../support/browser/clock.js';
import { rejection } from '../../support/browser/rejection.js';

const minute = 60_000;

describe('an answer that is fetched ahead', () => {
  let clock: Clock;
  let fetched: number;
  /** Settles what is fetched, in the order in which it was requested. */
  let answers: ((value: string) => void)[];

  beforeEach(() => {
    clock = stopClock();
    fetched = 0;
    answers = [];
  });

  afterEach(() => clock.restore());

  const fetch = async () => `answer ${++fetched}`;
  const fetchLater = () => new Promise<string>((resolve) => answers.push(resolve));
  const asked = async (times: number) => {
    while (answers.length < times) await settled();
  };
  /** Answers the question with this index, once it is asked. */
  const answerTo = async (index: number, value: string) => {
    await asked(index + 1);
    answers[index]!(value);
  };
  const turnPage = (type: string) => dispatchEvent(new PageTransitionEvent(type, { persisted: true }));

  it('is fetched when it is first needed, and serves one caller after the other', async () => {
    const answer = prefetch({ fetch });
    expect(answer.remaining()).to.equal(0);
    expect([await answer.take(), await answer.take()]).to.deep.equal(['answer 1', 'answer 1']);
  });

  it('is fetched once for all who ask at the same time', async () => {
    const answer = prefetch({ fetch });
    await Promise.all([answer.prepare(), answer.take(), answer.prepare(), answer.take()]);
    expect(fetched).to.equal(1);
  });

  it('is returned once if it serves once, also to those who ask at the same time', async () => {
    const answer = prefetch({ fetch, isSingleUse: true });
    await answer.prepare();
    const taken = await Promise.all([answer.take(), answer.take(), answer.take()]);
    expect(taken.toSorted()).to.deep.equal(['answer 1', 'answer 2', 'answer 3']);
  });

  it('is of no use after a sign-in, which has replaced the session it belongs to', async () => {
    const [used, other] = [prefetch({ fetch }), prefetch({ fetch })];
    await Promise.all([used.prepare(), other.prepare()]);
    broadcast({ type: 'signed-in' });
    expect([used.remaining(), other.remaining()]).to.deep.equal([0, 0]);
    expect(await other.take()).to.equal('answer 3');
    expect(other.remaining()).to.equal(4 * minute);
  });

  it('is of no use after a sign-out, and after a session was renewed, but not after a sign-in that failed', async () => {
    const answer = prefetch({ fetch });
    await answer.prepare();
    broadcast({ type: 'sign-in-failed', reason: 'access_denied' });
    expect(await answer.take()).to.equal('answer 1');
    broadcast({ type: 'signed-out' });
    expect(await answer.take()).to.equal('answer 2');
    noteSessionChange();
    expect(await answer.take()).to.equal('answer 3');
  });

  it('is not joined when it was requested before a sign-in and taken after it', async () => {
    const answer = prefetch({ fetch: fetchLater });
    const prepared = answer.prepare();
    await asked(1);
    broadcast({ type: 'signed-in' });
    const taken = answer.take();
    await answerTo(0, 'of the session before');
    await prepared;
    expect(answer.remaining()).to.equal(0);
    await answerTo(1, 'of the new session');
    expect(await taken).to.equal('of the new session');
  });

  it('is not handed to those who waited for it when a user signed in', async () => {
    const answer = prefetch({ fetch: fetchLater });
    const taken = answer.take();
    await asked(1);
    broadcast({ type: 'signed-in' });
    await answerTo(0, 'of the session before');
    await answerTo(1, 'of the new session');
    expect(await taken).to.equal('of the new session');
  });

  it('is replaced when it is four minutes old, counted from the asking', async () => {
    const answer = prefetch({ fetch: fetchLater });
    const taken = answer.take();
    await asked(1);
    await clock.pass(minute);
    await answerTo(0, 'first');
    await taken;
    expect(answer.remaining()).to.equal(3 * minute);
    await clock.pass(3 * minute - 1);
    expect(answer.remaining()).to.equal(1);
    await clock.pass(1);
    expect(answer.remaining()).to.equal(0);
    const next = answer.take();
    await answerTo(1, 'second');
    expect(await next).to.equal('second');
  });

  it('is replaced earlier when the backend gives it less time', async () => {
    const ends = [minute, 60 * minute, 0].map(async (timeout) => {
      const answer = prefetch({ fetch: async () => ({ timeout }) });
      await answer.prepare();
      return answer.remaining();
    });
    expect(await Promise.all(ends)).to.deep.equal([48_000, 4 * minute, 4 * minute]);
  });

  it('is returned once it has arrived, however little time the backend gives it', async () => {
    const answer = prefetch({ fetch: async () => ({ timeout: 1 }) });
    expect(await answer.take()).to.deep.equal({ timeout: 1 });
  });

  it('is replaced once it is discarded, even in flight', async () => {
    const answer = prefetch({ fetch: fetchLater });
    const first = answer.take();
    await asked(1);
    answer.discard();
    await answerTo(0, 'discarded');
    await answerTo(1, 'second');
    expect(await first).to.equal('second');
    answer.discard();
    expect(answer.remaining()).to.equal(0);
  });

  it('comes with the page and then needs no request, while the page is young', async () => {
    const answer = prefetch({ fetch, inlined: 'inlined' });
    expect(answer.remaining()).to.be.within(1, 4 * minute);
    await answer.prepare();
    expect([await answer.take(), fetched]).to.deep.equal(['inlined', 0]);
    await clock.pass(4 * minute);
    expect(await answer.take()).to.equal('answer 1');
  });

  it('does not fail ahead of time: the error is met by who needs it, and the next one tries again', async () => {
    let failing = true;
    const answer = prefetch({ fetch: () => (failing ? Promise.reject(new Error('no')) : fetch()) });
    await answer.prepare();
    expect((await rejection(answer.take())).message).to.equal('no');
    failing = false;
    expect(await answer.take()).to.equal('answer 1');
  });

  it('lets a caller go that aborts, and goes on for the others', async () => {
    const answer = prefetch({ fetch: fetchLater });
    const controller = new AbortController();
    const [first, second] = [rejection(answer.take(controller.signal)), answer.take()];
    await asked(1);
    controller.abort();
    expect((await first).code).to.equal('aborted');
    await answerTo(0, 'there');
    expect([await second, answers.length]).to.deep.equal(['there', 1]);
  });

  it('leaves no timer behind', async () => {
    const answer = prefetch({ fetch });
    await answer.take();
    expect(clock.waiting).to.equal(0);
  });

  it('waits for other tabs that ask for something of the kind, whose cookie would compete with its own', async () => {
    let release!: (value: unknown) => void;
    const isHeld = new Promise<void>((granted) => {
      void navigator.locks.request('latchkey', () => {
        granted();
        return new Promise((resolve) => (release = resolve));
      });
    });
    await isHeld;
    const answer = prefetch({ fetch });
    const taken = answer.take();
    await settled();
    expect(fetched).to.equal(0);
    release(undefined);
    expect(await taken).to.equal('answer 1');
  });

  it('is fetched without a lock where the browser has none', async () => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    try {
      expect(await prefetch({ fetch }).take()).to.equal('answer 1');
    } finally {
      Reflect.deleteProperty(navigator, 'locks');
    }
  });

  it('is discarded when another tab has signed a user in, and when the page was frozen and received no messages', async () => {
    const over = new AbortController();
    listen(() => {}, over.signal);
    const answer = prefetch({ fetch });
    await answer.prepare();
    const otherTab = new BroadcastChannel('auth');
    otherTab.postMessage({ type: 'signed-in' });
    while (answer.remaining() > 0) await settled();
    otherTab.close();
    await answer.prepare();
    turnPage('pagehide');
    turnPage('pageshow');
    expect(answer.remaining()).to.equal(0);
    over.abort();
  });
});
