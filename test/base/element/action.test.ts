import { expect } from '@open-wc/testing';
import { Action, type ActionOptions, type Attempt } from '../../../src/base/element/action.js';
import { untilLeft } from '../../../src/base/browser/until-left.js';
import { LatchError } from '../../../src/base/client/errors.js';

interface Run extends Attempt {
  input: string;
  succeed(result: string): void;
  fail(error: Error): void;
}

describe('an action', () => {
  let runs: Run[];
  let told: string[];
  let over: AbortController;

  beforeEach(() => {
    runs = [];
    told = [];
    over = new AbortController();
  });

  const create = (options: Partial<ActionOptions<string, string>> = {}) =>
    new Action<string, string>({
      signal: () => over.signal,
      update() {},
      begun: () => told.push('begun'),
      run: (attempt, input) =>
        new Promise((succeed, fail) => {
          runs.push({ ...attempt, input, succeed, fail });
          attempt.signal.addEventListener('abort', () => fail(attempt.signal.reason as Error));
        }),
      done: (result) => told.push(`done: ${result}`),
      failed: (error, input) => told.push(`failed with ${input ?? 'nothing'}: ${(error as LatchError).code}`),
      ...options,
    });

  it('begins before the call returns, so that a user gesture is still there', () => {
    void create().start('a');
    expect(runs.map(({ input }) => input)).to.deep.equal(['a']);
  });

  it('has one run at a time, which a second call joins', async () => {
    const action = create();
    const both = [action.start('a'), action.start('b')];
    runs[0]!.succeed('yes');
    expect(await Promise.all(both)).to.deep.equal(['yes', 'yes']);
    expect(told).to.deep.equal(['begun', 'done: yes']);
    void action.start('c');
    expect(runs.map(({ input }) => input)).to.deep.equal(['a', 'c']);
  });

  it('is at the phase that the run reports, and shows the preparation of a dialog as the dialog', async () => {
    const seen: (string | undefined)[] = [];
    const action: Action<string, string> = create({ update: () => seen.push(action.phase) });
    const ended = action.start('a');
    for (const phase of ['preparing', 'verifying', undefined]) runs[0]!.onPhase(phase);
    runs[0]!.succeed('yes');
    await ended;
    expect(seen).to.deep.equal(['asking', 'verifying', undefined, undefined]);
  });

  it('is pending until its failure is dealt with, and never rejects', async () => {
    let deal!: () => void;
    const action = create({ failed: () => new Promise<void>((resolve) => (deal = resolve)) });
    const ended = action.start('a');
    runs[0]!.onPhase('asking');
    runs[0]!.fail(new LatchError('rejected', 'No.'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(action.phase).to.equal('asking');
    deal();
    expect([await ended, action.phase]).to.deep.equal([undefined, undefined]);
  });

  it('says with what it failed, and nothing once its signal has aborted', async () => {
    const action = create();
    const first = action.start('a');
    runs[0]!.fail(new LatchError('rejected', 'No.'));
    await first;
    const second = action.start('b');
    over.abort();
    await second;
    expect(told).to.deep.equal(['begun', 'failed with a: rejected', 'begun']);
  });

  it('fails with the reason for which it is stopped', async () => {
    const action = create();
    const ended = action.start('a');
    action.stop(new LatchError('cancelled', 'Cancelled.'));
    await ended;
    expect(told).to.deep.equal(['begun', 'failed with a: cancelled']);
  });

  it('ends with the page only if it is asked to', async () => {
    const [stays, ends] = [create(), create({ until: untilLeft })];
    void stays.start('stays');
    const ended = ends.start('ends');
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    await ended;
    expect(runs.map(({ signal }) => signal.aborted)).to.deep.equal([false, true]);
  });

  it('has a call join what began without one', async () => {
    const action = create();
    action.follow('verifying');
    const joined = action.start('a');
    expect([action.phase, runs.length]).to.deep.equal(['verifying', 0]);
    action.succeed('yes');
    action.follow(undefined);
    expect([await joined, action.phase, told]).to.deep.equal([undefined, undefined, ['done: yes']]);
  });
});
