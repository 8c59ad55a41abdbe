import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

/** Packages of many small files that look for nothing beside them. All others stay outside of the bundles. */
const bundledPackages =
  /^(?:@hono\/node-server|@hpke\/core|@owf\/mdoc|@peculiar\/x509|@sd-jwt\/sd-jwt-vc|@simplewebauthn\/server|dcql|fast-check|hono|jose|openid-client|puppeteer-core)(?:\/|$)/;

const worker = 'test/support/runner/worker.mjs';
const recorder = join(root, 'test/support/runner/node-test.mjs');

/**
 * Bundles test files for Node, with what they import and share, because to load hundreds of modules one by one takes
 * longer than most files take to run.
 *
 * @param {string[]} files
 * @returns {Promise<{files: string[], worker: string, remove: () => void}>} The bundles in the order of `files`, and that
 *   of the program that runs them, in a folder that `remove` deletes, as the end of this process does.
 * @throws {Error} if a file cannot be read as TypeScript, or imports what is not there; esbuild has said where.
 */
export async function bundleTests(files) {
  const { build } = await import('esbuild');
  const folder = mkdtempSync(join(root, 'dist.tests-'));
  const remove = () => {
    process.off('exit', remove);
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', remove);
  await build({
    absWorkingDir: root,
    entryPoints: [...files, worker],
    outbase: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'error',
    keepNames: true,
    ignoreAnnotations: true, // what package.json says of side effects is about the published files
    banner: {
      js: 'import { createRequire as createRequireOf } from "node:module"; const require = createRequireOf(import.meta.url);',
    }, // for packages that are CommonJS
    plugins: [recordDeclarations, inlineWasm, leavePackages, keepPlaces],
  });
  const [bundledWorker, ...bundledFiles] = [worker, ...files].map((file) =>
    join(folder, file.replace(/\.\w+$/, '.mjs')),
  );
  return { files: bundledFiles, worker: /** @type {string} */ (bundledWorker), remove };
}

/** Test files declare what they test through `node-test.mjs`, so that many of them can share a process. */
const recordDeclarations = {
  name: 'record declarations',
  setup({ onResolve }) {
    onResolve({ filter: /^node:test$/ }, ({ importer }) => {
      return importer === recorder ? { path: 'node:test', external: true } : { path: recorder };
    });
  },
};

/** What Vite makes of `?url&inline` in the build of the command line. */
const inlineWasm = {
  name: 'inline wasm',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\.wasm\?url&inline$/ }, ({ path, importer }) => ({
      path: createRequire(importer).resolve(path.replace(/\?.*/, '')),
      namespace: 'inline',
    }));
    onLoad({ filter: /./, namespace: 'inline' }, async ({ path }) => ({
      contents: await readFile(path),
      loader: 'dataurl',
    }));
  },
};

const leavePackages = {
  name: 'leave packages outside',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
      const isOurs = kind === 'entry-point' || importer.includes('/node_modules/') || bundledPackages.test(path);
      return isOurs ? undefined : { external: true };
    });
  },
};

/**
 * A module still finds what lies beside its source, and one that is also a program does not take itself for the one
 * that was started.
 */
const keepPlaces = {
  name: 'keep the places of modules',
  setup({ onLoad }) {
    onLoad({ filter: /\.(?:ts|mjs)$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const contents = source
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href));
      return { contents, loader: path.endsWith('.ts') ? 'ts' : 'js' };
    });
  },
};
