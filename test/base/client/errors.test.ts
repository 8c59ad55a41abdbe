import { expect } from '@open-wc/testing';
import { abortError, LatchError, unlessAborted } from '../../../src/base/client/errors.js';
import { rejection } from '../../support/browser/rejection.js';

describe('LatchError', () => {
  it('carries a code, a message, its cause, and what to expect of another try', () => {
    const cause = new Error('why');
    const error = new LatchError('rate_limited', 'Too many.', { cause, retryable: true, retryAfter: 3000 });
    expect(error).to.be.instanceOf(Error).and.to.include({
      name: 'LatchError',
      code: 'rate_limited',
      message: 'Too many.',
      cause,
      retryable: true,
      retryAfter: 3000,
    });
  });

  it('does not promise that another try helps, and has no cause, unless told', () => {
    const error = new LatchError('rejected', 'No.');
    expect(error.retryable).to.equal(false);
    expect(error.retryAfter).to.equal(undefined);
    expect(Object.hasOwn(error, 'cause')).to.equal(false);
  });

  it('comes from an aborted signal: its reason if that is one of ours, else `aborted` with the reason as the cause', () => {
    const own = new LatchError('superseded', '');
    expect(abortError(AbortSignal.abort(own))).to.equal(own);
    const ofCopy = Object.assign(new Error('why'), { name: 'LatchError', code: 'superseded', retryable: true });
    expect(abortError(AbortSignal.abort(ofCopy)))
      .to.be.instanceOf(LatchError)
      .and.to.include({ code: 'superseded', message: 'why', retryable: true, cause: ofCopy });
    expect(abortError(AbortSignal.abort('enough'))).to.include({ code: 'aborted', cause: 'enough' });
    expect((abortError(AbortSignal.abort()).cause as Error).name).to.equal('AbortError');
  });
});

describe('work that a signal can end', () => {
  it('is not begun when the signal has aborted already', async () => {
    let begun = false;
    const work = async () => (begun = true);
    expect((await rejection(unlessAborted(AbortSignal.abort(), work))).code).to.equal('aborted');
    expect(begun).to.equal(false);
  });

  it('is given up at once, even if it never ends', async () => {
    const controller = new AbortController();
    const ended = rejection(unlessAborted(controller.signal, () => new Promise(() => {})));
    controller.abort();
    expect((await ended).code).to.equal('aborted');
  });

  it('ends as it does while no one aborts', async () => {
    expect(await unlessAborted(undefined, async () => 1)).to.equal(1);
    expect(await unlessAborted(new AbortController().signal, async () => 2)).to.equal(2);
    expect((await rejection(unlessAborted(undefined, () => Promise.reject(new Error('no'))))).message).to.equal('no');
  });

  it('may fail after it was given up without anybody being told twice', async () => {
    const controller = new AbortController();
    let fail!: (error: Error) => void;
    const ended = rejection(unlessAborted(controller.signal, () => new Promise((_resolve, reject) => (fail = reject))));
    controller.abort();
    await ended;
    fail(new Error('too late')); // an unhandled rejection would fail this run
  });
});
