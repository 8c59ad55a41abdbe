import { join } from 'node:path';
import { build } from 'esbuild';
import { listExports } from '../../scripts/public-modules.mjs';
import { root } from '../support/node/program.js';
import { listen } from '../support/node/listen.js';

/** The sources of the package's modules, by the paths of its exports. */
const sources = new Map(
  listExports().map(([path, target]) => [
    path,
    typeof target === 'string' ? target : target.default?.replace(/^\.\/dist\/(.*)\.js$/, 'src/$1.ts'),
  ]),
);

/** An app with a backend of its own and two pages, `/` with single elements and `/card` with the card. */
export interface AppSite {
  readonly origin: string;
  close(): Promise<void>;
}

/** What an app is made of. */
export interface App {
  /** Answers the requests of the backend; undefined for those of the page. */
  handle(request: Request): Promise<Response | undefined> | Response | undefined;
  /** What the page has in its `<head>`. */
  head?: string;
  /** Called for each request of the page: what it has in its `<head>` then, and the cookies that it sets. */
  prepare?(request: Request): Promise<{ head?: string; cookies?: readonly string[] }>;
  /** The module with the page's own code, as TypeScript or JavaScript, which runs before the tags are defined. */
  script?: string;
}

const tags = [
  'passkey-field',
  'passkey-button',
  'passkey-create',
  'passkey-list',
  'session-list',
  'sign-in',
  'sign-out-button',
  'password-form',
];

const card = `<h1>An app</h1>
<p id="who"></p>
<latch-sign-in methods="password sign-up"></latch-sign-in>
<latch-sign-out-button></latch-sign-out-button>
<latch-session-list></latch-session-list>
<script type="module" src="/app.js"></script>`;

const body = `<h1>An app</h1>
<p id="who"></p>
<latch-passkey-field><label>Name <input name="username"></label></latch-passkey-field>
<latch-passkey-button></latch-passkey-button>
<latch-passkey-create></latch-passkey-create>
<latch-passkey-list></latch-passkey-list>
<latch-sign-out-button></latch-sign-out-button>
<script type="module" src="/app.js"></script>`;

/** Bundles the page's code as an application does: what is loaded on demand stays in files of its own. */
async function bundle(script: string): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import './own.js'; ${tags.map((tag) => `import 'latchkey/define/${tag}';`).join(' ')}
        import { clientFor, watchSession } from 'latchkey';
        const show = (text) => (document.querySelector('#who').textContent = text);
        watchSession(clientFor(), {
          onChange(state) {
            show(state.status === 'signed-in' ? 'Signed in: ' + state.user.name : 'Signed out');
            // As in an app: a signed-in user is not asked to sign in.
            if (state.status === 'signed-in')
              for (const element of document.querySelectorAll('latch-passkey-field, latch-passkey-button')) element.remove();
          },
          onError: (error) => show('Failed: ' + error.code),
          signal: new AbortController().signal,
        });`,
      resolveDir: root,
      sourcefile: 'app.js',
      loader: 'ts',
    },
    outdir: join(root, 'never-written'),
    entryNames: 'app',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
    plugins: [
      {
        name: 'the package from its sources',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\/own\.js$/ }, () => ({ path: 'own', namespace: 'own' }));
          onLoad({ filter: /.*/, namespace: 'own' }, () => ({ contents: script, loader: 'ts', resolveDir: root }));
          onResolve({ filter: /^latchkey(\/|$)/ }, ({ path }) => {
            const source = sources.get(path.replace('latchkey', '.'));
            return source ? { path: join(root, source) } : { errors: [{ text: `${path} is not in the package` }] };
          });
        },
      },
    ],
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(path.lastIndexOf('/')), text]));
}

/** Serves an app on a free port. */
export async function startApp(create: (origin: string) => App | Promise<App>): Promise<AppSite> {
  const parts: { app?: App; files?: Map<string, string> } = {};
  const site = await listen(() => async (request) => {
    const { pathname } = new URL(request.url);
    const { app, files } = parts;
    const script = files?.get(pathname);
    if (script !== undefined) return new Response(script, { headers: { 'content-type': 'text/javascript' } });
    const answer = await app!.handle(request);
    if (answer) return answer;
    if (pathname !== '/' && pathname !== '/card') return new Response('Not found', { status: 404 });
    const { head = app!.head ?? '', cookies = [] } = (await app!.prepare?.(request)) ?? {};
    const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    for (const cookie of cookies) headers.append('set-cookie', cookie);
    return new Response(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>An app</title><link rel="icon" href="data:,">${head}${pathname === '/' ? body : card}`,
      { headers },
    );
  });
  parts.app = await create(site.origin);
  parts.files = await bundle(parts.app.script ?? '');
  return site;
}
