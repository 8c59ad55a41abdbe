import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { requestsOf } from '../../src/wallet/requests.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';
import { identityBackend, identityRequest } from '../support/browser/wallet.js';

const minutes = 60_000;
const both = [identityRequest('openid4vp-v1-unsigned'), identityRequest('org-iso-mdoc')];

describe('requests for wallets, kept ready,', () => {
  let backend: BackendRequests;
  let clock: Clock;

  beforeEach(() => {
    backend = watchBackendRequests();
    backend.answerWith(identityBackend);
    clock = stopClock();
  });

  afterEach(() => {
    clock.restore();
    backend.restore();
  });

  it('are fetched when they are requested, one for each protocol, the preferred one first', async () => {
    const requests = requestsOf(clientFor());
    expect(backend.all).to.have.length(0);
    expect(await requests.take()).to.deep.equal(both);
    expect(backend.all.map(({ path }) => path)).to.deep.equal([
      '/identity/request?protocol=openid4vp-v1-unsigned',
      '/identity/request?protocol=org-iso-mdoc',
    ]);
  });

  it('are fetched one after the other, because the first answer may bring a cookie', async () => {
    const answers: (() => void)[] = [];
    backend.answerWith((request) => new Promise((resolve) => answers.push(() => resolve(identityBackend(request)))));
    const taken = requestsOf(clientFor()).take();
    await settled();
    expect(answers).to.have.length(1);
    answers[0]!();
    await settled();
    expect(answers).to.have.length(2);
    answers[1]!();
    expect(await taken).to.have.length(2);
  });

  it('are the same for several ceremonies, until they are four minutes old', async () => {
    const requests = requestsOf(clientFor());
    await requests.prepare();
    await clock.pass(4 * minutes - 1);
    await requests.prepare();
    await requests.take();
    expect(backend.all).to.have.length(2);
    await clock.pass(1);
    await requests.take();
    expect(backend.all).to.have.length(4);
  });

  it('are those of the protocols that the backend can ask by', async () => {
    backend.answerWith((request) =>
      request.path.endsWith('mdoc') ? identityBackend(request) : json({ error: 'bad_request' }, 400),
    );
    expect(await requestsOf(clientFor()).take()).to.deep.equal([both[1]]);
    expect((await rejection(requestsOf(clientFor(), ['another']).take())).code).to.equal('rejected');
  });

  for (const [what, answer, code] of [
    ['has no such chapter', () => json({ error: 'unsupported' }, 404), 'unsupported'],
    ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
    ['answers for another protocol', () => json(identityRequest('another')), 'bad_response'],
    ['answers without data', () => json({ protocol: 'org-iso-mdoc' }), 'bad_response'],
  ] as const) {
    it(`are not there when the backend ${what}, and may be later`, async () => {
      backend.answerWith(answer);
      const requests = requestsOf(clientFor(), ['org-iso-mdoc']);
      await requests.prepare();
      expect((await rejection(requests.take())).code).to.equal(code);
      backend.answerWith(identityBackend);
      expect(await requests.take()).to.deep.equal([both[1]]);
    });
  }

  it('name a protocol so that it stays one value of the query, in a browser that cannot say which it allows', async () => {
    backend.answerWith(() => json({}, 400));
    const own = Object.getOwnPropertyDescriptor(globalThis, 'DigitalCredential')!;
    Object.defineProperty(globalThis, 'DigitalCredential', { ...own, value: class {} });
    await requestsOf(clientFor(), ['a&b=c']).prepare();
    Object.defineProperty(globalThis, 'DigitalCredential', own);
    expect(backend.all[0]!.path).to.equal('/identity/request?protocol=a%26b%3Dc');
  });
});
