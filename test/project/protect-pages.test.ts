import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { after, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import { root } from '../support/node/program.js';
import { signUpWithPasskey } from '../support/node/people.js';
import { startServer, type TestServer } from '../support/node/server.js';
import { extractSnippets } from './snippets.js';

interface Modules {
  express: { app: RequestListener };
  hono: { app: { fetch(request: Request): Response | Promise<Response> } };
  next: { proxy(request: Request): Promise<Response | undefined>; config: { matcher: string[] } };
  data: { answerNotes(request: Request): Promise<Response> };
}

describe('the page on protecting pages', () => {
  let server: TestServer;
  let folder: string;
  let cookie: string;
  const modules = {} as Modules;

  before(async () => {
    server = await startServer({ listens: true });
    const { browser } = await signUpWithPasskey(server, 'ada');
    cookie = `__Host-sid=${browser.cookie}`;
    folder = await mkdtemp(join(tmpdir(), 'protect-pages-'));
    const snippets = extractSnippets(await readFile(join(root, 'docs/protect-pages.md'), 'utf8'), 'protect-pages.md');
    const [reader, ...examples] = snippets.map(({ text }) => text.replaceAll('http://localhost:3000', server.origin));
    const names = ['express', 'hono', 'next', 'data'] as const;
    assert.equal(examples.length, names.length);
    for (const [index, name] of names.entries()) {
      const { outputFiles } = await build({
        stdin: { contents: examples[index]!, resolveDir: join(root, 'server'), loader: 'ts' },
        bundle: true,
        format: 'esm',
        platform: 'node',
        write: false,
        logLevel: 'warning',
        banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
        plugins: [
          {
            name: 'reader',
            setup(bundler) {
              bundler.onResolve({ filter: /^\.\/read-user\.js$/ }, ({ path }) => ({ path, namespace: 'reader' }));
              bundler.onLoad({ filter: /./, namespace: 'reader' }, () => ({ contents: reader!, loader: 'ts' }));
            },
          },
        ],
      });
      const file = join(folder, `${name}.mjs`);
      await writeFile(file, outputFiles[0]!.contents);
      Object.assign(modules, { [name]: await import(pathToFileURL(file).href) });
    }
  });
  after(async () => {
    await rm(folder, { recursive: true });
    await server.stop();
  });

  const ask = (headers: Record<string, string> = {}, path = '/account'): Request =>
    new Request(`http://app.example${path}`, { headers });

  async function askExpress(headers: Record<string, string> = {}): Promise<Response> {
    const app = createServer(modules.express.app);
    await new Promise<void>((resolve) => {
      app.listen(0, '127.0.0.1', resolve);
    });
    const response = await fetch(`http://127.0.0.1:${(app.address() as AddressInfo).port}/account`, {
      headers,
      redirect: 'manual',
    });
    app.closeAllConnections();
    app.close();
    return response;
  }

  const frameworks: Record<string, (headers?: Record<string, string>) => Promise<Response>> = {
    Express: askExpress,
    Hono: async (headers) => modules.hono.app.fetch(ask(headers)),
  };
  for (const [framework, answer] of Object.entries(frameworks))
    test(`shows a page in ${framework} to who is signed in, uncached, and leads all others to the sign-in`, async () => {
      const shown = await answer({ cookie });
      assert.deepEqual([shown.status, await shown.text()], [200, 'Hello, ada']);
      assert.equal(shown.headers.get('Cache-Control'), 'no-store');
      for (const headers of [{}, { cookie: '__Host-sid=nobody' }, { 'x-user': 'ada' }] as Record<string, string>[]) {
        const refused = await answer(headers);
        assert.equal(refused.status, 303);
        assert.match(refused.headers.get('Location')!, /\/sign-in$/);
        assert.doesNotMatch(await refused.text(), /Hello/);
      }
    });

  test('lets only who is signed in past the proxy of Next, without an import from it', async () => {
    assert.equal(await modules.next.proxy(ask({ cookie })), undefined);
    const refused = await modules.next.proxy(ask());
    assert.deepEqual([refused?.status, refused?.headers.get('Location')], [303, 'http://app.example/sign-in']);
    assert.deepEqual(modules.next.config, { matcher: ['/account/:path*'] });
  });

  test('answers scripts with 401, and with the data of the user', async () => {
    const refused = await modules.data.answerNotes(ask());
    assert.deepEqual([refused.status, await refused.json()], [401, { error: 'unauthenticated' }]);
    const { of } = (await (await modules.data.answerNotes(ask({ cookie }))).json()) as { of: string };
    assert.ok(of);
  });

  test('shows nothing while the backend cannot be asked', async () => {
    const gone = { cookie: `${cookie}; broken=\u0001` };
    await assert.rejects(async () => modules.next.proxy(new Request('http://app.example/account', { headers: gone })));
  });
});
