import { expect } from '@open-wc/testing';
import { run } from '../../../src/base/browser/ceremony.js';
import { clientFor } from '../../../src/base/client/client.js';
import { LatchError, type LatchErrorCode } from '../../../src/base/client/errors.js';
import { watchCeremonies, watched, type CeremonyEnd } from '../../../src/base/browser/watch-ceremonies.js';
import { verifyCode } from '../../../src/one-time-code/verify.js';
import { createPasskey } from '../../../src/passkey/create.js';
import { signIn } from '../../../src/passkey/sign-in.js';
import { signUp } from '../../../src/passkey/sign-up.js';
import { signInWithPassword } from '../../../src/password/sign-in.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../../support/browser/backend.js';
import { settled } from '../../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../../support/browser/credential-requests.js';
import { assertion, attestation } from '../../support/browser/credentials.js';
import { watchReports } from '../../support/browser/elements.js';

describe('the watch over ceremonies', () => {
  let over: AbortController;
  let ends: CeremonyEnd[];
  const outcomes = () => ends.map(({ method, mode, outcome }) => `${method}, ${mode}: ${outcome}`);

  beforeEach(() => {
    over = new AbortController();
    ends = [];
    watchCeremonies((end) => ends.push(end), over);
  });

  afterEach(() => over.abort());

  describe('of a page', () => {
    const client = clientFor();
    let requests: CredentialRequests;
    let backend: BackendRequests;

    beforeEach(() => {
      requests = watchCredentialRequests();
      requests.hold();
      backend = watchBackendRequests();
      backend.answerWith(contentBackend);
    });

    afterEach(() => {
      requests.restore();
      backend.restore();
    });

    it('hears once how each way to sign in has ended, and in which mode', async () => {
      const byPasskey = signIn({ client });
      (await requests.next()).choose(assertion());
      await byPasskey;
      const ending = new AbortController();
      const offered = signIn({ client, mode: 'ambient', signal: ending.signal });
      await requests.next(undefined, 1);
      ending.abort();
      await offered.catch(() => {});
      backend.answerWith(() => json({ error: 'unauthenticated' }, 401));
      await signInWithPassword({ client, username: 'ada', password: 'wrong' }).catch(() => {});
      await verifyCode({ client, code: 'no digits' }).catch(() => {});
      expect(outcomes()).to.deep.equal([
        'passkey, modal: done',
        'passkey, ambient: aborted',
        'password, modal: unauthenticated',
        'one-time-code, modal: misused',
      ]);
    });

    it('hears of passkeys that are created, also automatically, and of accounts', async () => {
      const automatic = createPasskey({ client, conditional: true });
      (await requests.next()).choose(attestation());
      await automatic;
      const account = signUp({ client, username: 'ada' });
      (await requests.next(undefined, 1)).fail(new DOMException('', 'NotAllowedError'));
      await account.catch(() => {});
      expect(outcomes()).to.deep.equal(['create-passkey, ambient: done', 'sign-up, modal: cancelled']);
    });

    it('hears nothing that names a user, a passkey or the backend', async () => {
      const byPasskey = signIn({ client });
      (await requests.next()).choose(assertion());
      await byPasskey;
      expect(Object.keys(ends[0]!).sort()).to.deep.equal(['duration', 'method', 'mode', 'outcome']);
      expect(JSON.stringify(ends[0])).to.equal('{"method":"passkey","mode":"modal","outcome":"done","duration":"0-1"}');
    });
  });

  it('rounds how long a ceremony took', async () => {
    const realNow = performance.now;
    let now = 0;
    performance.now = () => now;
    try {
      for (const took of [0, 999, 1000, 9999, 29_999, 119_999, 120_000, 3_600_000]) {
        now = 0;
        let end = () => {};
        void watched(new Promise<void>((resolve) => (end = resolve)), 'passkey');
        now = took;
        end();
        await settled();
      }
    } finally {
      performance.now = realNow;
    }
    expect(ends.map(({ duration }) => duration)).to.deep.equal([
      '0-1',
      '0-1',
      '1-3',
      '3-10',
      '10-30',
      '30-120',
      '120-',
      '120-',
    ]);
  });

  it('hears of a pending ceremony when the page is left, and not again when it ends', async () => {
    let end = () => {};
    void watched(new Promise<void>((resolve) => (end = resolve)), 'vault');
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    expect(outcomes()).to.deep.equal(['vault, modal: aborted']);
    end();
    await settled();
    expect(ends).to.have.length(1);
  });

  it('tells every watcher, also after one that throws, and none whose signal has aborted', async () => {
    const late = new AbortController();
    const others: CeremonyEnd[] = [];
    watchCeremonies(() => {
      throw new Error('of the page');
    }, late);
    watchCeremonies((end) => others.push(end), late);
    const reports = watchReports();
    await watched(Promise.resolve(), 'fedcm');
    await settled();
    reports.stop();
    expect([ends.length, others.length, reports.all.length]).to.deep.equal([1, 1, 1]);
    const pending = watched(Promise.resolve(), 'fedcm');
    late.abort();
    await pending;
    await settled();
    expect([ends.length, others.length]).to.deep.equal([2, 1]);
    watchCeremonies((end) => others.push(end), { signal: AbortSignal.abort() });
    await watched(Promise.resolve(), 'fedcm');
    await settled();
    expect([ends.length, others.length]).to.deep.equal([3, 1]);
  });

  it('reports everything else that is thrown as misuse', async () => {
    for (const thrown of [new TypeError(), new DOMException('', 'AbortError'), null])
      await watched(Promise.reject(thrown), 'vault').catch(() => {});
    await settled();
    expect(outcomes()).to.deep.equal(Array(3).fill('vault, modal: misused'));
  });

  it('refuses a callback that cannot be called', () => {
    expect(() => watchCeremonies(undefined as never)).to.throw(TypeError, '"callback" must be a function');
  });

  it('hears one end of each of 10,000 ceremonies that end in every way', async () => {
    const codes: LatchErrorCode[] = ['cancelled', 'network', 'rejected', 'timed_out'];
    const expected: string[] = [];
    const began: Promise<unknown>[] = [];
    let seed = 1;
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
    for (let count = 0; count < 10_000; count += 1) {
      const ending = new AbortController();
      const code = codes[random(codes.length)]!;
      const way = random(4);
      const work = () =>
        way === 0
          ? Promise.resolve()
          : way === 1
            ? Promise.reject(new LatchError(code, ''))
            : way === 2
              ? Promise.reject(new TypeError())
              : new Promise<never>(() => {});
      expected.push(['done', code, 'misused', 'aborted'][way]!);
      const kind = (['publicKey', 'identity', 'digital'] as const)[random(3)]!;
      const ended = watched(run(work, { mode: 'ambient', kind, signal: ending.signal }), 'passkey', 'ambient');
      if (way === 3) ending.abort();
      began.push(ended.catch(() => {}));
    }
    await Promise.all(began);
    await settled();
    expect(ends).to.have.length(10_000);
    expect(ends.map(({ outcome }) => outcome).sort()).to.deep.equal(expected.sort());
  });
});
