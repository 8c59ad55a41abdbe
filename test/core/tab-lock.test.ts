import { expect } from '@open-wc/testing';
import { takeLock } from '../../src/core/tab-lock.js';
import { stopClock } from '../support/browser/clock.js';

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
      expect(grant({})).to.equal(undefined);
      expect(clock.waiting).to.equal(0);
    } finally {
      clock.restore();
    }
  });
});
