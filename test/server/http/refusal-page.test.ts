import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { StoreUnavailable } from '../../../server/src/store/database.js';
import { failUntilLimited } from '../../contract/scenario.js';
import { minutes } from '../../support/node/clock.js';
import { signUp } from '../../support/node/people.js';
import { startFederatedServer, type FederatedServer } from '../../support/node/provider-visit.js';
import type { Answer, Visitor } from '../../support/node/visitor.js';

const opensPage = {
  'Sec-Fetch-Mode': 'navigate',
  'Sec-Fetch-Site': 'same-origin',
  Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
};
const formType = 'application/x-www-form-urlencoded';

/** What is read on the page. */
const readText = ({ text }: Answer): string =>
  text
    .replaceAll(/<(style|title)[^]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

interface Request {
  path: string;
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

const send = (visitor: Visitor, { path, method = 'GET', body, headers }: Request): Promise<Answer> =>
  visitor.send(path, {
    method,
    ...(body !== undefined && { body }),
    headers: { ...opensPage, ...(body !== undefined && { 'Content-Type': formType }), ...headers },
  });

const goodForm = { path: '/login', method: 'POST', body: 'username=ada&password=correct+horse' };
const crossSite = { 'Sec-Fetch-Site': 'cross-site' };

describe('a browser that opens a page', () => {
  let server: FederatedServer;
  let failing: string | undefined;
  before(async () => {
    server = await startFederatedServer({
      wrapStore: (store) =>
        new Proxy(store, {
          get: (target, name: keyof typeof store) =>
            name === failing ? () => Promise.reject(new StoreUnavailable(new Error('secret.example'))) : target[name],
        }),
    });
    await signUp(server, 'ada', 'correct horse');
  });
  after(() => server.stop());

  const refused: [what: string, request: Request, status: number, reads: RegExp, failing?: string][] = [
    ['an empty form', { ...goodForm, body: '' }, 400, /check what you typed.* Back to sign-in$/],
    [
      'a form of another kind',
      { ...goodForm, headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
      400,
      /Back to sign-in$/,
    ],
    [
      'a form from another site',
      { ...goodForm, headers: crossSite },
      403,
      /did not come from a page of this site.* Back to sign-in$/,
    ],
    ['a form that is too long', { ...goodForm, body: 'x'.repeat(40_000) }, 413, /too long.* Back to sign-in$/],
    [
      'a form while the database is gone',
      goodForm,
      503,
      /^Not available .* Try again later\. Back to sign-in$/,
      'findAccountByUsername',
    ],
    [
      'a form whose session the database does not take',
      goodForm,
      503,
      /^Not available .* Back to sign-in$/,
      'signInWithPassword',
    ],
    [
      'a flow in a mode that there is none of',
      { path: '/auth/start?mode=nothing' },
      400,
      /This link is not valid.* Back to sign-in$/,
    ],
    ['a popup with a wrong age', { path: '/auth/start?mode=popup&max_age=x' }, 400, /You can close this window\.$/],
    ['linking without being signed in', { path: '/auth/start?link' }, 401, /Sign in first\..* Back to sign-in$/],
    ['linking from elsewhere', { path: '/auth/start?link', headers: crossSite }, 403, /Back to sign-in$/],
    [
      'a flow while the database is gone',
      { path: '/auth/start?link', headers: { Cookie: `__Host-sid=${'A'.repeat(43)}` } },
      503,
      /Back to sign-in$/,
      'findSession',
    ],
    [
      'a callback that is not theirs',
      { path: '/auth/callback/lying?code=x&state=y' },
      400,
      /This sign-in has expired\..* Back to sign-in$/,
    ],
    [
      'the form of a hand-off from elsewhere',
      { path: '/auth/handoff/confirm', method: 'POST', body: 'x=y', headers: crossSite },
      403,
      /You can close this window\.$/,
    ],
    ['a page that there is none of', { path: '/nothing' }, 404, /This page does not exist\. Back to the start page$/],
    ['an address that is for programs', { path: '/logout' }, 405, /Back to the start page$/],
    ['a list of a user', { path: '/sessions' }, 401, /Sign in first/],
  ];
  for (const [what, request, status, reads, fails] of refused) {
    test(`is shown ${what} in a page: ${status}`, async () => {
      failing = fails;
      const page = await send(server.visitor(), request);
      const json = await send(server.visitor(), {
        ...request,
        headers: { ...request.headers, 'Sec-Fetch-Mode': 'cors' },
      });
      failing = undefined;
      assert.deepEqual([page.status, json.status], [status, status]);
      assert.match(readText(page), reads);
      assert.match(page.headers.get('Content-Type')!, /^text\/html; charset=utf-8$/i);
      for (const name of [
        'Allow',
        'Set-Cookie',
        'X-Content-Type-Options',
        'Cross-Origin-Opener-Policy',
        'Permissions-Policy',
      ]) {
        assert.equal(page.headers.get(name), json.headers.get(name), name);
      }
      assert.doesNotMatch(page.text, /secret\.example|<script/);
    });
  }

  test('shows when to try again', async () => {
    const limited = await startFederatedServer({ config: { limitFailures: true } });
    await failUntilLimited(limited);
    for (const request of [goodForm, { path: '/auth/start' }, { path: '/auth/callback/lying?state=x' }]) {
      const page = await send(limited.visitor(), request);
      assert.deepEqual([page.status, page.headers.get('Retry-After')], [429, '60']);
      assert.match(readText(page), /^Too many attempts Try again in 1 minute\. Back to sign-in$/);
    }
    limited.clock.advance(1 * minutes - 1000);
    assert.match(readText(await send(limited.visitor(), goodForm)), /Try again in 1 second\./);
    await limited.stop();
  });

  test('sees nothing of what was sent', async () => {
    const mark = '"><b>mark</b>';
    const marked = encodeURIComponent(mark);
    const requests: Request[] = [
      { path: `/login?error=${marked}`, method: 'POST', body: `username=${marked}` },
      { path: `/${marked}` },
      {
        path: `/auth/start?mode=${marked}&returnTo=${marked}`,
        headers: { Referer: `http://localhost:3000/${marked}`, 'User-Agent': mark, Accept: `text/html;q="${mark}"` },
      },
      { path: `/auth/callback/lying?state=${marked}&error=${marked}` },
    ];
    for (const request of requests) {
      const { status, text } = await send(server.visitor(), request);
      assert.ok(status >= 400, request.path);
      assert.doesNotMatch(text, /mark/i, request.path);
    }
  });

  test('is still sent back to the form after a wrong password', async () => {
    const { status, headers } = await send(server.visitor(), {
      ...goodForm,
      body: 'username=ada&password=wrong+horse',
    });
    assert.deepEqual([status, headers.get('Location')], [303, '/login?error=rejected']);
  });
});

describe('whether it is a page', () => {
  let server: FederatedServer;
  before(async () => {
    server = await startFederatedServer();
  });
  after(() => server.stop());

  const typeFor = async (headers: Record<string, string>): Promise<string> =>
    (await server.visitor().send('/session', { method: 'POST', headers })).headers.get('Content-Type')!;

  for (const [what, headers] of [
    ['a script that takes HTML', { 'Sec-Fetch-Mode': 'cors', Accept: 'text/html' }],
    ['a script of the same origin', { 'Sec-Fetch-Mode': 'same-origin', Accept: 'text/html' }],
    ['anything at all', { Accept: '*/*' }],
    ['nothing said', {}],
    ['JSON before HTML', { Accept: 'text/html;q=0.8, application/json' }],
    ['HTML that is not wanted', { Accept: 'text/html;q=0, */*' }],
    ['text of another kind', { Accept: 'text/plain' }],
    ['nonsense', { Accept: ';;,,"text/html' }],
  ] as [string, Record<string, string>][]) {
    test(`${what}: JSON`, async () => assert.equal(await typeFor(headers), 'application/json'));
  }

  for (const accept of [
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json;q=0.5, TEXT/HTML',
  ]) {
    test(`an old browser that prefers ${accept}: a page`, async () => {
      assert.match(await typeFor({ Accept: accept }), /^text\/html/);
    });
  }
});
