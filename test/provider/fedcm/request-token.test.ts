import { expect } from '@open-wc/testing';
import { LatchError } from '../../../src/base/client/errors.js';
import { isFedCmPermitted, isFedCmSupported, requestToken } from '../../../src/provider/fedcm/request-token.js';
import { stopClock } from '../../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../../support/browser/credential-requests.js';
import { hostileObjects } from '../../support/browser/hostile.js';
import { identityCredential, replaceGlobal } from '../../support/browser/identity.js';
import { rejection } from '../../support/browser/rejection.js';

const request = {
  providers: [{ configURL: 'https://provider.example/fedcm.json', clientId: 'latchkey' }],
  nonce: 'a nonce',
  mode: 'active',
} as const;
const never = new AbortController().signal;

describe('asking the browser for a token', () => {
  let requests: CredentialRequests;
  beforeEach(() => (requests = watchCredentialRequests()));
  afterEach(() => requests.restore());

  it('gives the token', async () => {
    requests.answerWith(async () => identityCredential());
    expect((await requestToken(request, never)).token).to.equal('token of a provider');
    expect(requests.all[0]!.options).to.have.property('identity');
  });

  it('is possible in this browser, and on this page', () => {
    expect([isFedCmSupported(), isFedCmPermitted()]).to.deep.equal([true, true]);
  });

  it('is given up without a request where the browser has no FedCM', async () => {
    const without = replaceGlobal('IdentityCredential');
    expect((await rejection(requestToken(request, never))).code).to.equal('unsupported');
    without.restore();
    expect(requests.all).to.have.length(0);
  });

  it('says it when the page is not secure, where no browser has it', async () => {
    const [without, insecure] = [replaceGlobal('IdentityCredential'), replaceGlobal('isSecureContext', false)];
    expect((await rejection(requestToken(request, never))).code).to.equal('insecure_context');
    insecure.restore();
    without.restore();
  });

  it('is given up without a request where the permissions policy forbids it, and says which one', async () => {
    Object.defineProperty(document, 'featurePolicy', {
      configurable: true,
      value: { allowsFeature: (name: string) => name !== 'identity-credentials-get' },
    });
    expect(await rejection(requestToken(request, never)))
      .to.include({ code: 'unsupported' })
      .and.to.have.property('message')
      .that.contains('identity-credentials-get');
    Reflect.deleteProperty(document, 'featurePolicy');
    expect(requests.all).to.have.length(0);
  });

  it('goes on where the browser does not tell its policy', async () => {
    Object.defineProperty(document, 'featurePolicy', { configurable: true, value: undefined });
    requests.answerWith(async () => identityCredential());
    expect((await requestToken(request, never)).token).to.equal('token of a provider');
    Reflect.deleteProperty(document, 'featurePolicy');
  });

  it('ends after five minutes if the browser never answers, and ends its request', async () => {
    const clock = stopClock();
    requests.answerWith(() => new Promise(() => {}));
    const refused = rejection(requestToken(request, never));
    await clock.pass(5 * 60_000 - 1);
    expect(requests.all[0]!.options.signal!.aborted).to.equal(false);
    await clock.pass(1);
    expect((await refused).code).to.equal('timed_out');
    expect(requests.all[0]!.options.signal!.aborted).to.equal(true);
    expect(clock.waiting).to.equal(0);
    clock.restore();
  });

  it('ends with the reason of the signal, whatever the browser makes of it', async () => {
    requests.hold();
    for (const reason of [undefined, new LatchError('superseded', 'superseded')]) {
      const over = new AbortController();
      const refused = rejection(requestToken(request, over.signal));
      over.abort(reason);
      expect((await refused).code).to.equal(reason?.code ?? 'aborted');
    }
    const over = new AbortController();
    requests.answerWith(async () => {
      over.abort();
      throw new DOMException('why', 'NetworkError');
    });
    expect((await rejection(requestToken(request, over.signal))).code).to.equal('aborted');
  });

  it('tells an abort that was not ours from ours', async () => {
    requests.answerWith(async () => Promise.reject(new DOMException('why', 'AbortError')));
    expect((await rejection(requestToken(request, never))).code).to.equal('superseded');
  });

  it('leaves no timer behind, however it ends', async () => {
    const clock = stopClock();
    requests.answerWith(async () => identityCredential());
    await requestToken(request, never);
    requests.answerWith(async () => Promise.reject(new DOMException('why', 'NetworkError')));
    await rejection(requestToken(request, never));
    requests.hold();
    const over = new AbortController();
    const refused = rejection(requestToken(request, over.signal));
    over.abort();
    await refused;
    expect(clock.waiting).to.equal(0);
    clock.restore();
  });

  describe('of an extension that has put itself in the place of the browser', () => {
    const putInPlace = (value: unknown) =>
      Object.defineProperty(navigator.credentials, 'get', { configurable: true, value });

    it('gets an answer whatever it throws, at once or later', async () => {
      for (const thrown of [undefined, null, Symbol('hostile'), ...hostileObjects('name')]) {
        putInPlace(() => Promise.reject(thrown as Error));
        expect((await rejection(requestToken(request, never))).code).to.equal('cancelled');
        putInPlace(() => {
          throw thrown;
        });
        expect((await rejection(requestToken(request, never))).code).to.equal('cancelled');
      }
      putInPlace(undefined);
      expect((await rejection(requestToken(request, never))).code).to.equal('bad_response');
    });

    it('takes no token that it does not give as text', async () => {
      for (const credential of hostileObjects('token')) {
        putInPlace(async () => credential);
        expect(['bad_response', 'cancelled']).to.contain((await rejection(requestToken(request, never))).code);
      }
    });
  });
});
