import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { endSignIns } from '../../src/base/client/sign-ins.js';
import type { LatchError } from '../../src/base/client/errors.js';
import { signIn } from '../../src/passkey/sign-in.js';
import { signUp, type SignedUp, type SignUpOptions } from '../../src/passkey/sign-up.js';
import { post, signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { addAuthenticator } from '../support/browser/authenticator.js';
import { contentBackend, json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { watchCredentialRequests, type CredentialRequests } from '../support/browser/credential-requests.js';
import { attestation } from '../support/browser/credentials.js';
import { rejection } from '../support/browser/rejection.js';
import { watchSignals } from '../support/browser/signals.js';

const client = clientFor();

describe('signing up with a passkey', () => {
  let requests: CredentialRequests;
  let backend: BackendRequests;
  let controller: AbortController;

  beforeEach(() => {
    requests = watchCredentialRequests();
    requests.hold();
    backend = watchBackendRequests();
    backend.answerWith(contentBackend);
    controller = new AbortController();
  });

  afterEach(async () => {
    controller.abort();
    await settled();
    requests.restore();
    backend.restore();
  });

  const start = (more: Partial<SignUpOptions> = {}) =>
    signUp({ client, username: 'ada', signal: controller.signal, ...more });

  it('ends, with the dialog of the browser, when the user signs out in the page', async () => {
    const result = rejection<LatchError>(start());
    const { options } = await requests.next();
    endSignIns('The user has signed out.');
    expect((await result).code).to.equal('superseded');
    expect(options.signal!.aborted).to.equal(true);
    expect(backend.to('/signup/verify')).to.deep.equal([]);
  });

  it('names the account, asks the browser once, has the backend create the account, and tells the tabs', async () => {
    const phases: string[] = [];
    const channel = new BroadcastChannel('auth');
    const told = new Promise<unknown>((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
    const result = start({ displayName: 'Ada', onPhase: (phase) => phases.push(phase) });
    const request = await requests.next();
    expect(request.method).to.equal('create');
    request.choose(attestation());
    expect(await result).to.deep.equal({ method: 'passkey', credentialId: 'AQID', backedUp: true });
    expect(await told).to.deep.equal({ type: 'signed-in' });
    channel.close();
    expect(phases).to.deep.equal(['preparing', 'asking', 'verifying']);
    expect(backend.all.map(({ path }) => path)).to.deep.equal(['/signup/options', '/signup/verify']);
    expect(backend.all[0]!.body).to.deep.equal({ username: 'ada', displayName: 'Ada' });
    expect(requests.all).to.have.length(1);
  });

  it('does not ask the browser when the name is taken', async () => {
    backend.answerWith(() => json({ error: 'taken' }, 409));
    const { code, status } = await rejection<LatchError>(start());
    expect([code, status]).to.deep.equal(['rejected', 409]);
    expect(requests.all).to.have.length(0);
  });

  it('says of a backend without the chapter that it answered 404', async () => {
    backend.answerWith(() => json({ error: 'unsupported' }, 404));
    const { code, status, message } = await rejection<LatchError>(start());
    expect([code, status, message]).to.deep.equal(['unsupported', 404, 'signup/options answered 404.']);
  });

  it('reports a passkey whose account was not created to its provider as unknown, and tells no tab', async () => {
    const signals = watchSignals();
    const heard: unknown[] = [];
    const channel = new BroadcastChannel('auth');
    channel.onmessage = ({ data }) => heard.push(data);
    backend.answerWith((request) =>
      request.path.includes('verify') ? json({ error: 'taken' }, 409) : contentBackend(request),
    );
    const failure = rejection<LatchError>(start());
    (await requests.next()).choose(attestation());
    expect((await failure).status).to.equal(409);
    signals.restore();
    expect(signals.all).to.deep.equal([
      { name: 'signalUnknownCredential', details: { rpId: 'localhost', credentialId: 'AQID' } },
    ]);
    const last = new Promise((resolve) => channel.addEventListener('message', resolve));
    new BroadcastChannel('auth').postMessage('last');
    await last;
    channel.close();
    expect(heard).to.deep.equal(['last']);
  });

  for (const [name, code] of [
    ['NotAllowedError', 'cancelled'],
    ['ConstraintError', 'constraint'],
    ['NotSupportedError', 'unsupported'],
    ['SecurityError', 'invalid_rp_id'],
  ] as const) {
    it(`ends as ${code} when the browser rejects with ${name}, and the backend hears no more of it`, async () => {
      const result = rejection<LatchError>(start());
      (await requests.next()).fail(new DOMException('', name));
      expect((await result).code).to.equal(code);
      expect(backend.to('/signup/verify')).to.have.length(0);
    });
  }

  it('replaces an offer in autofill', async () => {
    const ambient = rejection<LatchError>(signIn({ client, mode: 'ambient', signal: controller.signal }));
    await requests.next();
    const result = start();
    expect((await ambient).code).to.equal('superseded');
    (await requests.next(undefined, 1)).choose(attestation());
    await result;
    expect(requests.mostAtOnce).to.equal(1);
  });

  it('waits for options that another tab fetches, whose cookie would replace its own, unless it is ended', async () => {
    let endFetch!: () => void;
    const held = new Promise<void>((resolve) => (endFetch = resolve));
    const released = navigator.locks.request('latchkey', () => held);
    await navigator.locks.query();
    const ended = new AbortController();
    const given = rejection<LatchError>(start({ signal: ended.signal }));
    const result = start();
    await navigator.locks.query();
    expect(backend.all).to.have.length(0);
    ended.abort();
    expect((await given).code).to.equal('aborted');
    endFetch();
    await released;
    (await requests.next()).choose(attestation());
    await result;
    expect(backend.to('/signup/options').filter(({ init }) => !init.signal?.aborted)).to.have.length(1);
  });

  it('ends with its signal at every step', async () => {
    for (const step of ['options', 'browser', 'verify']) {
      const own = new AbortController();
      const asked = requests.all.length;
      backend.answerWith((request) => {
        const isAt = request.path.includes(step);
        if (isAt) own.abort();
        return isAt ? new Promise<never>(() => {}) : contentBackend(request);
      });
      const result = rejection<LatchError>(start({ signal: own.signal }));
      if (step !== 'options')
        void requests
          .next(undefined, asked)
          .then((request) => (step === 'browser' ? own.abort() : request.choose(attestation())));
      expect((await result).code, step).to.equal('aborted');
      await settled();
      expect(requests.pending, step).to.have.length(0);
    }
  });

  it('is a mistake of the caller without a name', async () => {
    const error = await rejection(start({ username: 7 as unknown as string }));
    expect([error.name, error.message]).to.deep.equal(['TypeError', '"username" must be a string']);
    expect(backend.all).to.have.length(0);
  });
});

describe('signing up with a passkey, at the reference server', () => {
  afterEach(signOutQuietly);

  it('creates the account in one prompt, and the passkey signs in again', async () => {
    const username = `newcomer-${crypto.randomUUID()}`;
    const authenticator = await addAuthenticator();
    try {
      const { credentialId } = (await signUp({ client, username })) as SignedUp;
      expect(await whoIsSignedIn()).to.equal(username);
      await signOutQuietly();
      expect(await signIn({ client })).to.deep.equal({ method: 'passkey', credentialId });
      expect(await whoIsSignedIn()).to.equal(username);
    } finally {
      await authenticator.remove();
    }
  });

  it('refuses a name that is taken, also in another case', async () => {
    const username = await signUpUser();
    await signOutQuietly();
    const { status } = await rejection<LatchError>(signUp({ client, username: username.toUpperCase() }));
    expect(status).to.equal(409);
    expect(await whoIsSignedIn()).to.equal(undefined);
  });

  it('leaves no account when the user dismisses the dialog: the name stays free', async () => {
    const username = `hesitant-${crypto.randomUUID()}`;
    const requests = watchCredentialRequests();
    requests.hold();
    const result = rejection<LatchError>(signUp({ client, username }));
    (await requests.next()).fail(new DOMException('', 'NotAllowedError'));
    expect((await result).code).to.equal('cancelled');
    requests.restore();
    expect(await whoIsSignedIn()).to.equal(undefined);
    expect((await post('/signup', { username })).status).to.equal(201);
  });
});
