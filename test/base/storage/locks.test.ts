import { expect } from '@open-wc/testing';
import { afterFetches } from '../../../src/base/storage/locks/after-fetches.js';
import { takeLock } from '../../../src/base/storage/locks/take-lock.js';
import { settled, stopClock } from '../../support/browser/clock.js';
import { rejection } from '../../support/browser/rejection.js';

/** Fetches, as another tab may, until the function that it resolves with is called. */
function fetchElsewhere(): Promise<() => Promise<void>> {
  return new Promise((granted) => {
    const held = navigator.locks.request(
      'latchkey',
      () =>
        new Promise<void>((release) =>
          granted(async () => {
            release();
            await held;
          }),
        ),
    );
  });
}

describe('a lock that one tab has at a time', () => {
  const name = 'latchkey.test';

  /** Puts other locks, or none, in the place of the browser's. */
  const standIn = (locks: unknown) => Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  afterEach(() => Reflect.deleteProperty(navigator, 'locks'));

  it('is given to the first, refused to the second without waiting, and free again when it was given back', async () => {
    const first = await takeLock(name);
    expect(typeof first).to.equal('function');
    expect(await takeLock(name)).to.equal(undefined);
    first!();
    let third: (() => void) | undefined;
    while (!third) third = await takeLock(name);
    third();
  });

  const refuse = () => Promise.reject(new DOMException('', 'SecurityError'));
  const unusable: [what: string, locks: unknown][] = [
    ['are none', undefined],
    [
      'cannot be asked for',
      {
        request: () => {
          throw new TypeError('no');
        },
      },
    ],
    ['are refused', { request: refuse }],
  ];
  for (const [what, locks] of unusable) {
    it(`is given to everybody where locks ${what}`, async () => {
      standIn(locks);
      for (let times = 0; times < 2; times++) (await takeLock(name))!();
    });
  }

  it('is given to everybody when the browser does not answer within a second, and not held when it does at last', async () => {
    let grant = (_lock: object): unknown => undefined;
    standIn({
      request: (_name: string, _options: object, callback: typeof grant) => new Promise(() => (grant = callback)),
    });
    const clock = stopClock();
    try {
      const taken = takeLock(name);
      await clock.pass(1000);
      (await taken)!();
      expect(await grant({})).to.equal(undefined);
      expect(clock.waiting).to.equal(0);
    } finally {
      clock.restore();
    }
  });
});

describe('a sign-in beside fetches of other tabs', () => {
  it('waits until no options are being fetched, and gives its result', async () => {
    const release = await fetchElsewhere();
    let isBegun = false;
    const done = afterFetches(async () => (isBegun = true));
    await settled();
    expect(isBegun).to.equal(false);
    await release();
    expect(await done).to.equal(true);
  });

  it('waits no longer than two seconds, and is done once', async () => {
    const release = await fetchElsewhere();
    const clock = stopClock();
    let times = 0;
    const done = afterFetches(async () => ++times);
    await clock.pass(1999);
    expect(times).to.equal(0);
    await clock.pass(1);
    expect(await done).to.equal(1);
    expect(clock.waiting).to.equal(0);
    clock.restore();
    await release();
    await settled();
    expect(times).to.equal(1);
  });

  it('fails as what is done fails, once', async () => {
    let times = 0;
    const fail = async () => {
      times++;
      throw new Error('why');
    };
    expect((await rejection(afterFetches(fail))).message).to.equal('why');
    expect(times).to.equal(1);
  });

  it('waits for nothing where the browser has no locks', async () => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    expect(await afterFetches(async () => 'done')).to.equal('done');
    Reflect.deleteProperty(navigator, 'locks');
  });
});
