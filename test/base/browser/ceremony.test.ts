import { expect } from '@open-wc/testing';
import type * as Module from '../../../src/base/browser/ceremony.js';
import { run, type TurnKind, type CeremonyMode } from '../../../src/base/browser/ceremony.js';
import { LatchError } from '../../../src/base/client/errors.js';
import { settled, stopClock, type Clock } from '../../support/browser/clock.js';
import { importCopy } from '../../support/browser/copy.js';
import { rejection } from '../../support/browser/rejection.js';

interface Staged {
  readonly result: Promise<string>;
  readonly begun: boolean;
  readonly signal: AbortSignal | undefined;
  abort(reason?: unknown): void;
  /** As when the browser has answered. */
  commit(): void;
  finish(): void;
}

/**
 * A ceremony that begins when it has its turn and ends when the test, or its signal, ends it. A `stubborn` one does not
 * heed the signal.
 */
function stage(mode: CeremonyMode, { kind = 'publicKey' as TurnKind, stubborn = false, of = { run } } = {}): Staged {
  const controller = new AbortController();
  let signal: AbortSignal | undefined;
  let commit!: () => void;
  let finish!: () => void;
  const finished = new Promise<string>((resolve) => (finish = () => resolve('finished')));
  const ceremony = (given: AbortSignal, keepTurn: () => void) => {
    [signal, commit] = [given, keepTurn];
    if (stubborn) return finished;
    return Promise.race([
      finished,
      new Promise<never>((_resolve, reject) => given.addEventListener('abort', () => reject(given.reason as Error))),
    ]);
  };
  const result = of.run(ceremony, { mode, kind, signal: controller.signal });
  result.catch(() => {});
  return {
    result,
    get begun() {
      return signal !== undefined;
    },
    get signal() {
      return signal;
    },
    abort: (reason) => controller.abort(reason),
    commit: () => commit(),
    finish,
  };
}

describe('ceremonies taking turns', () => {
  let clock: Clock;
  const staged: Staged[] = [];
  const begin = (...how: Parameters<typeof stage>) => staged[staged.push(stage(...how)) - 1]!;

  beforeEach(() => (clock = stopClock()));

  afterEach(async () => {
    for (const one of staged.splice(0)) {
      one.finish();
      one.abort();
    }
    await clock.pass(500);
    clock.restore();
  });

  it('gives an ambient ceremony its turn at once when no one has it', async () => {
    const ambient = begin('ambient');
    await settled();
    expect(ambient.begun).to.equal(true);
    ambient.finish();
    expect(await ambient.result).to.equal('finished');
  });

  it('has an ambient ceremony wait, whichever has the turn', async () => {
    for (const mode of ['ambient', 'modal'] as const) {
      const first = begin(mode);
      const second = begin('ambient');
      await settled();
      expect(second.begun, mode).to.equal(false);
      first.finish();
      await settled();
      expect(second.begun, mode).to.equal(true);
      second.finish();
      await settled();
    }
  });

  it('has a modal ceremony end the ambient one, whose caller is notified that it was superseded', async () => {
    const ambient = begin('ambient');
    await settled();
    const modal = begin('modal');
    const error = await rejection(ambient.result);
    expect(error).to.be.instanceOf(LatchError).and.to.include({ code: 'superseded' });
    expect(ambient.signal!.reason).to.equal(error);
    await settled();
    expect(modal.begun).to.equal(true);
  });

  it('does not begin the modal ceremony before the ambient one has released the browser', async () => {
    const ambient = begin('ambient', { stubborn: true });
    await settled();
    const modal = begin('modal');
    await settled();
    expect(ambient.signal!.aborted).to.equal(true);
    expect(modal.begun).to.equal(false);
    ambient.finish();
    await settled();
    expect(modal.begun).to.equal(true);
  });

  it('has a later modal ceremony replace an earlier one, running or still waiting', async () => {
    const stubborn = begin('ambient', { stubborn: true });
    await settled();
    const waiting = begin('modal');
    const later = begin('modal');
    expect((await rejection(waiting.result)).code).to.equal('superseded');
    stubborn.finish();
    await settled();
    expect([waiting.begun, later.begun]).to.deep.equal([false, true]);
    const last = begin('modal');
    expect((await rejection(later.result)).code).to.equal('superseded');
    await settled();
    expect(last.begun).to.equal(true);
  });

  it('lets ambient ceremonies wait in their order, behind a modal one', async () => {
    const first = begin('ambient', { stubborn: true });
    const second = begin('ambient');
    const third = begin('ambient');
    await settled();
    const modal = begin('modal');
    first.finish();
    await settled();
    expect([modal.begun, second.begun, third.begun]).to.deep.equal([true, false, false]);
    modal.finish();
    await settled();
    expect([second.begun, third.begun]).to.deep.equal([true, false]);
    second.finish();
    await settled();
    expect(third.begun).to.equal(true);
  });

  it('has a calm ceremony end an ambient one, and wait for one that prompts a person', async () => {
    const ambient = begin('ambient');
    await settled();
    const first = begin('calm');
    expect((await rejection(ambient.result)).code).to.equal('superseded');
    await settled();
    expect(first.begun).to.equal(true);
    const later = begin('calm');
    expect((await rejection(first.result)).code).to.equal('superseded');
    await settled();
    expect(later.begun).to.equal(true);
    later.finish();
    await settled();
    const modal = begin('modal');
    const behind = begin('ambient');
    const second = begin('calm');
    await settled();
    expect([modal.signal!.aborted, second.begun]).to.deep.equal([false, false]);
    modal.finish();
    await settled();
    expect([second.begun, behind.begun]).to.deep.equal([true, false]);
  });

  for (const mode of ['ambient', 'modal'] as const) {
    it(`has every other ceremony wait for an answered ${mode} one, until it is over`, async () => {
      const answered = begin(mode);
      await settled();
      answered.commit();
      const others = (['ambient', 'calm', 'modal'] as const).map((other) => begin(other));
      await settled();
      expect(answered.signal!.aborted).to.equal(false);
      expect(others.map(({ begun }) => begun)).to.deep.equal([false, false, false]);
      answered.finish();
      expect(await answered.result).to.equal('finished');
      await settled();
      expect(others.map(({ begun }) => begun)).to.deep.equal([false, false, true]);
    });
  }

  it('ends an answered ceremony when its own signal aborts', async () => {
    const answered = begin('modal');
    await settled();
    answered.commit();
    const next = begin('modal');
    answered.abort();
    expect((await rejection(answered.result)).code).to.equal('aborted');
    await settled();
    expect(next.begun).to.equal(true);
  });

  it('never begins a ceremony that is aborted while it waits, and passes over it', async () => {
    const first = begin('ambient');
    const second = begin('ambient');
    const third = begin('ambient');
    second.abort();
    expect((await rejection(second.result)).code).to.equal('aborted');
    first.finish();
    await settled();
    expect([second.begun, third.begun]).to.deep.equal([false, true]);
  });

  it('never begins a ceremony whose signal has aborted before, nor lets it displace anybody', async () => {
    const first = begin('ambient');
    await settled();
    let begun = false;
    const aborted = run(async () => (begun = true), { mode: 'modal', signal: AbortSignal.abort() });
    expect((await rejection(aborted)).code).to.equal('aborted');
    expect(begun).to.equal(false);
    expect(first.signal!.aborted).to.equal(false);
  });

  it('frees the turn when its ceremony is aborted in the very moment in which it gets it', async () => {
    const first = begin('ambient');
    await settled();
    const second = begin('ambient');
    first.finish();
    first.result.then(() => second.abort()).catch(() => {});
    const third = begin('ambient');
    await settled();
    await clock.pass(0);
    expect((await rejection(second.result)).code).to.equal('aborted');
    expect(third.begun).to.equal(true);
  });

  it('answers an aborted caller at once, with its own reason if that is one of ours', async () => {
    const ambient = begin('ambient', { stubborn: true });
    await settled();
    const reason = new LatchError('cancelled', 'Enough.');
    ambient.abort(reason);
    expect(await rejection(ambient.result)).to.equal(reason);
  });

  it('gives a ceremony up that does not end within 500 ms of being aborted', async () => {
    const stubborn = begin('ambient', { stubborn: true });
    await settled();
    const modal = begin('modal');
    await clock.pass(499);
    expect(modal.begun).to.equal(false);
    await clock.pass(1);
    expect(modal.begun).to.equal(true);
    stubborn.finish();
    await settled();
    const ambient = begin('ambient');
    await settled();
    expect(ambient.begun, 'what was given up must not free the turn of another').to.equal(false);
  });

  it('frees the turn when a ceremony fails, even before it has anything to wait for', async () => {
    const failing = [() => Promise.reject(new Error('no')), () => { throw new Error('no'); }] as const; // prettier-ignore
    for (const fail of failing) expect((await rejection(run(fail, { mode: 'modal' }))).message).to.equal('no');
    const next = begin('ambient');
    await settled();
    expect(next.begun).to.equal(true);
  });

  it('keeps no timer and no listener for a ceremony that is over', async () => {
    const controller = new AbortController();
    const listeners = new Set<unknown>();
    const { addEventListener, removeEventListener } = AbortSignal.prototype;
    AbortSignal.prototype.addEventListener = function (
      this: AbortSignal,
      type: string,
      listener: unknown,
      options: unknown,
    ) {
      listeners.add(listener);
      addEventListener.call(this, type, listener as EventListener, options as undefined);
    } as typeof addEventListener;
    AbortSignal.prototype.removeEventListener = function (this: AbortSignal, type: string, listener: unknown) {
      listeners.delete(listener);
      removeEventListener.call(this, type, listener as EventListener);
    } as typeof removeEventListener;
    try {
      await run(async () => {}, { mode: 'ambient', signal: controller.signal });
      await rejection(run(() => Promise.reject(new Error('no')), { mode: 'modal', signal: controller.signal }));
      expect(listeners.size).to.equal(0);
    } finally {
      Object.assign(AbortSignal.prototype, { addEventListener, removeEventListener });
    }
    const ended = begin('ambient');
    await settled();
    ended.abort();
    await settled();
    expect(clock.waiting).to.equal(0);
  });

  it('lets different kinds be pending side by side', async () => {
    const kinds: TurnKind[] = ['publicKey', 'password', 'identity', 'otp', 'digital'];
    const ceremonies = kinds.map((kind) => begin(kind === 'publicKey' ? 'ambient' : 'modal', { kind }));
    await settled();
    expect(ceremonies.map(({ begun }) => begun)).to.deep.equal(kinds.map(() => true));
  });

  it('is shared by all copies of Latchkey on the page', async () => {
    clock.restore();
    const copy = await importCopy<typeof Module>('base/browser/ceremony');
    clock = stopClock();
    expect(copy.run).not.to.equal(run);
    const ours = begin('ambient');
    const theirs = begin('ambient', { of: copy });
    await settled();
    expect([ours.begun, theirs.begun]).to.deep.equal([true, false]);
    const modal = begin('modal', { of: copy });
    expect((await rejection(ours.result)).code).to.equal('superseded');
    await settled();
    expect([modal.begun, theirs.begun]).to.deep.equal([true, false]);
  });
});
