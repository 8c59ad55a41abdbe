import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../../../scripts/run.mjs';

/** They follow what the page loads. */
const unbundled = ['test/define/autoload.test.ts'];

/**
 * Serves each test file together with all that it imports, because a page takes longer to load hundreds of modules than
 * most test files take to run. Languages, and what a test asks for by its address, stay files of their own.
 *
 * @param {string[]} files Below the root of the repository.
 */
export function serveBundles(files) {
  const bundled = new Set(files.filter((file) => file.endsWith('.ts') && !unbundled.includes(file)));
  const folder = mkdtempSync(join(root, 'dist.component-tests-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const built = bundle([...bundled], folder);
  built.catch(() => {}); // who asks for a file gets the error
  return async (context, next) => {
    const path = context.path.slice(1);
    const file = path.replace(/\.js\.map$/, '.ts');
    if (!bundled.has(file)) return next();
    await built;
    context.type = path === file ? 'js' : 'json';
    context.body = readFileSync(join(folder, path.replace(/\.ts$/, '.js')));
  };
}

async function bundle(files, folder) {
  await build({
    absWorkingDir: root,
    entryPoints: files,
    outbase: root,
    outdir: folder,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['development', 'browser'],
    sourcemap: 'linked',
    sourcesContent: false,
    keepNames: true,
    define: { require: 'undefined' }, // no browser has it, so what asks for it goes on without
    ignoreAnnotations: true, // what package.json says of side effects is about the published files
    logLevel: 'error',
    plugins: [leaveServed],
  });
}

const leaveServed = {
  name: 'leave what the server serves',
  setup({ onResolve }) {
    onResolve({ filter: /^\/__web-dev-server__/ }, ({ path }) => ({ path, external: true }));
    // a megabyte, which only tests that look for faults of accessibility load
    onResolve({ filter: /^axe-core\// }, ({ path }) => ({ path: `/node_modules/${path}`, external: true }));
    onResolve({ filter: /^\.\/languages\// }, ({ path }) => ({
      path: path.replace('.', '/src/messages').replace(/js$/, 'ts'),
      external: true,
    }));
  },
};
