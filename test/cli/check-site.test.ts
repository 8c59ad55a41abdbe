import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { siteChecks } from '../../src/cli/check-site/checks.js';
import { startServer, type TestServer } from '../support/node/server.js';
import { latchkeyHere } from './run-cli.js';
import { openSite, type Answer, type Site } from './site.js';

interface Report {
  url: string;
  results: Array<{ id: string; outcome: string; problem?: string; fix?: string }>;
}

const page = `<!doctype html><html lang="en"><head><title>Sign in</title></head><body>
<form method="post" action="/login">
<input name="username" autocomplete="username webauthn"><input type="password" name="password" autocomplete="current-password">
</form></body></html>`;
const headers = {
  'content-security-policy': `default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'; trusted-types lit-html latchkey`,
  'x-content-type-options': 'nosniff',
};
const type = 'text/html; charset=utf-8';

/** What a site without a fault answers, apart from `changed`. */
const answers = (changed: Record<string, Answer> = {}): Record<string, Answer> => ({
  '/login': { type, body: page, headers },
  '/.well-known/passkey-endpoints': {
    type: 'application/json',
    body: JSON.stringify({
      enroll: 'http://localhost/settings',
      manage: 'http://localhost/settings',
      prfUsageDetails: 'http://localhost/vault',
    }),
  },
  '/.well-known/change-password': { status: 302, headers: { location: '/settings' } },
  '/settings': { type, body: page },
  ...changed,
});

const withHeaders = (more: Record<string, string>) => ({
  '/login': { type, body: page, headers: { ...headers, ...more } },
});
const withPolicy = (change: (policy: string) => string) =>
  withHeaders({ 'content-security-policy': change(headers['content-security-policy']) });
const withPolicyAndPage = (changePolicy: (policy: string) => string, changePage: (html: string) => string) => ({
  '/login': {
    type,
    body: changePage(page),
    headers: { ...headers, 'content-security-policy': changePolicy(headers['content-security-policy']) },
  },
});
const withPage = (change: (html: string) => string) => ({ '/login': { type, body: change(page), headers } });
const json = (body: string) => ({ type: 'application/json', body });

/** Sites with one fault each, by the check that must name it. */
const faults: Array<[id: string, what: string, changed: Record<string, Answer>]> = [
  [
    'csp',
    'no policy',
    { '/login': { type, body: page, headers: { 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' } } },
  ],
  ['csp-inline-script', 'inline script', withPolicy((policy) => `${policy}; script-src 'self' 'unsafe-inline'`)],
  ['csp-eval', 'eval', withPolicy((policy) => `${policy}; script-src 'self' 'unsafe-eval'`)],
  ['csp-script-hosts', 'scripts of every host', withPolicy((policy) => `${policy}; script-src 'self' https:`)],
  ['csp-object', 'plug-ins', withPolicy((policy) => policy.replace(`object-src 'none'`, 'object-src https:'))],
  ['csp-base', 'every base URL', withPolicy((policy) => policy.replace(`base-uri 'none'; `, ''))],
  ['csp-form-action', 'forms to every site', withPolicy((policy) => policy.replace(`form-action 'self'; `, ''))],
  ['csp-connect', 'no request', withPolicy((policy) => `${policy}; connect-src https://api.example`)],
  ['framing', 'frames of every site', withPolicy((policy) => policy.replace(`frame-ancestors 'self'; `, ''))],
  ['trusted-types', 'no Trusted Types', withPolicy((policy) => policy.replace(/require-trusted-types-for[^]*/, ''))],
  ['trusted-types-policies', 'no policy of Lit', withPolicy((policy) => policy.replace(' lit-html', ''))],
  ['nosniff', 'guessed types', withHeaders({ 'x-content-type-options': 'none' })],
  ['referrer', 'whole addresses to other sites', withHeaders({ 'referrer-policy': 'unsafe-url' })],
  [
    'opener',
    'cut popups',
    {
      '/login': {
        type,
        body: page.replace('<form', '<latch-oidc-button></latch-oidc-button><form'),
        headers: { ...headers, 'cross-origin-opener-policy': 'same-origin' },
      },
    },
  ],
  [
    'permission-publickey-credentials-get',
    'no passkeys',
    withHeaders({ 'permissions-policy': 'publickey-credentials-get=()' }),
  ],
  [
    'permission-publickey-credentials-create',
    'no new passkeys',
    withHeaders({ 'permissions-policy': 'camera=(), publickey-credentials-create=()' }),
  ],
  [
    'permission-identity-credentials-get',
    'no FedCM',
    withHeaders({ 'permissions-policy': 'identity-credentials-get=("https://a.example")' }),
  ],
  ['permission-otp-credentials', 'no codes', withHeaders({ 'permissions-policy': 'otp-credentials=()' })],
  [
    'page-cache',
    'a stored page with a cookie',
    withHeaders({ 'set-cookie': 'sid=1; HttpOnly; Secure; SameSite=Lax', 'cache-control': 'max-age=60' }),
  ],
  [
    'cookie-http-only',
    'a cookie for scripts',
    withHeaders({ 'set-cookie': 'sid=1; Secure; SameSite=Lax', 'cache-control': 'no-store' }),
  ],
  [
    'cookie-secure',
    'a cookie for http',
    withHeaders({ 'set-cookie': 'sid=1; HttpOnly; SameSite=Lax', 'cache-control': 'no-store' }),
  ],
  [
    'cookie-same-site',
    'a cookie for other sites',
    withHeaders({ 'set-cookie': 'sid=1; HttpOnly; Secure', 'cache-control': 'no-store' }),
  ],
  [
    'autocomplete-username',
    'webauthn before username',
    withPage((html) => html.replace('username webauthn', 'webauthn username')),
  ],
  [
    'autocomplete-webauthn',
    'no passkeys in autofill',
    withPage((html) => html.replace('username webauthn', 'username')),
  ],
  ['autocomplete-password', 'autofill turned off', withPage((html) => html.replace('current-password', 'off'))],
  ['autocomplete-code', 'codes to type', withPage((html) => html.replace('</form>', '<input name="otp"></form>'))],
  [
    'framing',
    'frames that only a meta element forbids',
    withPolicyAndPage(
      (policy) => policy.replace(`frame-ancestors 'self'; `, ''),
      (html) =>
        html.replace('</head>', `<meta http-equiv="Content-Security-Policy" content="frame-ancestors 'self'"></head>`),
    ),
  ],
  ['form-target', 'a foreign form', withPage((html) => html.replace('/login', 'http://127.0.0.2/login'))],
  ['form-target', 'a password in the address', withPage((html) => html.replace(' method="post"', ''))],
  [
    'integrity',
    'a foreign script',
    withPage((html) => html.replace('</head>', '<script src="https://cdn.example/a.js"></script></head>')),
  ],
  ['language', 'no language', withPage((html) => html.replace(' lang="en"', ''))],
  [
    'zoom',
    'no zoom',
    withPage((html) =>
      html.replace('</head>', '<meta name="viewport" content="width=device-width, maximum-scale=1"></head>'),
    ),
  ],
  [
    'related-origins',
    'a path as an origin',
    { '/.well-known/webauthn': json('{"origins": ["https://app.example/"]}') },
  ],
  ['passkey-endpoints', 'no endpoints', { '/.well-known/passkey-endpoints': { status: 404 } }],
  ...['"/vault"', '["http://localhost/vault"]', 'null', '"javascript:alert(1)"'].map((prf): (typeof faults)[number] => [
    'passkey-endpoints',
    `${prf} as the page about PRF`,
    {
      '/.well-known/passkey-endpoints': json(
        `{"enroll": "http://localhost/a", "manage": "http://localhost/a", "prfUsageDetails": ${prf}}`,
      ),
    },
  ]),
  ...['"Not found"', 'false', '1', 'null'].map((text): (typeof faults)[number] => [
    'passkey-endpoints',
    `${text} as its endpoints`,
    { '/.well-known/passkey-endpoints': json(text) },
  ]),
  ['change-password', 'no way to the settings', { '/.well-known/change-password': { status: 404 } }],
  ...[
    ['related-origins', 'webauthn'],
    ['passkey-endpoints', 'passkey-endpoints'],
    ['change-password', 'change-password'],
  ].map(([id, name]): (typeof faults)[number] => [
    id!,
    `a redirect of ${name} to a host that is not there`,
    { [`/.well-known/${name}`]: { status: 302, headers: { location: 'http://127.0.0.1:1/' } } },
  ]),
  [
    'well-known-reliable',
    'every path',
    { '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200': { type, body: page } },
  ],
];

/** What only sites with https can show. */
const onHttpsAlone = ['https', 'hsts', 'mixed-content'];

describe('latchkey check-site', () => {
  let site: Site;
  before(async () => {
    site = await openSite();
  });
  after(() => site.close());

  const check = async (changed?: Record<string, Answer>, ...parameters: string[]) => {
    site.publish({
      '/.well-known/webauthn': { status: 404 },
      '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200': { status: 404 },
      ...answers(changed),
    });
    return latchkeyHere('check-site', `${site.origin}/login`, ...parameters);
  };
  const failed = (stdout: string): string[] =>
    (JSON.parse(stdout) as Report).results.filter(({ outcome }) => outcome === 'failed').map(({ id }) => id);

  test('finds nothing wrong with a site without a fault', async () => {
    const { code, stdout, stderr } = await check({}, '--strict', '--json');
    assert.deepEqual([failed(stdout), code, stderr], [[], 0, '']);
  });

  for (const [id, what, changed] of faults)
    test(`names ${id} for a site with ${what}, and nothing else`, async () => {
      const { stdout } = await check(changed, '--json');
      assert.deepEqual(failed(stdout), [id]);
      const { problem, fix } = (JSON.parse(stdout) as Report).results.find((result) => result.id === id)!;
      assert.match(problem!, /\.$/);
      assert.match(fix!, /[.;]/);
    });

  for (const [what, more] of Object.entries({
    'a permission for every site': { 'permissions-policy': 'publickey-credentials-get=(*)' },
    'a permission for its own origin by name': { 'permissions-policy': 'publickey-credentials-get=("<origin>")' },
    'a header that the server and the app send': { 'x-content-type-options': 'nosniff, nosniff' },
    'scripts by nonce, and hosts for old browsers': {
      'content-security-policy': `${headers['content-security-policy']}; script-src 'nonce-AAAA' 'strict-dynamic' https:`,
    },
    'X-Frame-Options that the server and the app send': {
      'content-security-policy': headers['content-security-policy'].replace(`frame-ancestors 'self'; `, ''),
      'x-frame-options': 'SAMEORIGIN, SAMEORIGIN',
    },
  }))
    test(`finds nothing wrong with ${what}`, async () => {
      const own = Object.entries(more).map(([name, value]) => [name, value.replace('<origin>', site.origin)]);
      const { stdout } = await check(withHeaders(Object.fromEntries(own) as Record<string, string>), '--json');
      assert.deepEqual(failed(stdout), []);
    });

  for (const source of [`'SELF'`, 'http:', '<host>:*', 'http://<host>:*/api/'])
    test(`lets the elements reach the backend by connect-src ${source}`, async () => {
      const allowed = source.replace('<host>', new URL(site.origin).hostname);
      const changed = withPolicy((policy) => `${policy}; connect-src ${allowed}`);
      assert.deepEqual(failed((await check(changed, '--json')).stdout), []);
    });

  test('lets another form than that of the password go elsewhere', async () => {
    const search = '<form action="http://127.0.0.2/search"><input name="q"></form>';
    for (const place of ['<body>', '</body>']) {
      const changed = withPage((html) => html.replace(place, place === '<body>' ? place + search : search + place));
      assert.deepEqual(failed((await check(changed, '--json')).stdout), []);
    }
  });

  test('has a test above for every check', () => {
    const tried = [...faults.map(([id]) => id), ...onHttpsAlone];
    assert.deepEqual(
      siteChecks.map(({ id }) => id).filter((id) => !tried.includes(id)),
      [],
    );
    assert.ok(siteChecks.length >= 25);
  });

  test('prints what is wrong, the fix and the source, and ends with 1', async () => {
    const { code, stdout } = await check(withPage((html) => html.replace('current-password', 'off')));
    assert.equal(code, 1);
    assert.match(
      stdout,
      /error autocomplete-password\n {2}<input name="password"> has autocomplete="off"\.\n {2}fix: Set autocomplete/,
    );
    assert.match(stdout, /\d+ passed, 1 failed, \d+ not applicable\n$/);
  });

  test('ends with 0 if there are only warnings, and with 1 if they count', async () => {
    const changed = withHeaders({ 'x-content-type-options': 'none' });
    assert.equal((await check(changed)).code, 0);
    assert.equal((await check(changed, '--strict')).code, 1);
  });

  const wrong: Array<[parameters: string[], complaint: RegExp]> = [
    [[], /^Name the URL of a sign-in page\.\nSee latchkey check-site --help\n$/],
    [['a', 'b'], /^Only one page can be checked at a time\. Remove b\./],
    [['login.html'], /^The page must be a URL that begins with http:\/\/ or https:\/\/: login\.html\n/],
    [['http://[bad'], /^The page must be a valid URL: http:\/\/\[bad\nSee/],
    [['http://localhost:9/', '--json', '--json'], /^--json is given twice\./],
    [['http://ada:secret@localhost:9/'], /^http:\/\/localhost:9\/ cannot be fetched, because the URL contains/],
    [['http://localhost:9/', '--loud'], /^Unknown option '--loud'\./],
    [['http://127.0.0.1:9/'], /^127\.0\.0\.1:9 refused the connection\.\n$|cannot be fetched/],
  ];
  for (const [parameters, complaint] of wrong)
    test(`says what is wrong with ${JSON.stringify(parameters)}, and ends with 2`, async () => {
      const { code, stdout, stderr } = await latchkeyHere('check-site', ...parameters);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, complaint);
    });

  test('says that there is no page, and ends with 2', async () => {
    site.publish({ '/gone': { status: 410 }, '/data': json('{}') });
    for (const path of ['/gone', '/data']) {
      const { code, stderr } = await latchkeyHere('check-site', site.origin + path);
      assert.equal(code, 2);
      assert.match(stderr, /Name a page that shows the sign-in\.\n$/);
    }
  });

  test('--help tells all about the command', async () => {
    const { code, stdout } = await latchkeyHere('check-site', '--help');
    assert.equal(code, 0);
    for (const option of ['--strict', '--json', '--help']) assert.ok(stdout.includes(option), option);
  });
});

describe('the pages of the demo', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({ listens: true, pages: join(import.meta.dirname, '../../dist/demo') });
  });
  after(() => server.stop());

  for (const path of ['/login', '/sign-in', '/'])
    test(`pass all checks at ${path}`, async () => {
      const { code, stdout } = await latchkeyHere('check-site', server.origin + path, '--strict');
      assert.equal(code, 0, stdout);
    });
});
