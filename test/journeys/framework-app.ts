import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createServer } from '../../server/src/server.js';
import { createPasswords } from '../../server/src/accounts/passwords.js';
import { assetsIn, type Asset } from '../../server/src/http/assets.js';
import { installDependencies } from '../../scripts/dependencies.mjs';
import { exclusively } from '../../scripts/exclusive.mjs';
import { findFreePort } from '../../scripts/free-port.mjs';
import { createClock } from '../support/node/clock.js';
import { listen } from '../support/node/listen.js';
import { root } from '../support/node/program.js';
import { openTestStore, testSecret } from '../support/node/server.js';
import { packPackage } from '../project/stranger.js';

const execute = promisify(execFile);

/** An app that is served, with the reference server. */
export interface Site {
  origin: string;
  stop(): Promise<void>;
}

/** An app of demo/frameworks. */
export interface FrameworkApp {
  /**
   * Checks the types of the app, and of further files in it, as strictly as the framework can. Resolves with what the
   * checker printed.
   */
  checkWith(files: Readonly<Record<string, string>>): Promise<{ code: number; output: string }>;
  build(): Promise<void>;
  /** Serves the built app, with the endpoints of the reference server beside it. */
  serve(): Promise<Site>;
  /**
   * Builds the app and serves it with what the framework renders on a server for a user who is not signed in: for
   * development, in which frameworks warn, where they can be built for that. Next serves what `build` has built.
   */
  serveRendered(): Promise<Site>;
}

/** What the module `server` of an app renders. */
interface Rendered {
  /** Markup for the head of the page. */
  head?: string;
  /** Markup for `#app`. */
  app: string;
}

/** Installs what an app needs, unless it is there, and the package as it would be published. */
export async function prepareApp(name: string): Promise<FrameworkApp> {
  const folder = join(root, 'demo/frameworks', name);
  const modules = join(folder, 'node_modules');
  await installDependencies({ folder: `demo/frameworks/${name}`, scripts: false });
  const { archive } = await packPackage();
  const digest = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex');
  const note = join(modules, '.latchkey-archive');
  // Other test files use the same app.
  await exclusively(async () => {
    if ((await readFile(note, 'utf8').catch(() => undefined)) === digest) return;
    await rm(join(modules, 'latchkey'), { recursive: true, force: true });
    await execute('tar', ['-xzf', archive, '-C', modules]);
    await rename(join(modules, 'package'), join(modules, 'latchkey'));
    await writeFile(note, digest);
  });

  const isNext = existsSync(join(folder, 'next.config.ts'));
  const runScript = (script: string): Promise<{ code: number; output: string }> =>
    new Promise((resolve) => {
      execFile('npm', ['run', '--silent', script], { cwd: folder }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr });
      });
    });
  const build = async () => {
    const { code, output } = await runScript('build');
    assert.equal(code, 0, output);
  };
  return {
    async checkWith(files) {
      for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
      try {
        return await runScript('check');
      } finally {
        for (const file of Object.keys(files)) await rm(join(folder, file));
      }
    },
    build,
    serve: () => (isNext ? serveNext(folder) : serveBeside(assetsIn(join(folder, 'dist')))),
    async serveRendered() {
      if (isNext) return serveNext(folder);
      if (existsSync(join(folder, 'angular.json'))) {
        await execute(join(modules, '.bin/ng'), ['build', '--configuration', 'rendered'], { cwd: folder });
        return serveBeside(assetsIn(join(folder, 'dist.rendered')));
      }
      const environment = { cwd: folder, env: { ...process.env, NODE_ENV: 'development' } };
      const viteBuild = (...options: string[]) =>
        execute(join(modules, '.bin/vite'), ['build', '--mode', 'development', ...options], environment);
      const server = ['src/server.tsx', 'src/server.ts'].find((file) => existsSync(join(folder, file)))!;
      await viteBuild('--outDir', 'dist.rendered');
      await viteBuild('--outDir', 'dist.server', '--ssr', server);
      const program = `import('./dist.server/server.js')
        .then(({ render }) => render())
        .then((rendered) => console.log(JSON.stringify(rendered)))`;
      const { stdout } = await execute(process.execPath, ['-e', program], environment);
      await rm(join(folder, 'dist.server'), { recursive: true });
      const { head = '', app } = JSON.parse(stdout) as Rendered;
      const page = (await readFile(join(folder, 'dist.rendered/index.html'), 'utf8'))
        .replace('</head>', () => `${head}</head>`)
        .replace('<div id="app"></div>', () => `<div id="app">${app}</div>`);
      await writeFile(join(folder, 'dist.rendered/index.html'), page);
      return serveBeside(assetsIn(join(folder, 'dist.rendered')));
    },
  };
}

/** Serves the pages of a built app in Next, which renders them for each request. */
async function serveNext(folder: string): Promise<Site> {
  const port = await findFreePort();
  const own = `http://localhost:${port}`;
  const site = await serveBeside(async (path, request) => {
    if (!/^\/(_next\/.*|home|cards)?$/.test(path)) return undefined;
    const { search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of ['host', 'connection']) headers.delete(name);
    headers.set('accept-encoding', 'identity');
    const response = await fetch(own + path + search, { headers });
    const contentType = response.headers.get('content-type') ?? 'text/plain';
    return { body: new Uint8Array(await response.arrayBuffer()), contentType, immutable: false };
  });
  const next = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '--port', `${port}`], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', LATCHKEY_SERVER: site.origin },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // A test that fails before it stops the app must still end.
  process.once('exit', () => next.kill());
  next.unref();
  const said = next.stdout.setEncoding('utf8');
  for (let output = ''; !output.includes('Ready');) output += ((await once(said, 'data')) as [string])[0];
  next.stdout.destroy();
  return {
    origin: site.origin,
    async stop() {
      next.kill();
      await once(next, 'exit');
      await site.stop();
    },
  };
}

/** Serves `files`, with the endpoints of the reference server beside them and without its policies. */
export async function serveBeside(
  files: (path: string, request: Request) => Promise<Asset | undefined>,
): Promise<Site> {
  const { store, discard } = await openTestStore('libsql');
  const { origin, close } = await listen((own) => {
    const config = {
      origins: [own],
      basePath: '/api',
      rpId: 'localhost',
      rpName: 'Latchkey tests',
      embedders: [],
      sessionSecret: testSecret,
      trustedProxies: [],
      limitFailures: false,
    };
    const { now } = createClock();
    const passwords = createPasswords({ N: 2, r: 1, p: 1 });
    const app = createServer(config, store, { now, log: () => {}, passwords });
    return async (request, address) => {
      const file = request.method === 'GET' ? await files(new URL(request.url).pathname, request) : undefined;
      if (file) return new Response(file.body, { headers: { 'content-type': file.contentType } });
      return app.fetch(request, { address });
    };
  });
  return {
    origin,
    async stop() {
      await close();
      await discard();
    },
  };
}
