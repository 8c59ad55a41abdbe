import { expect } from '@open-wc/testing';
import { inLine } from '../../src/core/in-line.js';
import { settled, stopClock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';

/** Holds the line of the origin until the function that it resolves with is called. */
function holdLine(): Promise<() => Promise<void>> {
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

describe('a sign-in in line', () => {
  it('waits until no options are being fetched, and gives its result', async () => {
    const release = await holdLine();
    let isBegun = false;
    const done = inLine(async () => (isBegun = true));
    await settled();
    expect(isBegun).to.equal(false);
    await release();
    expect(await done).to.equal(true);
  });

  it('waits no longer than two seconds, and is done once', async () => {
    const release = await holdLine();
    const clock = stopClock();
    let times = 0;
    const done = inLine(async () => ++times);
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
    expect((await rejection(inLine(fail))).message).to.equal('why');
    expect(times).to.equal(1);
  });

  it('needs no line where the browser has none', async () => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
    expect(await inLine(async () => 'done')).to.equal('done');
    Reflect.deleteProperty(navigator, 'locks');
  });
});
