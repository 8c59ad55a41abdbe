import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { readSession } from '../../src/session/session.js';
import { confirmPassword } from '../../src/password/confirm.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { rejection } from '../support/browser/rejection.js';

const client = clientFor();
const password = 'correct horse battery staple';

describe('confirming a password', () => {
  let backend: BackendRequests;

  beforeEach(() => {
    backend = watchBackendRequests();
  });

  afterEach(async () => {
    backend.restore();
    await signOutQuietly();
  });

  const answerAs = (names: (string | undefined)[], logIn: () => Response = () => json({})) =>
    backend.answerWith(({ path }) => {
      if (path === '/login') return logIn();
      const name = names.shift();
      return json(name ? { signedIn: true, user: { name, displayName: name } } : { signedIn: false });
    });

  it('gives the session of the same person a new time of authentication', async () => {
    const username = await signUpUser();
    const before = await readSession(client);
    await confirmPassword({ client, password });
    const after = await readSession(client);
    if (before.status === 'signed-out' || after.status === 'signed-out') throw new Error('No user is signed in.');
    expect([after.user?.name, after.authMethod]).to.deep.equal([username, 'password']);
    expect(after.authTime).to.be.greaterThan(before.authTime!);
    expect(backend.to('/login').map(({ body }) => body)).to.deep.equal([{ username, password }]);
  });

  it('refuses a wrong password and leaves the person signed in', async () => {
    const username = await signUpUser();
    expect((await rejection(confirmPassword({ client, password: 'incorrect' }))).code).to.equal('rejected');
    expect(await whoIsSignedIn()).to.equal(username);
  });

  it('does not send the password when no user is signed in', async () => {
    expect((await rejection(confirmPassword({ client, password }))).code).to.equal('unauthenticated');
    expect(backend.to('/login')).to.have.length(0);
  });

  it('posts what the backend names as the username, where people sign in with something else than their name', async () => {
    const user = { id: 'YWxpY2U', name: 'Alice', displayName: 'Alice', username: 'alice@example.com' };
    backend.answerWith(({ path }) => json(path === '/login' ? {} : { signedIn: true, user }));
    await confirmPassword({ client, password });
    expect(backend.to('/login').map(({ body }) => body)).to.deep.equal([{ username: 'alice@example.com', password }]);
  });

  it('knows the person by their id, whatever their name is by then', async () => {
    let user = { id: 'YWxpY2U', name: 'alice', displayName: 'Alice' };
    backend.answerWith(({ path }) => {
      if (path !== '/login') return json({ signedIn: true, user });
      user = { ...user, name: 'alice.smith' };
      return json({});
    });
    await confirmPassword({ client, password });
    backend.answerWith(({ path }) => {
      if (path !== '/login') return json({ signedIn: true, user });
      user = { ...user, id: 'Ym9i' };
      return json({});
    });
    expect((await rejection(confirmPassword({ client, password }))).code).to.equal('wrong_account');
  });

  it('says that it is the wrong account when another tab has signed another user in meanwhile', async () => {
    answerAs(['alice', 'bob']);
    expect((await rejection(confirmPassword({ client, password }))).code).to.equal('wrong_account');
  });

  it('says that no user is signed in when another tab has signed out meanwhile', async () => {
    answerAs(['alice', undefined]);
    expect((await rejection(confirmPassword({ client, password }))).code).to.equal('unauthenticated');
  });

  it('passes on that there were too many tries, with the wait, and that a backend has no passwords', async () => {
    answerAs(['alice'], () => json({ error: 'rate_limited' }, 429, { 'retry-after': '60' }));
    expect(await rejection(confirmPassword({ client, password }))).to.include({
      code: 'rate_limited',
      retryAfter: 60_000,
    });
    answerAs(['alice'], () => json({ error: 'unsupported' }, 404));
    expect((await rejection(confirmPassword({ client, password }))).code).to.equal('unsupported');
  });

  it('ends with its signal at every request, and its errors hold no password', async () => {
    for (const step of ['/session', '/login']) {
      const controller = new AbortController();
      backend.answerWith(({ path }) => {
        if (path !== step) return json({ signedIn: true, user: { name: 'alice', displayName: 'Alice' } });
        controller.abort();
        return new Promise<never>(() => {});
      });
      const error = await rejection(confirmPassword({ client, password, signal: controller.signal }));
      expect(error.code, step).to.equal('aborted');
      expect(JSON.stringify([error.message, error.cause]), step).not.to.contain(password);
    }
  });
});
