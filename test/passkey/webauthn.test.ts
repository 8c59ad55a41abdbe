import { expect } from '@open-wc/testing';
import { startAuthentication } from '@simplewebauthn/browser';
import { LatchError } from '../../src/base/client/errors.js';
import { createCredential, getCredential } from '../../src/passkey/webauthn.js';
import { requestOptions } from '../support/browser/backend.js';
import { settled, stopClock, type Clock } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { assertion } from '../support/browser/credentials.js';
import { rejection } from '../support/browser/rejection.js';

const publicKey = { challenge: new Uint8Array(16) };
const held = () => Promise.reject(new DOMException('A request is already pending.', 'OperationError'));

describe('a request to the browser', () => {
  let requests: CredentialRequests;
  let controller: AbortController;

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    controller = new AbortController();
  });

  afterEach(() => {
    controller.abort();
    requests.restore();
  });

  const get = () => getCredential({ publicKey, mediation: 'conditional' }, controller.signal);

  it('takes the options as they are and gives the credential back', async () => {
    const credential = assertion();
    const answer = get();
    requests.all[0]!.choose(credential);
    expect(await answer).to.equal(credential);
    expect(requests.all[0]!.options).to.include({ publicKey, mediation: 'conditional' });
  });

  it('ends with the reason of its signal, not with what the browser makes of it', async () => {
    requests.answerWith(
      ({ options: { signal } }) =>
        new Promise((_resolve, reject) =>
          signal!.addEventListener('abort', () => reject(new DOMException('generic', 'AbortError'))),
        ),
    );
    const reason = new LatchError('superseded', 'why');
    const error = rejection(get());
    controller.abort(reason);
    expect(await error).to.equal(reason);
  });

  it('calls what has replaced navigator.credentials by then', async () => {
    requests.restore();
    const own = Object.getOwnPropertyDescriptor(Navigator.prototype, 'credentials')!;
    const credential = assertion();
    Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: async () => credential } });
    expect(await get()).to.equal(credential);
    Reflect.deleteProperty(navigator, 'credentials');
    expect(own).not.to.equal(undefined);
  });

  it('is refused as unsupported where the browser has no passkeys, and as insecure_context where the page is to blame', async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'PublicKeyCredential')!;
    Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
    expect((await rejection(get())).code).to.equal('unsupported');
    Object.defineProperty(globalThis, 'isSecureContext', { configurable: true, value: false });
    expect((await rejection(createCredential({}, controller.signal))).code).to.equal('insecure_context');
    Reflect.deleteProperty(globalThis, 'isSecureContext');
    Object.defineProperty(globalThis, 'PublicKeyCredential', own);
    expect(requests.all).to.have.length(0);
  });

  describe('while other code holds the only one', () => {
    let clock: Clock;

    beforeEach(() => (clock = stopClock()));
    afterEach(() => clock.restore());

    it('is tried again after 100, 300 and 900 ms, and is then superseded', async () => {
      requests.answerWith(held);
      const error = rejection(get());
      for (const [pause, tries] of [
        [0, 1],
        [99, 1],
        [1, 2],
        [299, 2],
        [1, 3],
        [899, 3],
        [1, 4],
        [60_000, 4],
      ] as const) {
        await clock.pass(pause);
        expect(requests.all.length, `after ${pause} ms more`).to.equal(tries);
      }
      expect(await error)
        .to.be.instanceOf(LatchError)
        .and.to.include({ code: 'superseded', retryable: true });
    });

    it('goes through as soon as the other one is over', async () => {
      requests.answerWith(held);
      const answer = createCredential({}, controller.signal);
      await clock.pass(100);
      const credential = assertion();
      requests.answerWith(async () => credential);
      await clock.pass(300);
      expect(await answer).to.equal(credential);
      expect(requests.all).to.have.length(3);
    });

    it('is not retried once it is aborted, and rejects at once', async () => {
      requests.answerWith(held);
      let error: unknown;
      void rejection(get()).then((reason) => (error = reason));
      await clock.pass(50);
      controller.abort();
      await settled();
      expect(error).to.include({ code: 'aborted' });
      await clock.pass(10_000);
      expect(requests.all).to.have.length(1);
    });
  });

  describe('beside @simplewebauthn/browser', () => {
    const theirs = () => startAuthentication({ optionsJSON: requestOptions() as never });

    it('is ended by a request of the library', async () => {
      const ours = rejection(get());
      const other = theirs();
      expect(await ours).to.include({ code: 'superseded' });
      expect(requests.pending).to.have.length(1);
      requests.pending[0]!.fail(new DOMException('', 'NotAllowedError'));
      await rejection(other);
    });

    it('ends the pending request of the library', async () => {
      const other = rejection(theirs());
      const ours = rejection(get());
      expect((await other).name).to.equal('AbortError');
      expect(requests.pending).to.have.length(1);
      controller.abort();
      await ours;
    });
  });
});
