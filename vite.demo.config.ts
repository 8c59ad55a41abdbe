import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';
import { listExports } from './scripts/public-modules.mjs';
import { ofApplication } from './scripts/file-groups.js';
import { splitMessages } from './scripts/split-messages.js';

const root = fileURLToPath(new URL('.', import.meta.url));

/**
 * The demo imports `latchkey/…` as a stranger does; here the same modules are read from `src`, so that a change shows
 * at once.
 */
const alias = listExports().flatMap(([name, target]) => {
  const file = typeof target === 'string' ? target : target.default;
  if (!/\.(js|css)$/.test(file) || file.startsWith('./dist/cdn/')) return [];
  const source = file.replace('./dist/', `${root}src/`).replace(/\.js$/, '.ts');
  return [{ find: new RegExp(`^latchkey${name.slice(1)}$`), replacement: source }];
});

const listPages = (folder: string): string[] =>
  readdirSync(root + folder)
    .filter((file) => file.endsWith('.html'))
    .map((file) => `${root}${folder}/${file}`);

const pages: UserConfig = {
  root: `${root}demo`,
  plugins: [splitMessages],
  resolve: { alias },
  build: {
    outDir: `${root}dist/demo`,
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    // the pages run under `default-src 'self'`, which refuses data: addresses
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: ofApplication },
      input: listPages('demo'),
    },
  },
};

/** The pages of the demo that open without a connection. */
const offlinePages = ['/offline', '/home', '/account-settings', '/private-notes'];

/** What those pages need only in other languages, at other backends or at an installation that fails. */
const isForOthers = (url: string): boolean =>
  /^\/assets\/(?:index|inspection|install-problems|translations|[a-z]{2}(?:-[A-Z]\w+)?)-[\w-]{8}\.js$/.test(url) ||
  [...listExports()].some(([name]) => name.startsWith('./backends/') && url.startsWith(`/assets/${name.slice(11)}-`));

/**
 * Tells the demo's service worker the files beside it: `{url, revision}` of each that every visitor gets alike, pages
 * by their address. `first` are the pages that open without a connection, and what they use.
 */
const listFiles: Plugin = {
  name: 'list-files',
  config: ({ build }) => ({ define: { demoFiles: JSON.stringify(divide(filesIn(`${build!.outDir!}/`))) } }),
};

interface BuiltFile {
  readonly url: string;
  readonly bytes: Buffer;
}

function divide(files: readonly BuiltFile[]) {
  const byUrl = new Map(files.map((file) => [file.url, file]));
  const first = new Set<string>();
  const visit = (url: string): void => {
    const file = byUrl.get(url);
    if (!file || first.has(url) || isForOthers(url)) return;
    first.add(url);
    for (const [, name] of file.bytes
      .toString()
      .matchAll(/["'`(](?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css|svg|png))["'`)]/g))
      visit(`/assets/${name}`);
    for (const [, name] of file.bytes.toString().matchAll(/(?:href|src)="(\/[\w./-]+)"/g))
      if (name!.includes('.')) visit(name!);
  };
  offlinePages.forEach(visit);
  const describe = ({ url, bytes }: BuiltFile) => ({
    url,
    revision: createHash('sha256').update(bytes).digest('base64url'),
  });
  return {
    first: files.filter(({ url }) => first.has(url)).map(describe),
    later: files.filter(({ url }) => !first.has(url) && url.includes('.')).map(describe),
  };
}

function filesIn(folder: string): BuiltFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(css|html|js|png|svg|webmanifest)$/.test(file) && file !== 'service-worker.js')
    .sort()
    .map((file) => ({ url: `/${file.replace(/(^index)?\.html$/, '')}`, bytes: readFileSync(folder + file) }))
    .filter(({ bytes }) => !/<!-- latchkey:request-options -->|latchkey-origin/.test(bytes.toString()));
}

/** The demo's service worker: one classic script beside the pages, built after them. */
const serviceWorker: UserConfig = {
  publicDir: false,
  plugins: [listFiles],
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias },
  build: {
    outDir: `${root}dist/demo`,
    emptyOutDir: false,
    target: 'es2022',
    lib: {
      entry: `${root}demo/service-worker.ts`,
      formats: ['iife'],
      name: 'demo',
      fileName: () => 'service-worker.js',
    },
  },
};

/** Pages with one tag each, which no one sees but tests: they are served beside those of the demo. */
const pagesOfTests: UserConfig = {
  ...pages,
  root: `${root}test/support/pages`,
  publicDir: `${root}demo/public`,
  build: {
    ...pages.build,
    outDir: `${root}dist/development/pages`,
    copyPublicDir: false,
    rolldownOptions: { ...pages.build!.rolldownOptions, input: listPages('test/support/pages') },
  },
};

const configurations: Readonly<Record<string, UserConfig>> = { worker: serviceWorker, tests: pagesOfTests };

export default defineConfig(({ mode }) => configurations[mode] ?? pages);
