import { expect } from '@open-wc/testing';
import { run } from '../../src/base/browser/ceremony.js';
import { clientFor } from '../../src/base/client/client.js';
import { signInSilently } from '../../src/password/sign-in-silently.js';
import { announceSession } from '../../src/session/session.js';
import { signOut } from '../../src/sign-out/sign-out.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests } from '../support/browser/backend.js';
import { settled, stopClock } from '../support/browser/clock.js';
import { importCopy } from '../support/browser/copy.js';
import { assertion } from '../support/browser/credentials.js';
import { rejection } from '../support/browser/rejection.js';
import { savedPassword, watchSavedPasswords, type SavedPasswords } from '../support/browser/saved-passwords.js';

const client = clientFor();
const password = 'correct horse battery staple';

describe('signing in silently', () => {
  let passwords: SavedPasswords;

  beforeEach(() => (passwords = watchSavedPasswords()));

  afterEach(async () => {
    passwords.restore();
    await signOutQuietly();
  });

  it('takes the one password that the browser releases without asking', async () => {
    const username = await signUpUser();
    await signOutQuietly();
    passwords.answerWith(() => savedPassword(username, password));
    const released: string[] = [];
    expect(await signInSilently({ client, onRelease: () => released.push('released') })).to.deep.equal({
      method: 'password',
    });
    expect(await whoIsSignedIn()).to.equal(username);
    expect(released).to.deep.equal(['released']);
    expect(passwords.asked.map(({ mediation }) => mediation)).to.deep.equal(['silent']);
    expect(passwords.asked[0]).to.include({ password: true });
  });

  it('is not ended by a later ceremony while the backend decides', async () => {
    const username = await signUpUser();
    await signOutQuietly();
    passwords.answerWith(() => savedPassword(username, password));
    const backend = watchBackendRequests();
    let later: Promise<string> | undefined;
    backend.answerWith((request, real) => {
      if (request.method === 'POST') later = run(async () => 'begun', { mode: 'calm', kind: 'password' });
      return real();
    });
    const result = await signInSilently({ client }).finally(() => backend.restore());
    expect(result).to.deep.equal({ method: 'password' });
    expect(await later).to.equal('begun');
  });

  it('does nothing in a real browser that has saved nothing', async () => {
    passwords.restore();
    expect(await signInSilently({ client })).to.equal(undefined);
  });

  for (const [what, given] of [
    ['nothing', null],
    ['a passkey', assertion()],
    ['an empty thing', {}],
  ] as const) {
    it(`does nothing when the browser releases ${what}`, async () => {
      passwords.answerWith(() => given);
      expect(await signInSilently({ client })).to.equal(undefined);
    });
  }

  it('does not ask the browser while a user is signed in', async () => {
    await signUpUser();
    expect(await signInSilently({ client })).to.equal(undefined);
    expect(passwords.asked).to.have.length(0);
  });

  it('does not ask a browser that has no PasswordCredential, nor the backend', async () => {
    const own = Object.getOwnPropertyDescriptor(globalThis, 'PasswordCredential')!;
    const backend = watchBackendRequests();
    Object.defineProperty(globalThis, 'PasswordCredential', { configurable: true, value: undefined });
    expect(await signInSilently({ client })).to.equal(undefined);
    Object.defineProperty(globalThis, 'PasswordCredential', own);
    expect(passwords.asked).to.have.length(0);
    expect(backend.all).to.have.length(0);
    backend.restore();
  });

  it('says when the saved password does not work any more', async () => {
    const username = await signUpUser();
    await signOutQuietly();
    passwords.answerWith(() => savedPassword(username, 'the one before'));
    expect((await rejection(signInSilently({ client }))).code).to.equal('rejected');
  });

  it('gives up a browser that does not answer', async () => {
    const backend = watchBackendRequests();
    backend.answerWith(() => json({ signedIn: false }));
    const clock = stopClock();
    passwords.answerWith(() => new Promise(() => {}));
    const result = rejection(signInSilently({ client }));
    await settled();
    await clock.pass(5000);
    expect((await result).code).to.equal('timed_out');
    clock.restore();
    backend.restore();
  });

  for (const [name, code] of [
    ['NotSupportedError', 'unsupported'],
    ['NotAllowedError', 'cancelled'],
    ['OperationError', 'cancelled'],
  ] as const) {
    it(`ends as ${code} when the browser answers ${name}`, async () => {
      passwords.answerWith(() => Promise.reject(new DOMException('', name)));
      expect((await rejection(signInSilently({ client }))).code).to.equal(code);
    });
  }

  it('ends as cancelled when an extension throws something that is no error', async () => {
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    passwords.answerWith(() => Promise.reject(null));
    expect((await rejection(signInSilently({ client }))).code).to.equal('cancelled');
  });

  it('asks the browser once in the life of a page, whichever copy of the package asks', async () => {
    const { signInSilently: byAnotherCopy } = await importCopy<{ signInSilently: typeof signInSilently }>(
      'password/sign-in-silently',
    );
    expect(await signInSilently({ client })).to.equal(undefined);
    expect(await signInSilently({ client })).to.equal(undefined);
    expect(await byAnotherCopy({ client })).to.equal(undefined);
    expect(passwords.asked).to.have.length(1);
  });

  it('asks nothing on a page that a user has signed out of', async () => {
    await signUpUser();
    await signOut({ client });
    expect(await signInSilently({ client })).to.equal(undefined);
    expect(passwords.asked).to.have.length(0);
  });

  it('signs no user in when another tab signs out meanwhile', async () => {
    const backend = watchBackendRequests();
    backend.answerWith(() => json({ signedIn: false }));
    let release!: (credential: Credential) => void;
    passwords.answerWith(() => new Promise((resolve) => (release = resolve)));
    const result = rejection(signInSilently({ client }));
    await settled();
    announceSession('signed-out');
    expect((await result).code).to.equal('aborted');
    release(savedPassword('ada', password));
    await settled();
    expect(backend.to('/login')).to.have.length(0);
    backend.restore();
  });

  it('has the browser ask from now on when the backend has refused the saved password', async () => {
    const backend = watchBackendRequests();
    backend.answerWith(({ path }) =>
      path === '/session' ? json({ signedIn: false }) : json({ error: 'rejected' }, 401),
    );
    let prevented = 0;
    Object.defineProperty(navigator.credentials, 'preventSilentAccess', {
      configurable: true,
      value: () => Promise.reject(new Error(String(++prevented))),
    });
    passwords.answerWith(() => savedPassword('ada', 'the one before'));
    expect((await rejection(signInSilently({ client }))).code).to.equal('rejected');
    await settled();
    Reflect.deleteProperty(navigator.credentials, 'preventSilentAccess');
    backend.restore();
    expect(prevented).to.equal(1);
  });

  it('signs no user in when it was ended before the browser responded', async () => {
    const backend = watchBackendRequests();
    backend.answerWith(() => json({ signedIn: false }));
    const controller = new AbortController();
    let release!: (credential: Credential) => void;
    passwords.answerWith(() => new Promise((resolve) => (release = resolve)));
    const released: string[] = [];
    const result = rejection(
      signInSilently({ client, signal: controller.signal, onRelease: () => released.push('released') }),
    );
    await settled();
    controller.abort();
    release(savedPassword('ada', password));
    expect((await result).code).to.equal('aborted');
    await settled();
    expect([backend.to('/login'), released]).to.deep.equal([[], []]);
    backend.restore();
  });
});
