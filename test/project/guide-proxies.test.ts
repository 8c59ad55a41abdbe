import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { transform } from 'esbuild';
import { createServer, type ProxyOptions } from 'vite';
import { parse } from 'yaml';
import { startServer, type TestServer } from '../support/node/server.js';
import { extractSnippets } from './snippets.js';
import { root } from './stranger.js';

/** The path that all guides put the endpoints below. */
const prefix = '/api';
/** Where the guides say that the backend is. */
const shownBackend = 'http://localhost:3000';
/** Pages that an app is likely to have, and the backend has too. */
const ownPages = ['/', '/login', '/signup', '/account', '/session', '/home'];

interface Guide {
  name: string;
  /** The configuration of the development server. */
  config: string;
  language: string;
  /** Everything else that the guide shows, or that is in the app. */
  rest: string;
}

async function readGuides(): Promise<Guide[]> {
  const pages = (await readdir(join(root, 'docs/frameworks'))).map((name) => `docs/frameworks/${name}`);
  const shown = [...pages, 'docs/recipes/react-app.md'].map(async (name): Promise<Guide> => {
    const text = await readFile(join(root, name), 'utf8');
    const blocks = extractSnippets(text, name);
    const block = blocks.find(
      (one) => /proxy:|rewrites:/.test(one.text) || (one.language === 'json' && one.text.includes('"target"')),
    );
    assert.ok(block, `${name} shows how requests get to the backend`);
    return { name, config: block.text, language: block.language, rest: text };
  });
  const apps = (await readdir(join(root, 'demo/frameworks'))).map(async (app): Promise<Guide> => {
    const [file, page] =
      app === 'next'
        ? ['next.config.ts', 'app/layout.tsx']
        : app === 'angular'
          ? ['proxy.json', 'src/index.html']
          : ['vite.config.ts', 'index.html'];
    const read = (name: string) => readFile(join(root, 'demo/frameworks', app, name), 'utf8');
    return {
      name: `demo/frameworks/${app}`,
      config: await read(file),
      language: file.endsWith('json') ? 'json' : 'tsx',
      rest: await read(page),
    };
  });
  return Promise.all([...shown, ...apps]);
}

interface ShownConfig {
  server?: { proxy: Record<string, string | ProxyOptions> };
  rewrites?: () => Promise<{ source: string; destination: string }[]>;
}

/** Runs a shown configuration. The plugins of frameworks, which forward nothing, do nothing. */
async function evaluate({ config, language }: Guide, backend: string): Promise<ShownConfig> {
  const text = config.replaceAll(shownBackend, backend);
  if (language === 'json') return { server: { proxy: JSON.parse(text) as Record<string, ProxyOptions> } };
  const { code } = await transform(text, { loader: 'ts', format: 'esm' });
  const program = code
    .replace(/import \{ defineConfig \} from ["']vite["'];/, 'const defineConfig = (config) => config;')
    .replace(/import (?:\{ (\w+) \}|(\w+)) from ["'][^"']+["'];/g, 'const $1$2 = () => ({ name: "none" });');
  const url = `data:text/javascript,${encodeURIComponent(program)}`;
  return ((await import(url)) as { default: ShownConfig }).default;
}

describe('what the guides show of the way to the backend', async () => {
  const guides = await readGuides();
  const contract = parse(await readFile(join(root, 'contract/openapi.yaml'), 'utf8')) as {
    paths: Record<string, object>;
  };
  // What is well known is at the root of the origin, by its specifications, and what watches the server asks it directly.
  const paths = Object.keys(contract.paths).filter(
    (path) => !/^\/(?:\.well-known\/|healthz|readyz|metrics)/.test(path),
  );
  let server: TestServer;
  let folder: string;

  before(async () => {
    server = await startServer({ listens: true, config: { basePath: prefix, limitFailures: false } });
    folder = await mkdtemp(join(tmpdir(), 'latchkey-guides-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html><title>The app</title>');
  });
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true });
  });

  /** What the same configuration has been proven to do, which many guides show. */
  const proves: Record<string, Promise<void>> = {};
  const writeOut = (config: ShownConfig['server']): string =>
    JSON.stringify(config, (_key, value: unknown) => (typeof value === 'function' ? String(value) : value));

  /** Checks what a development server with this configuration leads to the backend. */
  async function proveProxy(shown: ShownConfig['server']): Promise<void> {
    const development = await createServer({
      configFile: false,
      root: folder,
      logLevel: 'silent',
      server: { ...shown, host: '127.0.0.1', port: 0, hmr: false, ws: false },
      optimizeDeps: { noDiscovery: true },
    });
    try {
      await development.listen();
      const own = development.resolvedUrls!.local[0]!.replace(/\/$/, '');
      const isServers = async (path: string) => {
        const response = await fetch(own + path, { redirect: 'manual' });
        await response.arrayBuffer();
        return response.headers.has('x-request-id');
      };
      const session = (await (await fetch(`${own}${prefix}/session`)).json()) as object;
      assert.deepEqual(session, { signedIn: false });
      for (const path of paths)
        assert.ok(await isServers(prefix + path.replace(/\{\w+\}/, 'x')), `${path} comes to the backend`);
      for (const path of ownPages) assert.ok(!(await isServers(path)), `${path} is the app's own`);
    } finally {
      await development.close();
    }
  }

  test('is in each guide and in each app', () => {
    assert.ok(guides.length >= 15, `${guides.length} guides`);
    assert.ok(paths.length > 40, `${paths.length} paths`);
  });

  for (const guide of guides) {
    test(`leads every endpoint of the contract to the backend, and no page of the app: ${guide.name}`, async () => {
      const { server: shown, rewrites } = await evaluate(guide, server.origin);
      if (rewrites) {
        const rules = await rewrites();
        const target = (path: string) =>
          rules.flatMap(({ source, destination }) => {
            const [start] = source.split('/:path*') as [string];
            return path.startsWith(`${start}/`) ? [destination.replace('/:path*', path.slice(start.length))] : [];
          })[0];
        for (const path of paths) assert.equal(target(prefix + path), server.origin + prefix + path);
        for (const path of ownPages) assert.equal(target(path), undefined, path);
        return;
      }
      await (proves[writeOut(shown)] ??= proveProxy(shown));
    });

    test(`names the path for the tags: ${guide.name}`, () => {
      const isNamed =
        guide.rest.includes(`<meta name="latch-base-url" content="${prefix}" />`) ||
        /other: \{ 'latch-base-url': '\/api' \}/.test(guide.rest);
      assert.ok(isNamed);
    });
  }

  test('is nowhere a list of some of the paths', async () => {
    const files = (await readdir(root, { recursive: true })).filter(
      (name) =>
        /^(?:docs|skill|demo|examples)\/.*\.(?:md|ts|tsx|json|mjs|js)$/.test(name) && !name.includes('node_modules'),
    );
    for (const name of files)
      assert.doesNotMatch(await readFile(join(root, name), 'utf8'), /'\/?webauthn', *'\/?(?:log|sess)/, name);
  });
});
