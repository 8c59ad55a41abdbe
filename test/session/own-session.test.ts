import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { startOwnSession } from '../../src/session/own-session.js';
import { post, signOutQuietly, signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { json, watchBackendRequests, type BackendRequests } from '../support/browser/backend.js';
import { rejection } from '../support/browser/rejection.js';

const client = clientFor();
const alice = { signedIn: true, user: { name: 'alice', displayName: 'Alice' }, authTime: 1000 };
const { matchMedia } = globalThis;

describe('a session of its own for an installed app', () => {
  let backend: BackendRequests;

  beforeEach(() => {
    backend = watchBackendRequests();
    localStorage.clear();
  });

  afterEach(async () => {
    globalThis.matchMedia = matchMedia;
    Reflect.deleteProperty(navigator, 'standalone');
    Reflect.deleteProperty(globalThis, 'GestureEvent');
    localStorage.clear();
    backend.restore();
    await signOutQuietly();
  });

  // No WebKit here: what is there of it is put in its place.
  const installOnPhone = () => Object.defineProperty(navigator, 'standalone', { configurable: true, value: true });
  const haveGestures = () => Object.defineProperty(globalThis, 'GestureEvent', { configurable: true, value: class {} });
  const showStandalone = () =>
    (globalThis.matchMedia = (query) => ({ ...matchMedia(query), matches: query === '(display-mode: standalone)' }));

  it('is started at the first start, and the session that the cookie was copied from lives on', async () => {
    installOnPhone();
    const name = await signUpUser();
    expect(await startOwnSession({ client })).to.equal(true);
    expect(await whoIsSignedIn()).to.equal(name);
    const { sessions } = (await (await fetch('/sessions')).json()) as { sessions: { current: boolean }[] };
    expect(sessions.map(({ current }) => current)).to.deep.equal([true, false]);
    await post('/logout');
    expect(await whoIsSignedIn()).to.equal(undefined);
  });

  it('is requested once in the life of the app', async () => {
    installOnPhone();
    backend.answerWith(({ path }) => json(path === '/session' ? alice : {}));
    expect([await startOwnSession({ client }), await startOwnSession({ client })]).to.deep.equal([true, false]);
    expect(backend.all.map(({ method, path }) => `${method} ${path}`)).to.deep.equal([
      'GET /session',
      'POST /sessions',
    ]);
  });

  it('is requested on a desktop, too', async () => {
    haveGestures();
    showStandalone();
    backend.answerWith(({ path }) => json(path === '/session' ? alice : {}));
    expect(await startOwnSession({ client })).to.equal(true);
  });

  it('is requested at the next start when it has failed', async () => {
    installOnPhone();
    backend.answerWith(({ path }) => (path === '/session' ? json(alice) : json({}, 503)));
    expect((await rejection(startOwnSession({ client }))).code).to.equal('bad_response');
    backend.answerWith(() => Promise.reject(new TypeError('Failed to fetch')));
    expect((await rejection(startOwnSession({ client }))).code).to.equal('network');
    backend.answerWith(({ path }) => json(path === '/session' ? alice : {}));
    expect(await startOwnSession({ client })).to.equal(true);
  });

  it('is not needed by an app that was signed out at its first start: there was nothing to copy', async () => {
    installOnPhone();
    backend.answerWith(() => json({ signedIn: false }));
    expect(await startOwnSession({ client })).to.equal(false);
    backend.answerWith(({ path }) => json(path === '/session' ? alice : {}));
    expect(await startOwnSession({ client })).to.equal(false);
    expect(backend.to('/sessions')).to.have.length(0);
  });

  for (const [where, arrange] of [
    ['in a tab of WebKit', () => Object.defineProperty(navigator, 'standalone', { configurable: true, value: false })],
    ['in an app that another engine has installed, which shares the session of the browser', showStandalone],
    ['in a tab of WebKit on a desktop', haveGestures],
    ['in an ordinary tab', () => {}],
  ] as const) {
    it(`is not asked for ${where}`, async () => {
      arrange();
      expect(await startOwnSession({ client })).to.equal(false);
      expect(backend.all).to.have.length(0);
    });
  }
});
