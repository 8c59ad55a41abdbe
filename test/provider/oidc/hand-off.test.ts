import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/base/client/client.js';
import type { SignInOutcome } from '../../../src/base/client/sign-in-outcome.js';
import { LatchError } from '../../../src/base/client/errors.js';
import {
  prepareHandOff,
  signInByHandOff,
  type HandOffSignInOptions,
  type PreparedHandOff,
  type SignedInByHandOff,
} from '../../../src/provider/oidc/hand-off.js';
import { signOutQuietly } from '../../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { settled, stopClock, type Clock } from '../../support/browser/clock.js';
import { rejection } from '../../support/browser/rejection.js';
import { runs } from '../../support/browser/runs.js';
import { until } from '../../support/browser/until.js';

const client = clientFor();
const id = 'A'.repeat(43);
const begun = { id, code: '7QX4-M3KF', expires: 1 };
const prepared: PreparedHandOff = {
  ...begun,
  address: new URL(`/auth/start?mode=handoff&handoff=${id}`, location.href).href,
};
const minute = 60_000;

/** Turns the page away from the user, or back. */
function turnPage(visibility: DocumentVisibilityState): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visibility });
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('a hand-off at the reference server', () => {
  afterEach(signOutQuietly);

  it('begins with a code to show, and an address of this site to open', async () => {
    const before = Date.now();
    const { code, address, expires, id: own } = await prepareHandOff({ client });
    expect(code).to.match(/^[3-9A-Z]{4}-[3-9A-Z]{4}$/);
    expect(address).to.equal(`${location.origin}/auth/start?mode=handoff&handoff=${own}`);
    expect(expires - 10 * minute).to.be.within(before, Date.now());
    expect((await fetch(address, { redirect: 'manual' })).type).to.equal('opaqueredirect');
  });

  it('is asked about in the session that it began in', async () => {
    const backend = watchBackendRequests();
    const controller = new AbortController();
    const clock = stopClock();
    const shown: PreparedHandOff[] = [];
    const handOff = await prepareHandOff({ client });
    const result = rejection(
      signInByHandOff({ client, handOff, onCode: (each) => shown.push(each), signal: controller.signal }),
    );
    const asked = backend.next('/auth/handoff/redeem');
    await clock.pass(1000);
    expect((await asked).body).to.deep.equal({ id: handOff.id });
    controller.abort();
    expect((await result).code).to.equal('aborted');
    expect(shown).to.deep.equal([handOff]);
    clock.restore();
    backend.restore();
  });

  it('that this session did not begin is over', async () => {
    const clock = stopClock();
    const result = rejection(signInByHandOff({ client, handOff: prepared, onCode: () => {} }));
    await clock.pass(1000);
    clock.restore();
    expect((await result).code).to.equal('timed_out');
  });
});

describe('beginning a hand-off while options for passkeys are being fetched', () => {
  it('waits until they have come, so that their cookie does not replace its session', async () => {
    const { locks } = navigator;
    const backend = watchBackendRequests();
    backend.answerWith(() => json(begun, 201));
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
    let endFetch = () => {};
    let held: Promise<void>;
    await new Promise<void>((fetching) => {
      held = locks.request(
        'latchkey',
        () =>
          new Promise<void>((resolve) => {
            endFetch = resolve;
            fetching();
          }),
      );
    });
    const result = prepareHandOff({ client });
    await locks.query();
    expect(backend.all).to.have.length(0);
    endFetch();
    expect((await result).code).to.equal(begun.code);
    await held!;
    backend.restore();
  });
});

describe('waiting for a hand-off', () => {
  let backend: BackendRequests;
  let clock: Clock;
  let controller: AbortController;
  let answers: (() => Response | Promise<Response>)[];
  let session: object;

  const pending = () => json({ status: 'pending' }, 202);
  const gone = (error: string) => () => json({ error }, 410);
  const offline = () => Promise.reject(new TypeError('Failed to fetch'));

  beforeEach(() => {
    backend = watchBackendRequests();
    clock = stopClock();
    controller = new AbortController();
    answers = [];
    session = { signedIn: false };
    backend.answerWith(async ({ path }) => {
      if (path === '/auth/handoff') return json(begun, 201);
      return path === '/session' ? json(session) : (answers.shift() ?? pending)();
    });
  });

  afterEach(() => {
    controller.abort();
    Reflect.deleteProperty(document, 'visibilityState');
    clock.restore();
    backend.restore();
  });

  const signIn = (more: Partial<HandOffSignInOptions> = {}): Promise<SignInOutcome<SignedInByHandOff>> =>
    signInByHandOff({ client, onCode: () => {}, signal: controller.signal, handOff: prepared, ...more });
  const countQuestions = () => backend.to('/auth/handoff/redeem').length;
  /** Lets time pass until the backend is asked once more, and says how much it was, in ms. */
  async function timeToNextQuestion(): Promise<number> {
    const before = countQuestions();
    let ms = 0;
    for (; countQuestions() === before && ms < 20_000; ms += 125) await clock.pass(125);
    return ms;
  }

  it('signs in with the first answer after the yes, and tells the other tabs', async () => {
    const channel = new BroadcastChannel('auth');
    const told = new Promise<unknown>((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
    answers = [pending, pending, () => json({})];
    const result = signIn();
    await clock.pass(10_000);
    expect(await result).to.deep.equal({ method: 'oidc' });
    expect(countQuestions()).to.equal(3);
    expect(await told).to.deep.equal({ type: 'signed-in' });
    channel.close();
  });

  it('begins one when none was prepared, and shows it once', async () => {
    const shown: unknown[] = [];
    void signIn({
      handOff: undefined,
      onCode: (each) => shown.push(each),
      openPage: (address) => shown.push(address),
    }).catch(() => {});
    await clock.pass(30_000);
    expect(shown).to.deep.equal([prepared, prepared.address]);
    expect(backend.all.filter(({ path }) => path === '/auth/handoff')).to.have.length(1);
    controller.abort();
  });

  it('opens the address of a prepared one within the click', () => {
    const happened: string[] = [];
    void signIn({ onCode: () => happened.push('shown'), openPage: (address) => happened.push(address) }).catch(
      () => {},
    );
    expect(happened).to.deep.equal(['shown', prepared.address]);
    controller.abort();
  });

  it('asks every second at first, and every five later', async () => {
    void signIn().catch(() => {});
    const pauses = [];
    for (let question = 0; question < 7; question++) pauses.push(await timeToNextQuestion());
    expect(pauses).to.deep.equal([1000, 1500, 2250, 3375, 5000, 5000, 5000]);
    controller.abort();
  });

  it('requests nothing while the page is hidden, and at once when it is visible', async () => {
    void signIn().catch(() => {});
    await clock.pass(5000);
    const before = countQuestions();
    turnPage('hidden');
    await clock.pass(5 * minute);
    expect(countQuestions()).to.equal(before);
    turnPage('visible');
    await settled();
    expect(countQuestions()).to.equal(before + 1);
    expect(await timeToNextQuestion()).to.equal(1000);
    controller.abort();
  });

  it('requests at once when the network is back, unless the page is hidden', async () => {
    void signIn().catch(() => {});
    await clock.pass(100);
    dispatchEvent(new Event('online'));
    await settled();
    expect(countQuestions()).to.equal(1);
    turnPage('hidden');
    dispatchEvent(new Event('online'));
    await settled();
    expect(countQuestions()).to.equal(1);
    controller.abort();
  });

  it('asks one question at a time', async () => {
    let answer = (_response: Response) => {};
    answers = [() => new Promise((resolve) => (answer = resolve))];
    const result = signIn();
    await clock.pass(1000);
    for (let time = 0; time < 5; time++) {
      dispatchEvent(new Event('focus'));
      await clock.pass(1000);
    }
    expect(countQuestions()).to.equal(1);
    answer(json({}));
    expect(await result).to.deep.equal({ method: 'oidc' });
  });

  it('goes on while the backend cannot be reached', async () => {
    answers = [offline, () => json({ error: 'unavailable' }, 503), offline, () => json({})];
    const result = signIn();
    await clock.pass(minute);
    expect(await result).to.deep.equal({ method: 'oidc' });
    expect(countQuestions()).to.equal(4);
  });

  it('waits as long as a backend asks for', async () => {
    answers = [() => json({ error: 'rate_limited' }, 429, { 'retry-after': '20' })];
    void signIn().catch(() => {});
    await clock.pass(1000);
    await clock.pass(19_999);
    expect(countQuestions()).to.equal(1);
    await clock.pass(1);
    expect(countQuestions()).to.equal(2);
    controller.abort();
  });

  for (const [what, answer, code] of [
    ['a no', gone('declined'), 'cancelled'],
    ['a provider that failed', gone('provider_failed'), 'provider_failed'],
    ['its end', gone('expired'), 'timed_out'],
    ['another session in its place', () => json({ error: 'not_found' }, 404), 'timed_out'],
    ['a redemption that this page has not got', gone('redeemed'), 'timed_out'],
    ['a refusal', () => json({ error: 'csrf' }, 403), 'rejected'],
    ['nonsense', () => json({ status: 'perhaps' }, 202), 'bad_response'],
  ] as const) {
    it(`ends with ${what}`, async () => {
      answers = [pending, answer];
      const result = rejection<LatchError>(signIn());
      await clock.pass(10_000);
      expect((await result).code).to.equal(code);
      expect(countQuestions()).to.equal(2);
    });
  }

  it('has signed in when the answer was lost, but its cookie was not', async () => {
    answers = [offline, gone('redeemed')];
    session = { signedIn: true, user: { name: 'ada', displayName: 'Ada' }, authMethod: 'other_device', authTime: 1 };
    const result = signIn();
    await clock.pass(10_000);
    expect(await result).to.deep.equal({ method: 'oidc' });
  });

  for (const [what, answer] of [
    ['cannot be reached', offline],
    ['never says that it is over', pending],
  ] as const) {
    it(`ends after 10 minutes with a backend that ${what}`, async () => {
      answers = Array.from({ length: 1000 }, () => answer);
      const begins = Date.now();
      let ended: LatchError | undefined;
      void rejection<LatchError>(signIn()).then((error) => (ended = error));
      while (!ended) {
        // what goes on without a timer may take longer than the clock waits for it
        await until(() => ended || clock.waiting > 0);
        await clock.pass(1000);
      }
      expect(Date.now() - begins).to.be.within(10 * minute, 10 * minute + 10_000);
      expect(countQuestions()).to.be.within(115, 125); // one every five seconds
      expect(ended.code).to.equal('timed_out');
    });
  }

  for (const status of [404, 405, 501]) {
    it(`is unsupported by a backend that answers ${status} to the beginning`, async () => {
      backend.answerWith(() => json({ error: 'unsupported' }, status));
      expect((await rejection<LatchError>(signIn({ handOff: undefined }))).code).to.equal('unsupported');
      expect(backend.all).to.have.length(1);
    });
  }

  it('is aborted before it begins, with nothing shown and nothing asked', async () => {
    const shown: unknown[] = [];
    controller.abort();
    const { code } = await rejection<LatchError>(
      signIn({ onCode: (each) => shown.push(each), openPage: (address) => shown.push(address) }),
    );
    expect([code, shown, backend.all.length]).to.deep.equal(['aborted', [], 0]);
  });

  it('is aborted during a request with the reason of the signal', async () => {
    answers = [() => new Promise(() => {})];
    const result = rejection<LatchError>(signIn());
    await clock.pass(1000);
    controller.abort(new LatchError('superseded', 'Another one took its place.', { retryable: true }));
    expect((await result).code).to.equal('superseded');
  });

  it('leaves no timer, listener or channel behind, however it ends', async () => {
    const left = countWhatIsLeft(() => controller.signal);
    const endings: (() => void)[] = [
      () => (answers = [pending, () => json({})]),
      () => (answers = [gone('declined')]),
      () => (answers = [offline, gone('expired')]),
      () => (answers = [pending, gone('provider_failed')]),
      () => (answers = [pending, () => (controller.abort(), pending())]),
      () => queueMicrotask(() => controller.abort()),
      () => (answers = [() => (turnPage('hidden'), pending()), () => json({})]),
    ];
    for (let cycle = 0; cycle < runs(500, 21).numRuns; cycle++) {
      controller = new AbortController();
      endings[cycle % endings.length]!();
      const result = signIn().catch((error: LatchError) => error.code);
      await clock.pass(6000);
      turnPage('visible');
      await clock.pass(6000);
      await result;
      const leftNow = () => ({ timers: clock.waiting, ...left.now() });
      // On a busy machine, what goes may go a moment after the result.
      await until(() => Object.values(leftNow()).every((count) => count === 0)).catch(() => {});
      expect(leftNow()).to.deep.equal({ timers: 0, listeners: 0, channels: 0 }, `ending ${cycle % endings.length}`);
    }
    left.restore();
  });
});

/** Counts listeners of the page and of the caller's signal, and channels, from now on. */
function countWhatIsLeft(signalOf: () => AbortSignal) {
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const Channel = globalThis.BroadcastChannel;
  const listeners = new Map<unknown, Set<string>>();
  let channels = 0;
  const keys = new WeakMap<object, number>();
  let last = 0;
  const keyOf = (type: string, listener: object) =>
    `${type} ${keys.get(listener) ?? (keys.set(listener, ++last), last)}`;

  EventTarget.prototype.addEventListener = function (type, listener, options) {
    add.call(this, type, listener, options);
    const isCounted = this === undefined || this === window || this === document || this === signalOf();
    const { signal } = (typeof options === 'object' ? options : undefined) ?? {};
    if (!isCounted || !listener || signal?.aborted) return;
    const own = listeners.get(this) ?? new Set();
    listeners.set(this, own.add(keyOf(type, listener)));
    if (signal) add.call(signal, 'abort', () => own.delete(keyOf(type, listener)));
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    remove.call(this, type, listener, options);
    if (listener) listeners.get(this)?.delete(keyOf(type, listener));
  };
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name);
      channels++;
    }
    override close() {
      super.close();
      channels--;
    }
  };

  return {
    now: () => ({ listeners: [...listeners.values()].reduce((sum, own) => sum + own.size, 0), channels }),
    restore() {
      Object.assign(EventTarget.prototype, { addEventListener: add, removeEventListener: remove });
      globalThis.BroadcastChannel = Channel;
    },
  };
}
