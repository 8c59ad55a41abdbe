import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/core/client.js';
import { signInSilently } from '../../../src/features/password/sign-in-silently.js';
import { signOutQuietly, signUpSomebody, whoIsSignedIn } from '../../support/browser/account.js';
import { json, watchBackendRequests } from '../../support/browser/backend.js';
import { settled, stopClock } from '../../support/browser/clock.js';
import { assertion } from '../../support/browser/credentials.js';
import { rejection } from '../../support/browser/rejection.js';
import { savedPassword, watchSavedPasswords, type SavedPasswords } from '../../support/browser/saved-passwords.js';

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
    const username = await signUpSomebody();
    await signOutQuietly();
    passwords.answerWith(() => savedPassword(username, password));
    const released: string[] = [];
    expect(await signInSilently({ client, onRelease: () => released.push('released') })).to.deep.equal({ method: 'password' });
    expect(await whoIsSignedIn()).to.equal(username);
    expect(released).to.deep.equal(['released']);
    expect(passwords.asked.map(({ mediation }) => mediation)).to.deep.equal(['silent']);
    expect(passwords.asked[0]).to.include({ password: true });
  });

  for (const [what, given] of [['nothing', null], ['a passkey', assertion()], ['an empty thing', {}]] as const) {
    it(`does nothing when the browser releases ${what}`, async () => {
      passwords.answerWith(() => given);
      expect(await signInSilently({ client })).to.equal(undefined);
    });
  }

  it('does not ask the browser while somebody is signed in', async () => {
    await signUpSomebody();
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
    const username = await signUpSomebody();
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

  it('passes a failure of the browser on', async () => {
    passwords.answerWith(() => {
      throw new DOMException('', 'NotSupportedError');
    });
    expect((await rejection(signInSilently({ client }) as Promise<unknown>) as Error).name).to.equal('NotSupportedError');
  });

  it('signs nobody in when it was ended while the browser made up its mind', async () => {
    const backend = watchBackendRequests();
    backend.answerWith(() => json({ signedIn: false }));
    const controller = new AbortController();
    let release!: (credential: Credential) => void;
    passwords.answerWith(() => new Promise((resolve) => (release = resolve)));
    const result = rejection(signInSilently({ client, signal: controller.signal }));
    await settled();
    controller.abort();
    release(savedPassword('ada', password));
    expect((await result).code).to.equal('aborted');
    await settled();
    expect(backend.to('/login')).to.have.length(0);
    backend.restore();
  });
});
