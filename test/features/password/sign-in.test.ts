import { expect } from '@open-wc/testing';
import { clientFor } from '../../../src/core/client.js';
import type { LatchError } from '../../../src/core/errors.js';
import { signInWithPassword } from '../../../src/features/password/sign-in.js';
import { signOutQuietly, signUpSomebody, whoIsSignedIn } from '../../support/browser/account.js';
import { rejection } from '../../support/browser/rejection.js';

const client = clientFor();
const password = 'correct horse battery staple';

describe('signing in with a password, at the reference server', () => {
  afterEach(signOutQuietly);

  it('sets the session, and tells the other tabs', async () => {
    const username = await signUpSomebody();
    await signOutQuietly();
    const channel = new BroadcastChannel('auth');
    const told = new Promise<unknown>((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
    expect(await signInWithPassword({ client, username, password })).to.deep.equal({ method: 'password' });
    expect(await whoIsSignedIn()).to.equal(username);
    expect(await told).to.deep.equal({ type: 'signed-in' });
    channel.close();
  });

  it('is rejected alike for a wrong password and for an unknown name', async () => {
    const username = await signUpSomebody();
    await signOutQuietly();
    for (const wrong of [{ username, password: 'wrong' }, { username: 'nobody', password }]) {
      const { code, retryable } = await rejection<LatchError>(signInWithPassword({ client, ...wrong }));
      expect([code, retryable]).to.deep.equal(['rejected', false]);
    }
    expect(await whoIsSignedIn()).to.equal(undefined);
  });

  it('ends with the signal of the caller', async () => {
    const { code } = await rejection(signInWithPassword({ client, username: 'ada', password, signal: AbortSignal.abort() }));
    expect(code).to.equal('aborted');
  });
});
