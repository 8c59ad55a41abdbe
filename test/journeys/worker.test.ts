import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import {
  expectKept,
  fetchIn,
  readCaches,
  registerWorker,
  startWorkerSite,
  notifyWorker,
  type WorkerSite,
} from './worker-site.js';
import { testInFullRuns } from '../support/node/quick.js';

const text = (body: string, headers: Record<string, string> = {}, status = 200): Response =>
  new Response(body, { status, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache', ...headers } });

describe('the service worker', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => releaseBrowser(browser));

  interface Visit {
    site: WorkerSite;
    profile: Profile;
    tab: Tab;
  }

  /** Opens the page of a site that answers as told, with the worker registered by this query. */
  async function visit(
    query: string,
    answer: (request: Request, url: URL) => Response | Promise<Response>,
  ): Promise<Visit> {
    const site = await startWorkerSite(answer);
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /status of|ERR_|Failed to (?:fetch|load)|FetchEvent/ });
    await tab.go('/');
    await registerWorker(tab, `/service-worker.js?claim&${query}`);
    return { site, profile, tab };
  }

  test('keeps only what is listed, and has it when there is no connection', async () => {
    const { site, profile, tab } = await visit(
      'precache=/first.txt&cache-first=/assets/*&stale-while-revalidate=/news.txt',
      (_request, url) => text(`this is ${url.pathname}`),
    );
    for (const path of ['/first.txt', '/assets/a.js', '/news.txt', '/other.txt', '/assets/a.js?query'])
      assert.match(await fetchIn(tab, path), /^200 this is/);
    await expectKept(tab, ['/assets/a.js', '/first.txt', '/news.txt']);
    await site.stop();
    for (const path of ['/first.txt', '/assets/a.js', '/news.txt'])
      assert.equal(await fetchIn(tab, path), `200 this is ${path}`);
    for (const path of ['/other.txt', '/assets/b.js', '/assets/a.js?query'])
      assert.equal(await fetchIn(tab, path), 'TypeError');
    await profile.close();
  });

  test('keeps at once what pages need offline, and the rest when a page asks for it, each file that can be had', async () => {
    const { site, profile, tab } = await visit(
      'precache=/first.txt&later=/a.txt&later=/missing.txt&later=/b.txt',
      (_request, { pathname }) => text(`this is ${pathname}`, {}, pathname === '/missing.txt' ? 404 : 200),
    );
    await expectKept(tab, ['/first.txt']);
    assert.equal(await fetchIn(tab, '/b.txt'), '200 this is /b.txt');
    await expectKept(tab, ['/b.txt', '/first.txt']);
    assert.deepEqual(await notifyWorker(tab, { type: 'latchkey.precache-rest' }), { ok: true });
    await expectKept(tab, ['/a.txt', '/b.txt', '/first.txt']);
    await site.stop();
    assert.equal(await fetchIn(tab, '/a.txt'), '200 this is /a.txt');
    assert.equal(await fetchIn(tab, '/missing.txt'), 'TypeError');
    await profile.close();
  });

  test('asks for shared files without cookies, and keeps nothing that only a cookie can have', async () => {
    const { site, profile, tab } = await visit('cache-first=/*', (request) =>
      text(
        request.headers.has('Cookie') ? 'hello alice' : 'who are you?',
        {},
        request.headers.has('Cookie') ? 200 : 401,
      ),
    );
    assert.equal(await fetchIn(tab, '/greeting'), '200 hello alice');
    assert.deepEqual(site.asked, [
      { path: '/greeting', cookie: null },
      { path: '/greeting', cookie: 'sid=alice' },
    ]);
    await expectKept(tab, []);
    await site.stop();
    await profile.close();
  });

  testInFullRuns(
    'asks for shared files without what a page says about its person, in a header of its own',
    async () => {
      const { site, profile, tab } = await visit('cache-first=/first&stale-while-revalidate=/second', (request) =>
        text(`hello ${request.headers.get('X-Name') ?? 'stranger'}, in ${request.headers.get('Accept-Language')}`),
      );
      for (const path of ['/first', '/second']) {
        for (const name of ['alice', 'bob'])
          assert.equal(
            await fetchIn(tab, path, { headers: { 'X-Name': name, 'Accept-Language': 'eo' } }),
            '200 hello stranger, in eo',
          );
      }
      await expectKept(tab, ['/first', '/second']);
      await site.stop();
      await profile.close();
    },
  );

  testInFullRuns('does not treat what the browser has cached for a user as public', async () => {
    const site = await startWorkerSite((request) =>
      text(request.headers.has('Cookie') ? 'hello alice' : 'hello stranger', { 'Cache-Control': 'max-age=600' }),
    );
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open();
    await tab.go('/');
    for (const path of ['/listed', '/encountered']) assert.equal(await fetchIn(tab, path), '200 hello alice');
    await registerWorker(tab, '/service-worker.js?claim&precache=/listed&cache-first=/encountered');
    for (const path of ['/listed', '/encountered']) assert.equal(await fetchIn(tab, path), '200 hello stranger');
    await expectKept(tab, ['/encountered', '/listed']);
    await site.stop();
    await profile.close();
  });

  const unkept: Record<string, () => Response> = {
    '/no-store': () => text('n', { 'Cache-Control': 'No-Store' }),
    '/private': () => text('p', { 'Cache-Control': 'max-age=60, private="X-Name"' }),
    '/varies': () => text('v', { Vary: 'Accept-Encoding, Cookie' }),
    '/missing': () => text('m', {}, 404),
    '/refused': () => text('r', {}, 401),
    '/broken': () => text('b', {}, 503),
    '/moved': () => new Response(null, { status: 302, headers: { Location: '/landing' } }),
  };
  for (const list of ['cache-first', 'stale-while-revalidate', 'personal']) {
    (list === 'personal' ? test : testInFullRuns)(
      `hands on and does not keep, of what is listed as ${list}, what the server does not want kept, what went wrong and what was redirected`,
      async () => {
        const { site, profile, tab } = await visit(
          [...Object.keys(unkept), '/last'].map((path) => `${list}=${path}`).join('&'),
          (_request, url) => unkept[url.pathname]?.() ?? text('landed'),
        );
        await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });
        for (const [path, answer] of Object.entries(unkept)) {
          const { status } = answer();
          assert.equal(await fetchIn(tab, path), status === 302 ? '200 landed' : `${status} ${path[1]}`, path);
        }
        await fetchIn(tab, '/last');
        await expectKept(tab, ['/last']);
        await site.stop();
        await profile.close();
      },
    );
  }

  test('leaves alone what is not GET, a part, of another origin, or asked for with an authorization or past all caches', async () => {
    const elsewhere = await startWorkerSite(() => text('elsewhere', { 'Access-Control-Allow-Origin': '*' }));
    const { site, profile, tab } = await visit('cache-first=/*&stale-while-revalidate=/*', () => text('whole'));
    const requests: [string, RequestInit][] = [
      ['/a', { method: 'POST' }],
      ['/b', { method: 'HEAD' }],
      ['/c', { headers: { Range: 'bytes=0-1' } }],
      ['/d', { headers: { Authorization: 'Bearer x' } }],
      ['/e', { cache: 'no-store' }],
    ];
    for (const [path, options] of requests) assert.match(await fetchIn(tab, path, options), /^200/);
    await fetchIn(tab, `${elsewhere.origin}/f`, { mode: 'no-cors' });
    assert.deepEqual(
      site.asked.map(({ path, cookie }) => path + cookie),
      requests.map(([path]) => `${path}sid=alice`),
    );
    await fetchIn(tab, '/last');
    await expectKept(tab, ['/last']);
    await Promise.all([site.stop(), elsewhere.stop()]);
    await profile.close();
  });

  test('hands a 401 to the page as it is and asks once, even if an older answer is kept', async () => {
    let refused = false;
    const { site, profile, tab } = await visit('personal=/feed', () =>
      refused ? text('sign in', { 'WWW-Authenticate': 'Cookie' }, 401) : text('private feed'),
    );
    await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });
    assert.equal(await fetchIn(tab, '/feed'), '200 private feed');
    await expectKept(tab, ['/feed']);
    refused = true;
    assert.equal(await fetchIn(tab, '/feed'), '401 sign in');
    assert.equal(site.asked.length, 2);
    await site.stop();
    assert.equal(await fetchIn(tab, '/feed'), '200 private feed', 'a session that has ended takes nothing away');
    await profile.close();
  });

  test('keeps what is about a person under their opaque id only, and deletes it when they sign out or another one comes', async () => {
    const { site, profile, tab } = await visit('personal=/feed/*&cache-first=/afterwards', (_request, url) =>
      text(`alice reads ${url.pathname}`),
    );
    await fetchIn(tab, '/feed/0');
    assert.deepEqual(await readCaches(tab).then((entries) => entries.length), 0, 'its user is unknown');

    assert.deepEqual(await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' }), { ok: true });
    await fetchIn(tab, '/feed/1');
    await expectKept(tab, ['/feed/1']);
    assert.deepEqual(
      (await readCaches(tab)).filter(([, , body]) => body !== ''),
      [['latchkey.user.a1.answers', '/feed/1', 'alice reads /feed/1']],
    );
    await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });
    await expectKept(tab, ['/feed/1']);
    await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'b2' });
    await expectKept(tab, []);

    await fetchIn(tab, '/feed/2');
    await notifyWorker(tab, { type: 'latchkey.signed-out' });
    await tab.page.evaluate(async () => void (await caches.open('latchkey.user.a1.answers'))); // as code that opens a cache that has just been deleted
    await fetchIn(tab, '/feed/3');
    await fetchIn(tab, '/afterwards');
    await expectKept(tab, ['/afterwards']);
    await site.stop();
    for (const path of ['/feed/1', '/feed/2', '/feed/3']) assert.equal(await fetchIn(tab, path), 'TypeError');
    await profile.close();
  });

  testInFullRuns(
    'answers a person with what is kept when the network takes too long, and keeps what comes later',
    async () => {
      let release = (): void => {};
      let held = Promise.resolve();
      let version = 1;
      const { site, profile, tab } = await visit('personal=/feed', async () => {
        await held;
        return text(`version ${version++}`);
      });
      await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });
      assert.equal(await fetchIn(tab, '/feed'), '200 version 1');
      await expectKept(tab, ['/feed']);
      held = new Promise((resolve) => (release = resolve));
      assert.equal(await fetchIn(tab, '/feed'), '200 version 1');
      release();
      const isKept = async () => (await readCaches(tab)).some(([, , body]) => body === 'version 2');
      while (!(await isKept())) await tab.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await site.stop();
      assert.equal(await fetchIn(tab, '/feed'), '200 version 2');
      await profile.close();
    },
  );

  test('uses and keeps nothing of a person while it is unknown who is there, and everything once it is the same one', async () => {
    const { site, profile, tab } = await visit('personal=/feed/*', (_request, url) => text(`alice ${url.pathname}`));
    await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });
    await fetchIn(tab, '/feed/1');
    await expectKept(tab, ['/feed/1']);
    assert.deepEqual(await notifyWorker(tab, { type: 'latchkey.unknown' }), { ok: true });
    assert.equal(await fetchIn(tab, '/feed/2'), '200 alice /feed/2');
    await site.stop();
    assert.equal(await fetchIn(tab, '/feed/1'), 'TypeError');
    await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });
    assert.equal(await fetchIn(tab, '/feed/1'), '200 alice /feed/1');
    assert.equal(await fetchIn(tab, '/feed/2'), 'TypeError');
    await profile.close();
  });

  for (const [what, path, method, isUsed] of [
    ['a form without script is sent that may sign a user in', '/login', 'POST', false],
    ['the user comes back from a provider', '/auth/callback/google?code=1', 'GET', false],
    ['the user comes back from a provider to another backend', '/api/login/oauth2/code/google', 'GET', false],
    ['the sign-in page is opened', '/login', 'GET', true],
    ['any other form is sent', '/search', 'POST', true],
  ] as const)
    test(`${isUsed ? 'uses what is kept of a person' : 'uses nothing of a person until a page has named one again,'} when ${what}`, async () => {
      const page = { 'Content-Type': 'text/html' };
      const { site, profile, tab } = await visit('personal=/feed/*', (_request, { pathname }) =>
        pathname.startsWith('/feed/') ? text('alice reads') : text('<title>Home</title>', page),
      );
      const signedIn = { type: 'latchkey.signed-in', userId: 'a1' };
      await notifyWorker(tab, signedIn);
      await fetchIn(tab, '/feed/1');
      await expectKept(tab, ['/feed/1']);
      await Promise.all([
        tab.page.waitForNavigation(),
        tab.page.evaluate(
          (action, verb) => {
            const form = document.createElement('form');
            Object.assign(form, { action, method: verb });
            document.body.append(form);
            if (verb === 'POST') form.submit();
            else location.assign(action);
          },
          path,
          method,
        ),
      ]);
      const isNamed = async () => (await readCaches(tab)).some(([, kept]) => kept === '/.latchkey-user');
      while (!isUsed && (await isNamed()))
        await tab.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await site.stop();
      assert.equal(await fetchIn(tab, '/feed/1'), isUsed ? '200 alice reads' : 'TypeError');
      await notifyWorker(tab, signedIn);
      assert.equal(await fetchIn(tab, '/feed/1'), '200 alice reads');
      await profile.close();
    });

  test('keeps no page in the place of a script', async () => {
    let isPortal = true;
    const page = { 'Content-Type': 'text/html' };
    const { site, profile, tab } = await visit('cache-first=/assets/*', () =>
      isPortal
        ? text('<h1>Sign in to this network</h1>', page)
        : text('the script', { 'Content-Type': 'text/javascript' }),
    );
    await fetchIn(tab, '/assets/app.js');
    isPortal = false;
    assert.equal(await fetchIn(tab, '/assets/app.js'), '200 the script');
    await expectKept(tab, ['/assets/app.js']);
    await site.stop();
    await profile.close();
  });

  for (const [way, signOut] of Object.entries({
    'the page reports the sign-out': (tab: Tab) => notifyWorker(tab, { type: 'latchkey.signed-out' }),
    'the page deletes the caches itself': ({ page }: Tab) =>
      page.evaluate(async () => void (await Promise.all((await caches.keys()).map((name) => caches.delete(name))))),
  })) {
    test(`keeps no answer that comes after its person has signed out, when ${way}`, async () => {
      let release!: () => void;
      const released = new Promise<void>((resolve) => (release = resolve));
      const { site, profile, tab } = await visit('personal=/feed/*&cache-first=/afterwards', async () => {
        await released;
        return text('late news for alice');
      });
      await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });
      const answers = Promise.all(['/feed/1', '/feed/2', '/feed/3'].map((path) => fetchIn(tab, path)));
      while (site.asked.length < 3)
        await tab.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
      await signOut(tab);
      release();
      assert.deepEqual(
        await answers,
        Array.from({ length: 3 }, () => '200 late news for alice'),
      );
      await fetchIn(tab, '/afterwards');
      await expectKept(tab, ['/afterwards']);
      await site.stop();
      await profile.close();
    });
  }

  test('says what is wrong with a message of its own, and leaves other messages to others', async () => {
    const { site, profile, tab } = await visit('personal=/*', () => text('x'));
    for (const userId of ['', 'alice@example.com', 'a.b', 'x'.repeat(129), 7, undefined]) {
      assert.match(
        JSON.stringify(await notifyWorker(tab, { type: 'latchkey.signed-in', userId })),
        /"ok":false,"reason":"\\"userId\\" must be an opaque id/,
      );
    }
    await tab.page.evaluate(() => {
      for (const data of [
        null,
        'SKIP',
        7,
        {},
        { type: 'toString' },
        { type: 'CACHE_URLS', payload: { urlsToCache: ['/'] } },
      ])
        navigator.serviceWorker.controller!.postMessage(data);
    });
    assert.deepEqual(await notifyWorker(tab, { type: 'latchkey.signed-out' }), { ok: true });
    assert.deepEqual(await readCaches(tab), []);
    await site.stop();
    await profile.close();
  });

  test('shows the page for when there is no connection instead of one that is not kept, and nothing of the kind in the place of a file', async () => {
    const { site, profile, tab } = await visit('offline-page=/offline', (_request, url) =>
      text(url.pathname === '/offline' ? 'no connection' : `this is ${url.pathname}`),
    );
    await tab.go('/somewhere');
    assert.equal(await tab.page.evaluate(() => document.body.textContent), 'this is /somewhere');
    await site.stop();
    await tab.go('/elsewhere');
    assert.equal(await tab.page.evaluate(() => document.body.textContent), 'no connection');
    assert.equal(await fetchIn(tab, '/elsewhere.json'), 'TypeError');
    await expectKept(tab, ['/offline']);
    await assert.rejects(tab.go('/account'), /ERR_CONNECTION_REFUSED/);
    await profile.close();
  });

  testInFullRuns('is not registered with an address that it does not understand', async () => {
    const { site, profile, tab } = await visit('', () => text('x'));
    for (const query of [
      'cache-all',
      'cache-first=https://elsewhere.example/',
      'precache=/auth/keys',
      'personal=/a*/b',
      'revision=1&revision=2',
    ]) {
      const outcome = await tab.page.evaluate((script) => {
        const { trustedTypes } = globalThis as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): { createScriptURL(url: string): string } };
        };
        const address = trustedTypes
          .createPolicy('latchkey', { createScriptURL: (url: string) => url })
          .createScriptURL(script);
        return navigator.serviceWorker.register(address).then(
          () => 'registered',
          (error: Error) => error.name,
        );
      }, `/service-worker.js?${query}`);
      assert.equal(outcome, 'TypeError', query);
    }
    await site.stop();
    await profile.close();
  });
});
