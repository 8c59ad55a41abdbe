import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import { client } from '../../../demo/provider/client.js';
import { openProviderBrowser, type Page, type ProviderBrowser } from '../../support/node/provider-browser.js';
import { startProvider, type DevelopmentProvider } from '../../support/node/provider.js';

/** What the provider says, as JSON. */
type Said = Record<string, never> & {
  accounts: Record<string, unknown>[];
  token: string;
  error: unknown;
  account_id: string;
};

const say = ({ text }: Page): Said => JSON.parse(text) as Said;
const errorOf = (page: Page): [status: number, error: unknown] => [
  page.status,
  (say(page).error as { error?: string }).error,
];

describe('the development provider, asked by a browser for FedCM', () => {
  let provider: DevelopmentProvider;
  let issuer: string;
  let config: Record<string, string>;
  before(async () => {
    provider = await startProvider();
    ({ issuer } = provider.settings);
    config = say(await openProviderBrowser().ask(`${issuer}/fedcm.json`));
  });
  after(() => provider.close());

  /** A browser in which these people are signed in at the provider. */
  async function browserOf(...people: string[]): Promise<ProviderBrowser> {
    const browser = openProviderBrowser();
    for (const person of people) {
      await browser.open(config['login_url']!);
      await browser.submit({ person });
    }
    return browser;
  }
  const askForToken = (
    browser: ProviderBrowser,
    account: string,
    form: Record<string, string> = {},
    headers?: Record<string, string | undefined>,
  ): Promise<Page> =>
    browser.ask(
      config['id_assertion_endpoint']!,
      { client_id: client.id, account_id: account, params: '{"nonce":"n"}', ...form },
      headers,
    );
  const disconnect = (
    browser: ProviderBrowser,
    hint: string,
    form: Record<string, string> = {},
    headers?: Record<string, string | undefined>,
  ): Promise<Page> =>
    browser.ask(config['disconnect_endpoint']!, { client_id: client.id, account_hint: hint, ...form }, headers);
  const listAccounts = async (browser: ProviderBrowser): Promise<Record<string, unknown>[]> =>
    say(await browser.ask(config['accounts_endpoint']!)).accounts;
  const verify = async (page: Page): Promise<JWTPayload> => {
    const keys = JSON.parse(((await openProviderBrowser().open(`${issuer}/jwks`)) as Page).text) as JSONWebKeySet;
    return (await jwtVerify(say(page).token, createLocalJWKSet(keys), { issuer, audience: client.id })).payload;
  };

  test('says where everything is, and that the well-known file is about the same provider', async () => {
    const wellKnown = say(await openProviderBrowser().ask(`${issuer}/.well-known/web-identity`));
    assert.deepEqual(wellKnown, {
      provider_urls: [`${issuer}/fedcm.json`],
      accounts_endpoint: config['accounts_endpoint'],
      login_url: config['login_url'],
    });
    for (const name of [
      'accounts_endpoint',
      'client_metadata_endpoint',
      'id_assertion_endpoint',
      'disconnect_endpoint',
      'login_url',
    ])
      assert.ok(config[name]!.startsWith(`${issuer}/`), name);
  });

  test('has a sign and pictures of its own', async () => {
    const browser = await browserOf('ada');
    const { icons } = config['branding'] as unknown as { icons: { url: string; size: number }[] };
    for (const url of [icons[0]!.url, (await listAccounts(browser))[0]!['picture'] as string]) {
      const page = (await browser.open(url)) as Page;
      assert.deepEqual([page.status, page.headers['content-type']], [200, 'image/png'], url);
    }
  });

  for (const dest of [undefined, 'empty', 'document', 'iframe', 'webidentity, empty']) {
    test(`answers nothing to anybody but a browser: Sec-Fetch-Dest is ${dest ?? 'missing'}`, async () => {
      const browser = await browserOf('ada');
      const headers = { 'Sec-Fetch-Dest': dest };
      const pages = [
        await browser.ask(`${issuer}/.well-known/web-identity`, undefined, headers),
        await browser.ask(`${issuer}/fedcm.json`, undefined, headers),
        await browser.ask(config['accounts_endpoint']!, undefined, headers),
        await browser.ask(`${config['client_metadata_endpoint']}?client_id=${client.id}`, undefined, headers),
        await askForToken(browser, 'ada', {}, headers),
        await disconnect(browser, 'ada', {}, headers),
        await browser.ask(config['vc_issuance_endpoint']!, { account_id: 'ada' }, headers),
      ];
      assert.deepEqual(
        pages.map(({ status }) => status),
        pages.map(() => 400),
      );
      assert.ok(pages.every((page) => !page.headers['access-control-allow-origin'] && !page.text.includes('Ada')));
    });
  }

  test('answers each address by its own method only', async () => {
    const browser = await browserOf('ada');
    for (const address of [
      `${issuer}/.well-known/web-identity`,
      `${issuer}/fedcm.json`,
      config['accounts_endpoint']!,
      config['client_metadata_endpoint']!,
    ]) {
      const { status, headers } = await browser.ask(address, { client_id: client.id });
      assert.deepEqual([status, headers.allow], [405, 'GET'], address);
    }
    for (const address of [config['id_assertion_endpoint']!, config['disconnect_endpoint']!]) {
      const { status, headers } = await browser.ask(address);
      assert.deepEqual([status, headers.allow], [405, 'POST'], address);
    }
  });

  test('knows no account until a user signs in there, and then all who do', async () => {
    assert.equal((await openProviderBrowser().ask(config['accounts_endpoint']!)).status, 401);
    const browser = await browserOf('ada', 'grace');
    const accounts = await listAccounts(browser);
    assert.deepEqual(
      accounts.map(({ id, name, email, login_hints: hints }) => [id, name, email, hints]),
      [
        ['ada', 'Ada Lovelace', 'ada@people.example', ['ada', 'ada@people.example']],
        ['grace', 'Grace Hopper', 'grace@people.example', ['grace', 'grace@people.example']],
      ],
    );
    assert.equal((await openProviderBrowser().ask(config['accounts_endpoint']!)).status, 401, 'in another browser');
  });

  test('signs a short token for the account, with the nonce of the page', async () => {
    const page = await askForToken(await browserOf('ada'), 'ada', {
      params: '{"nonce":"of the page","scope":"x"}',
      fields: 'name,email,picture',
    });
    const { sub, nonce, iat, exp, auth_time: authTime, name, email, picture } = await verify(page);
    assert.deepEqual(
      [sub, nonce, exp! - iat!, name, email, picture],
      ['ada', 'of the page', 120, 'Ada Lovelace', 'ada@people.example', `${issuer}/pictures/ada.png`],
    );
    assert.ok(Math.abs(iat! - (authTime as number)) <= 60);
  });

  test('discloses the fields that were requested, and none to a page that asks for none', async () => {
    const browser = await browserOf('katherine');
    assert.deepEqual(Object.keys(await verify(await askForToken(browser, 'katherine'))).sort(), [
      'aud',
      'auth_time',
      'exp',
      'iat',
      'iss',
      'nonce',
      'sub',
    ]);
    const { name, email, picture } = await verify(await askForToken(browser, 'katherine', { fields: 'email' }));
    assert.deepEqual([name, email, picture], [undefined, 'katherine@people.example', undefined]);
  });

  test('issues for a key of the browser, which discloses what it wants, and does not learn for which site', async () => {
    const holder = { kty: 'EC', crv: 'P-256', x: 'AQ', y: 'Ag' };
    const ask = async (form: Record<string, string> = {}): Promise<Page> =>
      (await browserOf('ada', 'hedy')).ask(config['vc_issuance_endpoint']!, {
        account_id: 'ada',
        holder_key: JSON.stringify(holder),
        format: 'vc+sd-jwt',
        ...form,
      });
    const [issued, ...rest] = say(await ask()).token.split('~');
    const keys = JSON.parse(((await openProviderBrowser().open(`${issuer}/jwks`)) as Page).text) as JSONWebKeySet;
    const { payload, protectedHeader } = await jwtVerify(issued!, createLocalJWKSet(keys), { issuer });
    assert.deepEqual(
      [payload.sub, payload.aud, payload['cnf'], protectedHeader.typ],
      ['ada', undefined, { jwk: holder }, 'vc+sd-jwt'],
    );
    assert.equal(rest.pop(), '');
    const claims = rest.map((text) => (JSON.parse(Buffer.from(text, 'base64url').toString()) as string[]).slice(1));
    assert.deepEqual(Object.fromEntries(claims), {
      name: 'Ada Lovelace',
      email: 'ada@people.example',
      picture: `${issuer}/pictures/ada.png`,
    });
    const digests = rest.map((text) => createHash('sha256').update(text).digest('base64url'));
    assert.deepEqual(payload['_sd'], digests.sort());
    for (const form of [{ format: 'mdoc' }, { holder_key: '{}' }, { holder_key: 'x' }, { account_id: 'grace' }])
      assert.deepEqual(errorOf(await ask(form)), [400, 'invalid_request']);
    assert.deepEqual(errorOf(await ask({ account_id: 'hedy' })), [403, 'access_denied']);
  });

  test('tells the browser whom the client knows already, until that is ended', async () => {
    const browser = await browserOf('grace');
    const approved = async (): Promise<unknown> => (await listAccounts(browser))[0]!['approved_clients'];
    for (const hint of ['grace', 'grace@people.example']) {
      assert.deepEqual(await approved(), []);
      await askForToken(browser, 'grace');
      assert.deepEqual(await approved(), [client.id]);
      const page = await disconnect(browser, hint);
      assert.deepEqual([page.status, say(page)], [200, { account_id: 'grace' }]);
    }
    assert.deepEqual(await approved(), []);
  });

  test('lets the page of the client read the answer, and no other', async () => {
    const browser = await browserOf('ada');
    for (const origin of [
      'http://localhost',
      'http://localhost:8080',
      'https://app.localhost:8443',
      'http://rp.app.localhost:3000',
    ]) {
      for (const page of [
        await askForToken(browser, 'ada', {}, { Origin: origin }),
        await disconnect(browser, 'ada', {}, { Origin: origin }),
      ]) {
        assert.deepEqual(
          [
            page.status,
            page.headers['access-control-allow-origin'],
            page.headers['access-control-allow-credentials'],
            page.headers.vary,
          ],
          [200, origin, 'true', 'Origin'],
        );
      }
    }
    for (const origin of [
      undefined,
      'null',
      '',
      '*',
      'https://evil.example',
      'http://localhost.evil.example',
      'http://evil.example/localhost',
      'http://localhost:3000/',
      'http://localhost@evil.example',
      'file://localhost',
    ]) {
      for (const page of [
        await askForToken(browser, 'ada', {}, { Origin: origin }),
        await disconnect(browser, 'ada', {}, { Origin: origin }),
      ]) {
        assert.deepEqual(
          [page.status, page.headers['access-control-allow-origin'], page.text.includes('token')],
          [403, undefined, false],
          origin,
        );
      }
    }
  });

  test('refuses whatever is wrong with the question in plain words', async () => {
    const browser = await browserOf('ada');
    const refusals: [Page, number, string][] = [
      [await askForToken(browser, 'ada', { client_id: 'another' }), 400, 'unauthorized_client'],
      [await askForToken(browser, 'grace'), 400, 'invalid_request'],
      [await askForToken(browser, 'unknown'), 400, 'invalid_request'],
      [await askForToken(browser, 'ada', { params: '' }), 400, 'invalid_request'],
      [await askForToken(browser, 'ada', { params: '{"scope":"x"}' }), 400, 'invalid_request'],
      [await askForToken(browser, 'ada', { params: '{"nonce":1}' }), 400, 'invalid_request'],
      [await askForToken(browser, 'ada', { params: 'null' }), 400, 'invalid_request'],
      [await askForToken(browser, 'ada', { params: '{' }), 400, 'invalid_request'],
      [await askForToken(browser, 'ada', { padding: 'x'.repeat(10_000) }), 400, 'unauthorized_client'],
      [await askForToken(browser, 'ada', {}, { 'Content-Type': 'application/json' }), 400, 'unauthorized_client'],
      [await askForToken(openProviderBrowser(), 'ada'), 401, 'access_denied'],
      [await disconnect(browser, 'ada', { client_id: 'another' }), 400, 'unauthorized_client'],
      [await disconnect(browser, 'grace'), 400, 'invalid_request'],
      [await disconnect(openProviderBrowser(), 'ada'), 400, 'invalid_request'],
    ];
    for (const [page, status, error] of refusals) assert.deepEqual(errorOf(page), [status, error]);
  });

  test('refuses a user whose account may not be used, and says where to read why', async () => {
    const browser = await browserOf('hedy');
    const page = await askForToken(browser, 'hedy');
    assert.deepEqual(errorOf(page), [403, 'access_denied']);
    const { url } = say(page).error as { url: string };
    assert.match(((await browser.open(url)) as Page).text, /may not be used for apps/);
  });

  test('says what the client promises, for the one client that there is', async () => {
    const address = config['client_metadata_endpoint']!;
    const page = await openProviderBrowser().ask(`${address}?client_id=${client.id}`);
    assert.deepEqual(Object.keys(say(page)), ['privacy_policy_url', 'terms_of_service_url']);
    assert.equal(((await openProviderBrowser().open(say(page)['privacy_policy_url']!)) as Page).status, 200);
    for (const query of ['', '?client_id=another'])
      assert.equal((await openProviderBrowser().ask(address + query)).status, 404);
  });

  test('has the browser know who signs in and out', async () => {
    const browser = openProviderBrowser();
    await browser.open(config['login_url']!);
    const signedIn = (await browser.submit({ person: 'ada' })) as Page;
    assert.equal(signedIn.headers['set-login'], 'logged-in');
    assert.match(
      String(signedIn.headers['set-cookie']),
      /^__Host-people=[\w-]+; Path=\/; Secure; HttpOnly; SameSite=None$/,
    );
    assert.match(signedIn.text, /IdentityProvider\.close\(\)/);
    assert.equal(
      ((await browser.open(`${issuer}/sign-out`)) as Page).headers['set-login'],
      undefined,
      'looking at the page signs no user out',
    );
    assert.equal(((await browser.submit({})) as Page).headers['set-login'], 'logged-out');
    assert.equal((await browser.ask(config['accounts_endpoint']!)).status, 401);
  });

  test('signs no user in who goes back, or whom it does not know', async () => {
    for (const person of ['', 'mallory', 'x'.repeat(10_000)]) {
      const browser = openProviderBrowser();
      await browser.open(config['login_url']!);
      const page = (await browser.submit({ person })) as Page;
      assert.deepEqual([page.headers['set-login'], page.headers['set-cookie']], [undefined, undefined]);
      assert.match(page.text, /You were not signed in/);
    }
  });

  test('takes its forms from its own pages only', async () => {
    const browser = await browserOf('ada');
    for (const path of ['/sign-in', '/sign-out']) {
      for (const site of ['cross-site', 'same-site', 'none']) {
        const { status, headers } = await browser.ask(issuer + path, { person: 'grace' }, { 'Sec-Fetch-Site': site });
        assert.deepEqual([status, headers['set-login']], [400, undefined]);
      }
    }
    assert.deepEqual(
      (await listAccounts(browser)).map(({ id }) => id),
      ['ada'],
    );
  });

  test('offers first whom the browser was told to expect', async () => {
    const { text } = (await openProviderBrowser().open(
      `${config['login_url']}?login_hint=grace@people.example`,
    )) as Page;
    assert.match(text, /value="grace" autofocus/);
  });
});
