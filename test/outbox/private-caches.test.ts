import { expect } from '@open-wc/testing';
import { wipeLocalData } from '../../src/sign-out/local-data.js';
import { broadcast } from '../../src/base/storage/channel.js';
import { clientFor, type Client } from '../../src/base/client/client.js';
import { userCachePrefix, userMark } from '../../src/base/contract/worker.js';
import { noteSession } from '../../src/base/storage/known-session.js';
import { keepPrivateCaches, openPrivateCache } from '../../src/offline.js';
import { noteVisit, takeVisit } from '../../src/provider/oidc/visits.js';
import { post, signOutQuietly, signUpUser } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { settled, stopClock } from '../support/browser/clock.js';
import { rejection } from '../support/browser/rejection.js';

describe('private caches', () => {
  const client = clientFor();
  let page: AbortController;
  let heard: ((message: unknown) => void) | undefined;

  beforeEach(() => {
    page = new AbortController();
    // In the place of the registration, whose worker would have to be served from the root of the site.
    const active = { postMessage: (message: unknown) => heard?.(message) };
    navigator.serviceWorker.getRegistration = async () => ({ active }) as unknown as ServiceWorkerRegistration;
  });

  afterEach(async () => {
    await wipeLocalData(client);
    page.abort();
    heard = undefined;
    Reflect.deleteProperty(navigator.serviceWorker, 'getRegistration');
    await signOutQuietly();
  });

  /** The next message of this type that the worker receives. */
  const told = (type: string) =>
    new Promise<{ type: string; userId?: string }>(
      (resolve) =>
        (heard = (message) => (message as { type: string }).type === type && resolve(message as { type: string })),
    );
  const names = async () => (await caches.keys()).filter((name) => name.startsWith(userCachePrefix));

  /** Watches who is signed in, and resolves with the id that the worker receives. */
  async function admit(): Promise<string> {
    const admission = told('latchkey.signed-in');
    keepPrivateCaches(client, { signal: page.signal });
    return (await admission).userId!;
  }

  it('have a random name that says nothing about the person, the same at the next start', async () => {
    const name = await signUpUser();
    const id = await admit();
    expect(id).to.match(/^[\w-]{22}$/);
    expect(JSON.stringify(localStorage).includes(name)).to.equal(false);
    page.abort();
    page = new AbortController();
    expect(await admit()).to.equal(id);
  });

  it('hold what an app puts there, until the person signs out', async () => {
    await signUpUser();
    const id = await admit();
    const cache = await openPrivateCache(client, 'pictures');
    await cache!.put('/picture', new Response('mine'));
    expect(await names()).to.deep.equal([`${userCachePrefix}${id}.pictures`]);
    const over = told('latchkey.signed-out');
    expect(await wipeLocalData(client)).to.deep.equal([]);
    await over;
    expect(await names()).to.deep.equal([]);
    expect(await openPrivateCache(client, 'pictures')).to.equal(undefined);
  });

  it('stay when the session merely ends, and are there for the same person again', async () => {
    const username = await signUpUser();
    const id = await admit();
    await (await openPrivateCache(client, 'pictures'))!.put('/picture', new Response('mine'));
    await signOutQuietly();
    const again = told('latchkey.signed-in');
    await post('/login', { username, password: 'correct horse battery staple' });
    broadcast({ type: 'signed-in' });
    expect((await again).userId).to.equal(id);
    expect((await names()).length).to.equal(1);
  });

  it('are deleted when another user signs in, who gets another name', async () => {
    await signUpUser();
    const id = await admit();
    await (await openPrivateCache(client, 'pictures'))!.put('/picture', new Response('mine'));
    const next = told('latchkey.signed-in');
    await signUpUser();
    broadcast({ type: 'signed-in' });
    expect((await next).userId).not.to.equal(id);
    expect(await names()).to.deep.equal([]);
  });

  it('are not opened for the page of one user once another tab has signed another one in', async () => {
    await signUpUser();
    await admit();
    const { user } = (await (await fetch('/session')).json()) as { user: { id: string } };
    const others = told('latchkey.signed-in');
    await signUpUser();
    broadcast({ type: 'signed-in' });
    await others;
    const first = openPrivateCache(client, 'pictures', { userId: user.id });
    expect((await rejection(first)).code).to.equal('wrong_account');
    expect(await openPrivateCache(client, 'pictures')).not.to.equal(undefined);
    // As in a page that has not read the session since.
    noteSession(client, { userId: user.id });
    expect(await openPrivateCache(client, 'pictures')).to.equal(undefined);
  });

  it('are not used after a user has signed in, until it is known that it was the same person', async () => {
    await signUpUser();
    const id = await admit();
    await (await openPrivateCache(client, 'pictures'))!.put('/picture', new Response('mine'));
    const backend = watchBackendRequests();
    backend.answerWith(() => new Response('{}', { status: 503 }));
    const doubted = told('latchkey.unknown');
    broadcast({ type: 'signed-in' });
    await doubted;
    expect(await openPrivateCache(client, 'pictures')).to.equal(undefined);
    backend.restore();
    const again = told('latchkey.signed-in');
    dispatchEvent(new Event('online'));
    expect((await again).userId).to.equal(id);
    const cache = await openPrivateCache(client, 'pictures');
    expect(await (await cache!.match('/picture'))!.text()).to.equal('mine');
  });

  describe('in a page that has not heard yet who is signed in', () => {
    let pages = 0;
    let here: Client;
    let answers: string;
    let backend: BackendRequests;

    beforeEach(async () => {
      await signUpUser();
      const id = await admit();
      answers = `${userCachePrefix}${id}.answers`;
      await (await openPrivateCache(client, 'pictures'))!.put('/picture', new Response('mine'));
      // Another backend is what nothing in this page has asked yet.
      here = clientFor(`/page-${(pages += 1)}`);
      localStorage.setItem(`latchkey.alias:${here.baseUrl.pathname}`, localStorage.getItem('latchkey.alias:/')!);
      backend = watchBackendRequests();
    });

    afterEach(() => {
      page.abort();
      backend.restore();
    });

    /** Whether the cache is opened, with what is in it. */
    const isOpened = async () => (await (await openPrivateCache(here, 'pictures'))?.match('/picture')) !== undefined;
    const offline = () => Promise.reject<Response>(new TypeError('Failed to fetch'));

    it('are not opened for another user, who has signed in without a message', async () => {
      backend.answerWith(() => json({ signedIn: true, user: { id: 'Ym9i', name: 'bob', displayName: 'Bob' } }));
      expect(await isOpened()).to.equal(false);
    });

    it('are not opened while the backend does not say', async () => {
      for (const answer of [json({}, 503), json({ signedIn: true, user: { name: 'bob', displayName: 'Bob' } })]) {
        backend.answerWith(() => answer);
        expect(await isOpened()).to.equal(false);
      }
    });

    it('are opened when the session has merely ended, and without a connection', async () => {
      backend.answerWith(() => json({ signedIn: false }));
      expect(await isOpened()).to.equal(true);
      backend.answerWith(offline);
      expect(await isOpened()).to.equal(true);
    });

    it('are opened after five seconds without an answer', async () => {
      backend.answerWith(() => new Promise(() => {}));
      const clock = stopClock();
      const opened = isOpened();
      while (clock.waiting === 0) await settled();
      await clock.pass(5000);
      expect(await opened).to.equal(true);
      clock.restore();
    });

    it('are not opened without a connection once the worker has seen somebody sign in', async () => {
      backend.answerWith(offline);
      const cache = await caches.open(answers);
      expect(await isOpened()).to.equal(false);
      await cache.put(userMark, new Response());
      expect(await isOpened()).to.equal(true);
    });

    it('are not opened without a connection after this page has been left for a provider', async () => {
      backend.answerWith(offline);
      keepPrivateCaches(here, { signal: page.signal });
      dispatchEvent(new PageTransitionEvent('pagehide'));
      expect(await isOpened()).to.equal(true);
      noteVisit(here);
      dispatchEvent(new PageTransitionEvent('pagehide'));
      expect(await isOpened()).to.equal(false);
      takeVisit(here);
    });
  });

  it('are deleted, and not opened, while a backend does not say who is signed in', async () => {
    await signUpUser();
    await admit();
    await (await openPrivateCache(client, 'pictures'))!.put('/picture', new Response('mine'));
    page.abort();
    page = new AbortController();
    const backend = watchBackendRequests();
    backend.answerWith(() => json({ signedIn: true, user: { name: 'alice', displayName: 'Alice' }, authTime: 1 }));
    const failure = new Promise<unknown>((resolve) =>
      keepPrivateCaches(client, { signal: page.signal, onError: resolve }),
    );
    expect(((await failure) as { code: string }).code).to.equal('unsupported');
    backend.restore();
    expect([await names(), await openPrivateCache(client, 'pictures')]).to.deep.equal([[], undefined]);
  });

  it('stay the same when the person changes their name', async () => {
    const backend = watchBackendRequests();
    let name = 'alice';
    backend.answerWith(() => json({ signedIn: true, user: { id: 'YWxpY2U', name, displayName: name }, authTime: 1 }));
    const id = await admit();
    name = 'alice.smith';
    page.abort();
    page = new AbortController();
    expect(await admit()).to.equal(id);
    backend.restore();
  });
});
