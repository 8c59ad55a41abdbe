import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SessionAnswer } from '../../../src/base/contract/types.js';
import { createRunningClock, minutes } from '../../support/node/clock.js';
import { openProviderBrowser, type Page, type ProviderBrowser } from '../../support/node/provider-browser.js';
import { startProvider, type DevelopmentProvider } from '../../support/node/provider.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import { namesIn } from '../../support/node/session-names.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

describe('the development provider', () => {
  let provider: DevelopmentProvider;
  let server: TestServer;
  before(async () => {
    provider = await startProvider();
    server = await startServer({ config: { providers: [provider.settings] }, clock: createRunningClock() });
  });
  after(async () => {
    await server.stop();
    await provider.close();
  });

  const pathOf = (address: Page | string): string => {
    assert.equal(typeof address, 'string', JSON.stringify(address));
    const { pathname, search } = new URL(address as string);
    return pathname + search;
  };
  const go = async (visitor: Visitor, browser: ProviderBrowser, query = ''): Promise<Page | string> =>
    browser.open((await visitor.get(`/auth/start${query}`)).headers.get('Location')!);
  const signIn = async (visitor: Visitor, browser: ProviderBrowser, person: string, query = ''): Promise<Answer> => {
    await go(visitor, browser, query);
    return visitor.get(pathOf(await browser.submit({ person })));
  };

  test('shows who can sign in, and signs in who is chosen', async () => {
    const [visitor, browser] = [server.visitor(), openProviderBrowser()];
    const page = (await go(visitor, browser, '?returnTo=/home')) as Page;
    assert.equal(page.status, 200);
    for (const name of ['Ada Lovelace', 'Grace Hopper', 'Katherine Johnson', 'Cancel'])
      assert.ok(page.text.includes(name), name);
    assert.match(page.headers['content-security-policy'] as string, /^default-src 'none'; style-src 'nonce-/);
    const answer = await visitor.get(pathOf(await browser.submit({ person: 'ada' })));
    assert.deepEqual(
      [answer.status, answer.headers.get('Location')],
      [302, '/home'],
      answer.text + JSON.stringify(server.logs),
    );
    const session = (await visitor.get<SessionAnswer>('/session')).body;
    const { authMethod, authTime } = session;
    assert.deepEqual([namesIn(session), authMethod], [{ name: 'ada', displayName: 'Ada Lovelace' }, 'oidc']);
    assert.ok(server.clock.now() - authTime! < 60_000);
  });

  test('remembers its people: the second time no choice is needed', async () => {
    const browser = openProviderBrowser();
    await signIn(server.visitor(), browser, 'grace');
    const visitor = server.visitor();
    assert.equal((await visitor.get(pathOf(await go(visitor, browser)))).status, 302);
    assert.equal((await visitor.get<SessionAnswer>('/session')).body.user?.name, 'grace');
  });

  test('asks again for a step-up', async () => {
    const [visitor, browser] = [server.visitor(), openProviderBrowser()];
    await signIn(visitor, browser, 'grace');
    server.clock.advance(5 * minutes);
    assert.equal((await visitor.post('/webauthn/register/options')).status, 403);
    assert.equal(((await go(visitor, browser, '?max_age=0')) as Page).status, 200);
    assert.equal(
      (await visitor.get(pathOf(await browser.submit({ person: 'grace' })))).status,
      302,
      JSON.stringify(server.logs),
    );
    assert.equal((await visitor.post('/webauthn/register/options')).status, 200);
  });

  for (const [what, person] of [
    ['cancels', ''],
    ['is unknown to it', 'mallory'],
    ['may not use apps', 'hedy'],
    ['is very long', 'x'.repeat(2000)],
  ] as const) {
    test(`sends a user back without a code who ${what}`, async () => {
      const [visitor, browser] = [server.visitor(), openProviderBrowser()];
      const answer = await signIn(visitor, browser, person);
      assert.deepEqual(
        [answer.status, answer.headers.get('Location')],
        [302, '/login?error=cancelled&provider=example'],
      );
      assert.deepEqual((await visitor.get('/session')).body, { signedIn: false });
    });
  }

  test('returns refresh tokens that keep the session alive, and revokes them at sign-out', async () => {
    const visitor = server.visitor();
    await signIn(visitor, openProviderBrowser(), 'katherine');
    for (let round = 0; round < 3; round += 1) {
      server.clock.advance(10 * minutes);
      assert.equal((await visitor.get('/sessions')).status, 200);
    }
    assert.deepEqual(server.logs, []);
    const { cookie } = visitor;
    const kept = server.visitor();
    kept.cookie = cookie;
    await visitor.post('/logout');
    assert.deepEqual(server.logs, []);
    assert.deepEqual((await kept.get('/session')).body, { signedIn: false });
  });

  test('takes a refresh token that comes twice for a stolen one', async () => {
    const visitor = server.visitor();
    await signIn(visitor, openProviderBrowser(), 'katherine');
    const owner = (await server.store.findOwner(provider.settings.issuer, 'katherine'))!;
    server.clock.advance(10 * minutes);
    const now = server.clock.now();
    const { id, publicId } = (await server.store.listSessions(owner, now)).find(({ grantDue }) => grantDue !== null)!;
    const first = (await server.store.claimGrant(id, now, now))!;
    assert.equal((await visitor.get('/sessions')).status, 200);
    server.clock.advance(10 * minutes);
    const second = (await server.store.claimGrant(id, server.clock.now(), now))!;
    assert.equal(await server.store.replaceGrant(publicId, second, first), true);
    assert.equal((await visitor.get('/sessions')).status, 401);
  });

  test('lets apps on this machine come back only, and to their callback', async () => {
    const address = new URL((await server.visitor().get('/auth/start')).headers.get('Location')!);
    for (const uri of [
      'https://evil.example/auth/callback',
      'http://localhost.evil.example/auth/callback/example',
      'http://localhost:3000/elsewhere',
      'javascript:alert(1)',
    ]) {
      // as one that is not pushed, where anyone could have changed it
      address.search = `${new URLSearchParams({
        client_id: address.searchParams.get('client_id')!,
        response_type: 'code',
        scope: 'openid',
        redirect_uri: uri,
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      })}`;
      const page = (await openProviderBrowser().open(address.href)) as Page;
      assert.deepEqual([page.status, page.text.startsWith('invalid_redirect_uri')], [400, true], uri);
    }
  });

  test('says what is wrong with an interaction that it does not know', async () => {
    const page = (await openProviderBrowser().open(`${provider.settings.issuer}/interaction/unknown`)) as Page;
    assert.deepEqual([page.status, page.text], [400, 'This sign-in has expired. Go back to the app and try again.']);
  });

  test('takes another port when its own is taken', async () => {
    const { openProvider } = await import('../../../demo/provider/open-provider.js');
    const taken = Number(new URL(provider.settings.issuer).port);
    const second = await openProvider(taken);
    assert.notEqual(second.issuer, provider.settings.issuer);
    await second.close();
  });
});
