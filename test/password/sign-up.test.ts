import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import type { LatchError } from '../../src/base/client/errors.js';
import { signInWithPassword } from '../../src/password/sign-in.js';
import { signUpWithPassword } from '../../src/password/sign-up.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { rejection } from '../support/browser/rejection.js';

const client = clientFor();
const password = 'correct horse battery staple';

describe('signing up with a password, at the reference server', () => {
  afterEach(signOutQuietly);

  it('creates the account, signs it in and tells the other tabs', async () => {
    const username = `newcomer-${crypto.randomUUID()}`;
    const channel = new BroadcastChannel('auth');
    const told = new Promise<unknown>((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
    expect(await signUpWithPassword({ client, username, password })).to.deep.equal({ method: 'password' });
    expect(await whoIsSignedIn()).to.equal(username);
    expect(await told).to.deep.equal({ type: 'signed-in' });
    channel.close();
    await signOutQuietly();
    await signInWithPassword({ client, username, password });
    expect(await whoIsSignedIn()).to.equal(username);
  });

  it('is rejected with 409 for a name that is taken, and with 400 for a password that is too short', async () => {
    const username = await signUpUser();
    await signOutQuietly();
    for (const [wrong, status] of [
      [{ username, password }, 409],
      [{ username: `short-${crypto.randomUUID()}`, password: '1234567' }, 400],
    ] as const) {
      const error = await rejection<LatchError>(signUpWithPassword({ client, ...wrong }));
      expect([error.code, error.status]).to.deep.equal(['rejected', status]);
    }
    expect(await whoIsSignedIn()).to.equal(undefined);
  });

  it('is a mistake of the caller without a name or a password', async () => {
    for (const [wrong, name] of [
      [{ username: undefined, password }, 'username'],
      [{ username: 'ada', password: 7 }, 'password'],
    ] as const) {
      const error = await rejection(
        signUpWithPassword({ client, ...(wrong as unknown as { username: string; password: string }) }),
      );
      expect([error.name, error.message]).to.deep.equal(['TypeError', `"${name}" must be a string`]);
    }
  });

  it('ends with the signal of the caller', async () => {
    const { code } = await rejection<LatchError>(
      signUpWithPassword({ client, username: 'ada', password, signal: AbortSignal.abort() }),
    );
    expect(code).to.equal('aborted');
  });
});
