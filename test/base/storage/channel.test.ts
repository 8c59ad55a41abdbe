import { expect } from '@open-wc/testing';
import { listen, broadcast, type ChannelMessage } from '../../../src/base/storage/channel.js';

describe('what tabs tell each other', () => {
  let over: AbortController;
  let heard: ChannelMessage[];
  let channel: BroadcastChannel;

  beforeEach(() => {
    over = new AbortController();
    heard = [];
    listen((message) => heard.push(message), over.signal);
    channel = new BroadcastChannel('auth');
  });

  afterEach(() => {
    over.abort();
    channel.close();
  });

  /** Resolves once everything that was said before has been heard. */
  const heardAll = () =>
    new Promise<void>((resolve) => {
      const mark = crypto.randomUUID();
      // Opened last, so it hears after all others.
      const ear = new BroadcastChannel('auth');
      ear.onmessage = ({ data }: MessageEvent<{ reason?: string }>) => {
        if (data.reason !== mark) return;
        ear.close();
        heard = heard.filter((each) => !('reason' in each) || each.reason !== mark);
        resolve();
      };
      broadcast({ type: 'sign-in-failed', reason: mark });
    });

  it('is heard by every listener of the origin, the teller included', async () => {
    broadcast({ type: 'signed-in' });
    broadcast({ type: 'sign-in-failed', reason: 'access_denied' });
    broadcast({ type: 'signed-out' });
    await heardAll();
    expect(heard).to.deep.equal([
      { type: 'signed-in' },
      { type: 'sign-in-failed', reason: 'access_denied' },
      { type: 'signed-out' },
    ]);
  });

  it('is heard from the plain messages of anybody else on the channel', async () => {
    channel.postMessage({ type: 'signed-in', flow: 'theirs' });
    await heardAll();
    expect(heard).to.deep.equal([{ type: 'signed-in', flow: 'theirs' }]);
  });

  it('is dropped when it has another shape', async () => {
    for (const forged of [
      undefined,
      null,
      'signed-in',
      1,
      [],
      {},
      { type: 'signedIn' },
      { type: ['signed-in'] },
      { type: 'sign-in-failed' },
      { type: 'sign-in-failed', reason: 7 },
    ])
      channel.postMessage(forged);
    await heardAll();
    expect(heard).to.deep.equal([]);
  });

  it('is not heard after the signal has aborted', async () => {
    over.abort();
    broadcast({ type: 'signed-in' });
    await heardAll();
    listen((message) => heard.push(message), over.signal);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    broadcast({ type: 'signed-in' });
    await heardAll();
    expect(heard).to.deep.equal([]);
  });

  it('is not heard while the page rests in the back-forward cache, and is heard once after', async () => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    broadcast({ type: 'signed-out' });
    await heardAll();
    expect(heard).to.deep.equal([]);
    for (const _each of [1, 2]) dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    broadcast({ type: 'signed-in' });
    await heardAll();
    expect(heard).to.deep.equal([{ type: 'signed-in' }]);
  });

  it('leaves no channel open, which would keep the page out of the back-forward cache', () => {
    const open = new Set<BroadcastChannel>();
    const Native = BroadcastChannel;
    globalThis.BroadcastChannel = class extends Native {
      constructor(name: string) {
        super(name);
        open.add(this);
      }
      override close() {
        open.delete(this);
        super.close();
      }
    };
    try {
      over.abort();
      const signal = new AbortController();
      for (const _each of [1, 2]) listen(() => {}, signal.signal);
      broadcast({ type: 'signed-in' });
      expect(open.size, 'all listeners share one').to.equal(1);
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      expect(open.size).to.equal(0);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      expect(open.size).to.equal(1);
      signal.abort();
      expect(open.size).to.equal(0);
    } finally {
      globalThis.BroadcastChannel = Native;
    }
  });
});
