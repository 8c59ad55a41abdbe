import { expect } from '@open-wc/testing';
import { outdateOptions, readyOptions } from '../../../src/features/passkey/ready-options.js';
import { requestOptions } from '../../support/browser/backend.js';
import { stopClock, type Clock } from '../../support/browser/clock.js';
import { rejection } from '../../support/browser/rejection.js';

const minute = 60_000;

describe('options kept ready', () => {
  let clock: Clock;
  let fetched: ReturnType<typeof requestOptions>[];

  beforeEach(() => {
    clock = stopClock();
    fetched = [];
  });

  afterEach(() => clock.restore());

  const fetch = async (more?: object) => fetched[fetched.push(requestOptions(more)) - 1]! as never;

  it('are fetched when they are first needed, and serve one ceremony after the other', async () => {
    const options = readyOptions({ fetch });
    expect(options.remaining()).to.equal(0);
    expect(await options.take()).to.equal(fetched[0]);
    expect(await options.take()).to.equal(fetched[0]);
    expect(fetched).to.have.length(1);
  });

  it('are fetched once for all who ask at the same time', async () => {
    const options = readyOptions({ fetch });
    await Promise.all([options.prepare(), options.take(), options.prepare(), options.take()]);
    expect(fetched).to.have.length(1);
  });

  it('are of no use after a sign-in on this page, which has replaced the session they belong to', async () => {
    const [used, other] = [readyOptions({ fetch }), readyOptions({ fetch })];
    await Promise.all([used.prepare(), other.prepare()]);
    outdateOptions();
    expect(other.remaining()).to.equal(0);
    expect(await other.take()).to.equal(fetched[2]);
    expect(other.remaining()).to.equal(4 * minute);
  });

  it('that were asked for before a sign-in and come after it are not kept', async () => {
    let answer!: (options: never) => void;
    const options = readyOptions({ fetch: () => new Promise((resolve) => (answer = resolve)) });
    const prepared = options.prepare();
    outdateOptions();
    answer(requestOptions() as never);
    await prepared;
    expect(options.remaining()).to.equal(0);
  });

  it('are replaced when they are four minutes old, counted from the asking', async () => {
    let answer!: (options: never) => void;
    const options = readyOptions({ fetch: () => new Promise((resolve) => (answer = resolve)) });
    const taken = options.take();
    await clock.pass(minute);
    answer(requestOptions() as never);
    await taken;
    expect(options.remaining()).to.equal(3 * minute);
    await clock.pass(3 * minute - 1);
    expect(options.remaining()).to.equal(1);
    await clock.pass(1);
    expect(options.remaining()).to.equal(0);
    const next = options.take();
    answer(requestOptions({ fresh: true }) as never);
    expect(await next).to.have.property('fresh', true);
  });

  it('are replaced earlier when the backend gives them less time', async () => {
    const options = readyOptions({ fetch: () => fetch({ timeout: minute }) });
    await options.prepare();
    expect(options.remaining()).to.equal(48_000);
    const longer = readyOptions({ fetch: () => fetch({ timeout: 60 * minute }) });
    await longer.prepare();
    expect(longer.remaining()).to.equal(4 * minute);
  });

  it('are replaced once their challenge has been answered', async () => {
    const options = readyOptions({ fetch });
    const first = await options.take();
    options.spend();
    expect(options.remaining()).to.equal(0);
    expect(await options.take()).not.to.equal(first);
  });

  it('come with the page and then need no request, while the page is young', async () => {
    const inlined = requestOptions() as never;
    const options = readyOptions({ fetch, inlined });
    expect(options.remaining()).to.be.within(1, 4 * minute);
    expect(await options.take()).to.equal(inlined);
    await options.prepare();
    expect(fetched).to.have.length(0);
    await clock.pass(4 * minute);
    expect(await options.take()).to.equal(fetched[0]);
  });

  it('do not fail ahead of time: the error is met by who needs them, and the next one tries again', async () => {
    let failing = true;
    const options = readyOptions({ fetch: () => (failing ? Promise.reject(new Error('no')) : fetch()) });
    await options.prepare();
    expect((await rejection(options.take())).message).to.equal('no');
    failing = false;
    expect(await options.take()).to.equal(fetched[0]);
  });

  it('let go of a caller that aborts, and go on for the others', async () => {
    let answer!: (options: never) => void;
    const options = readyOptions({ fetch: () => new Promise((resolve) => (answer = resolve)) });
    const controller = new AbortController();
    const [first, second] = [rejection(options.take(controller.signal)), options.take()];
    controller.abort();
    expect((await first).code).to.equal('aborted');
    answer({ challenge: 'x' } as never);
    expect(await second).to.have.property('challenge', 'x');
  });
});
