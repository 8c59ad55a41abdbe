import { expect } from '@open-wc/testing';
import { within } from '../../../src/base/client/deadline.js';
import { stopClock, type Clock } from '../../support/browser/clock.js';
import { rejection } from '../../support/browser/rejection.js';

describe('work with a deadline', () => {
  let clock: Clock;

  beforeEach(() => (clock = stopClock()));
  afterEach(() => clock.restore());

  it('gives what it comes to, at once or later, and leaves no timer', async () => {
    expect(await within(1000, () => 1)).to.equal(1);
    expect(await within(1000, async () => 2)).to.equal(2);
    expect(clock.waiting).to.equal(0);
  });

  it('rejects with what it throws or rejects with', async () => {
    const reason = new Error('no');
    const work = [
      () => Promise.reject(reason),
      () => {
        throw reason;
      },
    ];
    for (const each of work) expect(await rejection(within(1000, each))).to.equal(reason);
    expect(clock.waiting).to.equal(0);
  });

  it('rejects when it takes too long', async () => {
    const failed = rejection(within(1000, () => new Promise(() => {})));
    await clock.pass(999);
    expect(clock.waiting).to.equal(1);
    await clock.pass(1);
    expect(await failed).to.include({ name: 'LatchError', code: 'timed_out', retryable: true });
  });
});
