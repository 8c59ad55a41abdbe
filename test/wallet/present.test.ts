import { expect } from '@open-wc/testing';
import { run } from '../../src/base/browser/ceremony.js';
import { clientFor } from '../../src/base/client/client.js';
import { presentDigitalCredential, type PresentOptions } from '../../src/wallet/present.js';
import { requestsOf } from '../../src/wallet/requests.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { everythingIn } from '../support/browser/elements.js';
import { rejection } from '../support/browser/rejection.js';
import { afterClick, claims, identityBackend, pretendGesture, setWallet } from '../support/browser/wallet.js';

const response = { protocol: 'org-iso-mdoc', data: { response: 'ZW5jcnlwdGVk' } };

describe('presenting a digital credential', () => {
  let backend: BackendRequests;
  const present = (more: Partial<PresentOptions> = {}) =>
    afterClick(() => presentDigitalCredential({ client: clientFor(), ...more }));
  const verifyWith = (answer: () => Response) =>
    backend.answerWith((request) => (request.path.includes('verify') ? answer() : identityBackend(request)));

  beforeEach(async () => {
    backend = watchBackendRequests();
    backend.answerWith(identityBackend);
    await setWallet(response);
  });

  afterEach(() => backend.restore());

  it('asks the browser, has the backend verify what it gave, and gives what the backend says', async () => {
    const phases: string[] = [];
    expect(await present({ onPhase: (phase) => phases.push(phase) })).to.deep.equal({
      protocol: 'org-iso-mdoc',
      claims,
    });
    expect(phases).to.deep.equal(['preparing', 'asking', 'verifying']);
    expect(backend.to('/identity/verify').map(({ method, body }) => ({ method, body }))).to.deep.equal([
      { method: 'POST', body: response },
    ]);
  });

  it('is not ended by a later click while the backend decides', async () => {
    let later: Promise<string> | undefined;
    backend.answerWith((request) => {
      if (request.path.includes('verify')) later = run(async () => 'begun', { mode: 'modal', kind: 'digital' });
      return identityBackend(request);
    });
    expect((await present()).claims).to.deep.equal(claims);
    expect(await later).to.equal('begun');
  });

  it('sends nothing before the person has agreed, and nothing when they decline; what was fetched serves the next try', async () => {
    await setWallet('decline');
    const requests = requestsOf(clientFor());
    expect((await rejection(present({ requests }))).code).to.equal('cancelled');
    expect(backend.to('/identity/verify')).to.have.length(0);
    await setWallet(response);
    await present({ requests });
    expect(backend.to('/identity/request')).to.have.length(2);
    await present({ requests });
    expect(backend.to('/identity/request'), 'a request is answered once').to.have.length(4);
  });

  for (const [error, status, code] of [
    ['verification_failed', 400, 'rejected'],
    ['challenge_expired', 400, 'challenge_expired'],
    ['unsupported', 404, 'unsupported'],
    ['rate_limited', 429, 'rate_limited'],
    ['internal', 500, 'bad_response'],
  ] as const) {
    it(`ends with ${code} when the backend says ${error}`, async () => {
      verifyWith(() => json({ error, reason: 'query' }, status));
      const failure = await rejection(present());
      expect(failure.code).to.equal(code);
      expect(everythingIn(failure)).not.to.contain(response.data.response);
    });
  }

  for (const answer of [
    {},
    { verified: false, claims },
    { verified: true },
    { verified: true, claims: [] },
    { verified: true, claims: { age: true } },
  ]) {
    it(`takes nothing for verified that the backend does not call so: ${JSON.stringify(answer)}`, async () => {
      verifyWith(() => json(answer));
      expect((await rejection(present())).code).to.equal('bad_response');
    });
  }

  it('says that it needs a user gesture when there is none, and asks no one', async () => {
    const restore = pretendGesture(false);
    const failure = await rejection(presentDigitalCredential({ client: clientFor() }));
    restore();
    expect(failure).to.be.instanceOf(TypeError).and.to.have.property('message').that.contains('user gesture');
    expect(backend.to('/identity/verify')).to.have.length(0);
  });

  it('says that it took too long when the gesture is over before the requests have come, and keeps them for the next click', async () => {
    const restores = [pretendGesture(true)];
    let answer!: () => void;
    backend.answerWith((request) => new Promise((resolve) => (answer = () => resolve(identityBackend(request)))));
    const requests = requestsOf(clientFor(), ['org-iso-mdoc']);
    const failure = rejection(presentDigitalCredential({ client: clientFor(), requests }));
    await settled();
    restores.push(pretendGesture(false));
    answer();
    expect(await failure).to.include({ code: 'timed_out', retryable: true });
    restores.forEach((restore) => restore());
    backend.answerWith(identityBackend);
    await present({ requests });
    expect(backend.to('/identity/request')).to.have.length(1);
  });

  it('gives way to the next request to wallets, and leaves those for passkeys alone', async () => {
    await setWallet('wait');
    const passkey = run(() => new Promise<string>(() => {}), { mode: 'modal' });
    let isOver = false;
    passkey.then(
      () => (isOver = true),
      () => (isOver = true),
    );
    const first = await afterClick(
      () =>
        new Promise<{ end: Promise<{ code?: string }> }>((resolve) => {
          const end = rejection(
            presentDigitalCredential({
              client: clientFor(),
              onPhase: (phase) => phase === 'asking' && queueMicrotask(() => resolve({ end })),
            }),
          );
        }),
    );
    await setWallet(response);
    const second = await present();
    expect((await first.end).code).to.equal('superseded');
    expect([second.claims, isOver]).to.deep.equal([claims, false]);
  });

  it('ends when its signal aborts, wherever it is', async () => {
    await setWallet('wait');
    for (const phase of ['preparing', 'asking', 'verifying'] as const) {
      if (phase === 'verifying') await setWallet(response);
      const page = new AbortController();
      expect(
        (await rejection(present({ signal: page.signal, onPhase: (entered) => entered === phase && page.abort() })))
          .code,
      ).to.equal('aborted');
    }
  });

  it('leaves nothing behind in what the page stores', async () => {
    localStorage.clear();
    await present();
    const stored = JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      await indexedDB.databases(),
      document.cookie,
    ]);
    expect(stored).not.to.contain('age_over_18').and.not.to.contain(response.data.response);
  });
});
