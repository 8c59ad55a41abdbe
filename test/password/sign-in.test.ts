import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import type { LatchError } from '../../src/base/client/errors.js';
import { signInWithPassword } from '../../src/password/sign-in.js';
import { signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled, stopClock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';

const client = clientFor();
const password = 'correct horse battery staple';

describe('signing in with a password, at the reference server', () => {
  afterEach(signOutQuietly);

  it('sets the session, and tells the other tabs', async () => {
    const username = await signUpUser();
    await signOutQuietly();
    const channel = new BroadcastChannel('auth');
    const told = new Promise<unknown>((resolve) => (channel.onmessage = ({ data }) => resolve(data)));
    expect(await signInWithPassword({ client, username, password })).to.deep.equal({ method: 'password' });
    expect(await whoIsSignedIn()).to.equal(username);
    expect(await told).to.deep.equal({ type: 'signed-in' });
    channel.close();
  });

  it('is rejected alike for a wrong password and for an unknown name', async () => {
    const username = await signUpUser();
    await signOutQuietly();
    for (const wrong of [
      { username, password: 'wrong' },
      { username: 'unknown', password },
    ]) {
      const { code, retryable } = await rejection<LatchError>(signInWithPassword({ client, ...wrong }));
      expect([code, retryable]).to.deep.equal(['rejected', false]);
    }
    expect(await whoIsSignedIn()).to.equal(undefined);
  });

  it('is a mistake of the caller without a name or a password', async () => {
    for (const [wrong, name] of [
      [{ username: undefined, password }, 'username'],
      [{ username: 'ada', password: 7 }, 'password'],
    ] as const) {
      const error = await rejection(
        signInWithPassword({ client, ...(wrong as unknown as { username: string; password: string }) }),
      );
      expect([error.name, error.message]).to.deep.equal(['TypeError', `"${name}" must be a string`]);
    }
  });

  it('ends with the signal of the caller', async () => {
    const { code } = await rejection(
      signInWithPassword({ client, username: 'ada', password, signal: AbortSignal.abort() }),
    );
    expect(code).to.equal('aborted');
  });
});

describe('signing in with a password while options for passkeys are being fetched', () => {
  let backend: BackendRequests;
  let endFetch: () => void;
  let held: Promise<void>;

  beforeEach(async () => {
    const { locks } = navigator;
    backend = watchBackendRequests();
    backend.answerWith(() => json({}));
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
    await new Promise<void>((fetching) => {
      held = locks.request(
        'latchkey',
        () =>
          new Promise<void>((resolve) => {
            endFetch = resolve;
            fetching();
          }),
      );
    });
  });

  afterEach(async () => {
    endFetch();
    await held;
    backend.restore();
  });

  it('waits until they have come, so that their cookie does not replace the session', async () => {
    const result = signInWithPassword({ client, username: 'ada', password });
    await navigator.locks.query();
    expect(backend.all).to.have.length(0);
    endFetch();
    await result;
    expect(backend.to('/login')).to.have.length(1);
  });

  it('goes ahead after two seconds, once', async () => {
    const clock = stopClock();
    const result = signInWithPassword({ client, username: 'ada', password });
    await settled();
    await clock.pass(1999);
    expect(backend.all).to.have.length(0);
    await clock.pass(1);
    await result;
    clock.restore();
    endFetch();
    await navigator.locks.request('latchkey', () => {});
    expect(backend.to('/login')).to.have.length(1);
  });

  it('can be ended while it waits', async () => {
    const controller = new AbortController();
    const result = rejection(signInWithPassword({ client, username: 'ada', password, signal: controller.signal }));
    controller.abort();
    expect((await result).code).to.equal('aborted');
    endFetch();
    await navigator.locks.request('latchkey', () => {});
    expect(backend.all.filter(({ init }) => !init.signal?.aborted)).to.have.length(0);
  });
});
