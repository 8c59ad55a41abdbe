import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createShownMessages } from '../../../server/src/one-time-codes/shown-messages.js';
import type { PasskeyRequestOptions } from '../../../src/base/contract/types.js';
import { signUpWithPasskey } from '../../support/node/people.js';
import { startServer, type TestServer } from '../../support/node/server.js';
import type { Store } from '../../../server/src/store/store.js';

/** What a site has, and the type that each kind of file is served as. */
const kindsOfFiles: readonly [name: string, type: string][] = [
  ['module.mjs', 'text/javascript; charset=utf-8'],
  ['anim.gif', 'image/gif'],
  ['photo.jpeg', 'image/jpeg'],
  ['photo.JPG', 'image/jpeg'],
  ['photo.avif', 'image/avif'],
  ['photo.webp', 'image/webp'],
  ['font.woff', 'font/woff'],
  ['font.woff2', 'font/woff2'],
  ['font.ttf', 'font/ttf'],
  ['font.otf', 'font/otf'],
  ['paper.pdf', 'application/pdf'],
  ['sitemap.xml', 'text/xml; charset=utf-8'],
  ['api.yaml', 'application/yaml'],
  ['api.yml', 'application/yaml'],
  ['program.wasm', 'application/wasm'],
  ['sound.mp3', 'audio/mpeg'],
  ['film.mp4', 'video/mp4'],
  ['film.webm', 'video/webm'],
  ['text.txt', 'text/plain; charset=utf-8'],
  ['text.md', 'text/markdown; charset=utf-8'],
  ['app.js.map', 'application/json'],
  ['table.csv', 'text/csv; charset=utf-8'],
];

const files: Record<string, string> = {
  'index.html': '<!doctype html><script nonce="latchkey-nonce">1</script>',
  'login.html': '<!doctype html><latch-passkey-field><!-- latchkey:request-options --></latch-passkey-field>',
  'inline.html': '<!doctype html><!-- latchkey:request-options -->',
  'assets/app-1a2b3c4d.js': 'export {};',
  'assets/own-contents.js': 'export {};',
  'manifest.webmanifest': '{}',
  'front.html': '<!doctype html><p data-signed-in hidden>You are signed in.</p>',
  'code.html': '<!doctype html><p data-messages-shown hidden>Nothing is sent on your own machine.</p>',
  'notes.unknown': 'secret',
  '.env': 'secret',
  '.git/config.txt': 'secret',
  'guide/index.html': 'guide',
  'docs/openapi.yaml': 'openapi: 3.1.0',
  'complete.html': `<!doctype html><style>p { color: red }</style><script type="module">\r\nconst inline = 1;\r\n</script>
    <script>var other = 2;</script><script nonce="latchkey-nonce">3</script><script src="/assets/app-1a2b3c4d.js"></script>`,
  ...Object.fromEntries(kindsOfFiles.map(([name]) => [`kinds/${name}`, '{}'])),
};

describe('the pages', () => {
  let folder: string;
  let server: TestServer;
  const written: string[] = [];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-pages-'));
    await writeFile(join(folder, 'outside.txt'), 'secret');
    const pages = join(folder, 'pages');
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(pages, name, '..'), { recursive: true });
      await writeFile(join(pages, name), text);
    }
    await symlink(join(folder, 'outside.txt'), join(pages, 'link.txt'));
    const noteWrites = (store: Store): Store =>
      new Proxy(store, {
        get(target, name: keyof Store) {
          if (!/^(?:find|read|list|check)/.test(name)) written.push(name);
          return target[name];
        },
      });
    server = await startServer({ pages, wrapStore: noteWrites, config: { embedders: ['https://embedder.example'] } });
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  test('what a complete page has inline may run, by its hash, and nothing else', async () => {
    const { headers } = await server.visitor().get('/complete');
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const policy = headers.get('Content-Security-Policy')!;
    const sourcesOf = (directive: string) =>
      new RegExp(`${directive} ([^;]+)`)
        .exec(policy)![1]!
        .split(' ')
        .filter((source) => source.startsWith("'sha256"));
    assert.deepEqual(sourcesOf('script-src'), [hashOf('\nconst inline = 1;\n'), hashOf('var other = 2;')]);
    assert.deepEqual(sourcesOf('style-src'), [hashOf('p { color: red }')]);
    assert.ok(!policy.includes('unsafe-inline'));
  });

  for (const [path, type] of [
    ['/', 'text/html; charset=utf-8'],
    ['/login', 'text/html; charset=utf-8'],
    ['/login?error=rejected', 'text/html; charset=utf-8'],
    ['/index.html', 'text/html; charset=utf-8'],
    ['/guide/', 'text/html; charset=utf-8'],
    ['/assets/app-1a2b3c4d.js', 'text/javascript; charset=utf-8'],
    ['/manifest.webmanifest', 'application/manifest+json'],
    ['/docs/openapi.yaml', 'application/yaml'],
    ...kindsOfFiles.map(([name, type]) => [`/kinds/${name}`, type] as const),
  ] as const) {
    test(`${path} is served as ${type}`, async () => {
      const { status, headers } = await server.visitor().get(path);
      assert.deepEqual(
        [status, headers.get('Content-Type'), headers.get('X-Content-Type-Options')],
        [200, type, 'nosniff'],
      );
    });
  }

  for (const path of [
    '/.env',
    '/.git/config.txt',
    '/%2eenv',
    '/assets/../.env',
    '/assets/..%2f.env',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/..%5coutside.txt',
    '//outside.txt',
    '/link.txt',
    '/notes.unknown',
    '/assets',
    '/index.html/',
    '/a%00.html',
    '/%ff',
    '/%',
    `/${'a'.repeat(5000)}`,
    '/C:/x.txt',
    '/nothing.html',
  ]) {
    test(`${path.slice(0, 40)} is not served: 404`, async () => {
      const { status, body } = await server.visitor().get(path);
      assert.deepEqual([status, body], [404, { error: 'unsupported' }]);
    });
  }

  test('a folder without its slash leads to it, never to another host', async () => {
    for (const path of ['/guide', '//guide']) {
      const { status, headers } = await server.visitor().get(path);
      if (status !== 404) assert.deepEqual([status, headers.get('Location')], [308, 'guide/'], path);
    }
    const { status, headers } = await server.visitor().get('/guide?error=rejected&of=//x.example');
    assert.deepEqual([status, headers.get('Location')], [308, 'guide/?error=rejected&of=//x.example']);
  });

  test('who opens a page that does not exist sees the page for that, and a program is told in JSON', async () => {
    const site = await startServer({
      pages: async (path) =>
        path === '/404'
          ? { body: new TextEncoder().encode('<!doctype html>lost'), contentType: 'text/html', immutable: false }
          : undefined,
    });
    const open = (mode: string) => site.visitor().get('/docs/nothing.html', { 'Sec-Fetch-Mode': mode });
    const page = await open('navigate');
    assert.deepEqual([page.status, page.text], [404, '<!doctype html>lost']);
    assert.equal(page.headers.get('Cache-Control'), 'no-store');
    assert.match(page.headers.get('Content-Security-Policy')!, /^default-src 'self'/);
    const answer = await open('cors');
    assert.deepEqual([answer.status, answer.body], [404, { error: 'unsupported' }]);
    await site.stop();
  });

  test('a page view sets no cookie and writes no row', async () => {
    const visitor = server.visitor();
    written.length = 0;
    for (const path of ['/', '/manifest.webmanifest', '/nothing', '/session', '/healthz', '/.well-known/webauthn'])
      await visitor.get(path);
    assert.deepEqual([visitor.cookie, written], [undefined, []]);
  });

  test('files named after their content are cached permanently, pages are requested again', async () => {
    const cacheOf = async (path: string): Promise<string | null> =>
      (await server.visitor().get(path)).headers.get('Cache-Control');
    assert.equal(await cacheOf('/assets/app-1a2b3c4d.js'), 'public, max-age=31536000, immutable');
    assert.equal(await cacheOf('/assets/own-contents.js'), 'no-cache');
    assert.equal(await cacheOf('/'), 'no-cache');
    assert.equal(await cacheOf('/login'), 'no-store');
  });

  test('a page with the marker carries request options that sign a person in', async () => {
    const ada = await signUpWithPasskey(server, 'ada');
    const visitor = server.visitor();
    const { text, headers } = await visitor.get('/login');
    const json =
      /<latch-passkey-field><script type="application\/json">([^<>&]*)<\/script><\/latch-passkey-field>/.exec(
        text,
      )?.[1];
    assert.ok(json, text);
    assert.equal(headers.get('Cache-Control'), 'no-store');
    const response = await ada.authenticator.get(JSON.parse(json) as PasskeyRequestOptions, { origin: server.origin });
    assert.equal((await visitor.post('/webauthn/login/verify', response)).status, 200);
  });

  test('a page with a challenge is stored nowhere, whether the visitor has a session already or not', async () => {
    const visitor = server.visitor();
    for (const _view of ['first', 'second'])
      assert.equal((await visitor.get('/inline')).headers.get('Cache-Control'), 'no-store');
  });

  test('its options can hold nothing that ends the script element', async () => {
    const hostile = await startServer({ pages: join(folder, 'pages'), config: { rpId: '</script><!--&\u2028\u2029' } });
    const { text } = await hostile.visitor().get('/login');
    await hostile.stop();
    const json = /<script type="application\/json">(.*?)<\/script>/s.exec(text)![1]!;
    assert.doesNotMatch(json, /[<>&\u2028\u2029]/);
    assert.equal((JSON.parse(json) as PasskeyRequestOptions).rpId, '</script><!--&\u2028\u2029');
  });

  test('a page says that messages are shown only where they are, and to who may read them', async () => {
    const showing = await startServer({ pages: join(folder, 'pages'), shownMessages: createShownMessages(() => 0) });
    const says = async (site: TestServer, address: string): Promise<boolean> =>
      (await site.visitor({ address }).get('/code')).text.includes('<p data-messages-shown>');
    assert.deepEqual(
      [await says(showing, '127.0.0.1'), await says(showing, '192.0.2.1'), await says(server, '127.0.0.1')],
      [true, false, false],
    );
    await showing.stop();
  });

  test('a page says that the user is signed in to that user alone, and no shared cache stores that', async () => {
    const { browser } = await signUpWithPasskey(server, 'front');
    const shown = await browser.get('/front');
    assert.match(shown.text, /<p data-signed-in>You are signed in/);
    assert.equal(shown.headers.get('Cache-Control'), 'private, no-cache');
    const visitor = server.visitor();
    await visitor.post('/webauthn/login/options', {});
    for (const other of [await visitor.get('/front'), await server.visitor().get('/front')]) {
      assert.match(other.text, /<p data-signed-in hidden>/);
      assert.equal(other.headers.get('Cache-Control'), 'no-cache');
    }
  });

  test('the page for codes says nothing of its own about what is sent', async () => {
    const written = await readFile(new URL('../../support/pages/otp-input.html', import.meta.url), 'utf8');
    const paragraphs = [...written.matchAll(/<p\b[^>]*>[^]*?<\/p>/g)].map(([paragraph]) => paragraph);
    const sentences = paragraphs.filter((paragraph) => paragraph.includes('Nothing is sent'));
    assert.equal(sentences.length, 2);
    for (const sentence of sentences) assert.match(sentence, /^<p class="turn" data-messages-shown hidden>/);
  });

  test('asking for its headers only starts no challenge', async () => {
    const visitor = server.visitor();
    const { status } = await visitor.send('/login', { method: 'HEAD' });
    assert.deepEqual([status, visitor.cookie], [200, undefined]);
  });

  test('the policy allows our scripts, no inline script without the nonce, and only the package’s Trusted Types', async () => {
    const { headers, text } = await server.visitor().get('/');
    const policy = headers.get('Content-Security-Policy')!;
    const nonce = /<script nonce="([\w-]{22})">/.exec(text)![1]!;
    assert.deepEqual(policy.split('; '), [
      `default-src 'self'`,
      `script-src 'self' 'nonce-${nonce}'`,
      `style-src 'self' 'nonce-${nonce}'`,
      `connect-src 'self'`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'self' https://embedder.example`,
      `require-trusted-types-for 'script'`,
      `trusted-types lit-html latchkey 'allow-duplicates'`,
      'report-uri /csp-report',
    ]);
    assert.notEqual((await server.visitor().get('/')).headers.get('Content-Security-Policy'), policy);
  });

  test('a file that is not a page has the policy of what it can be: a worker, or a picture that runs nothing', async () => {
    const headersOf = async (path: string) => (await server.visitor().get(path)).headers;
    const script = await headersOf('/assets/app-1a2b3c4d.js');
    assert.equal(
      script.get('content-security-policy'),
      `default-src 'self'; require-trusted-types-for 'script'; trusted-types lit-html latchkey 'allow-duplicates'; report-uri /csp-report`,
    );
    const picture = await headersOf('/kinds/photo.webp');
    assert.match(
      picture.get('content-security-policy')!,
      /^default-src 'self'; script-src 'none'; .*frame-ancestors 'self'/,
    );
    for (const headers of [script, picture])
      for (const ofPage of ['permissions-policy', 'cross-origin-opener-policy'])
        assert.equal(headers.get(ofPage), null);
  });

  test('every answer names its limits to the browser', async () => {
    for (const path of ['/', '/session', '/nothing']) {
      const { headers } = await server.visitor().get(path);
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
      assert.equal(headers.get('Referrer-Policy'), 'strict-origin-when-cross-origin');
      assert.equal(headers.get('Cross-Origin-Opener-Policy'), 'same-origin-allow-popups');
      assert.match(headers.get('Permissions-Policy')!, /publickey-credentials-get=\(self\)/);
      assert.equal(headers.get('Strict-Transport-Security'), null);
    }
    assert.equal(
      (await server.visitor().get('/session')).headers.get('Content-Security-Policy'),
      `default-src 'none'; frame-ancestors 'none'`,
    );
  });

  test('no other site can load what the server sends, but for what is well known, and pages where others may show them', async () => {
    const policyOf = async (site: TestServer, path: string): Promise<string | null> =>
      (await site.visitor().get(path)).headers.get('Cross-Origin-Resource-Policy');
    const closed = await startServer({ pages: join(folder, 'pages') });
    for (const path of ['/', '/session', '/nothing', '/assets/app-1a2b3c4d.js'])
      assert.equal(await policyOf(closed, path), 'same-origin', path);
    assert.equal(await policyOf(closed, '/.well-known/webauthn'), 'cross-origin');
    assert.deepEqual(
      [await policyOf(server, '/'), await policyOf(server, '/assets/app-1a2b3c4d.js')],
      ['cross-origin', 'same-origin'],
    );
    await closed.stop();
  });

  test('over https the browser is instructed to stay there', async () => {
    const secure = await startServer({ config: { origins: ['https://example.com'] } });
    assert.equal((await secure.visitor().get('/session')).headers.get('Strict-Transport-Security'), 'max-age=31536000');
    await secure.stop();
  });

  test('a page takes GET only: 405', async () => {
    const { status, headers } = await server.visitor().post('/index.html');
    assert.deepEqual([status, headers.get('Allow')], [405, 'GET, HEAD']);
    assert.equal((await server.visitor().post('/nothing')).status, 404);
  });

  test('a server without pages says 404', async () => {
    const bare = await startServer();
    assert.deepEqual([(await bare.visitor().get('/')).status, (await bare.visitor().get('/login')).status], [404, 404]);
    await bare.stop();
  });
});
