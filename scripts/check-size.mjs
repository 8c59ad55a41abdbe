// `npm run size`: the size of what a page loads for each public module with all imports, minified by Terser and
// compressed with brotli 11, and whether it is within the budget. With `--budgets` only modules with a budget, which may be
// exceeded by a tenth.
import { existsSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { argv, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { minify } from 'terser';
import { listExports } from './public-modules.mjs';
import { root } from './run.mjs';

/** Budgets in kB (1000 bytes), see docs/decisions/0069-three-budgets-in-whole-kilobytes.md. */
const budgets = { 'define/passkey-field': 23, 'define/sign-in': 41, 'define/all': 98 };
/** What a page loads of `latchkey/manifest` that imports only some of it, and how much that may be. */
const partsOfManifest = [[['processManifest']], [['processManifest', 'checkInstallability'], 19]];

/**
 * Answers the size in bytes of `modules` (files of `dist`) loaded together, with everything that they import; what they
 * import lazily is not counted. With `names`, of a page that imports these alone.
 */
async function measure(modules, names) {
  const entry = 'entry.js';
  const { metafile, outputFiles } = await build({
    stdin: {
      contents: modules
        .map((file) => `export ${names ? `{ ${names.join(', ')} }` : '*'} from ${JSON.stringify(file)};`)
        .join('\n'),
      resolveDir: root,
      sourcefile: entry,
    },
    absWorkingDir: root,
    outdir: 'never-written',
    entryNames: '[name]',
    write: false,
    bundle: true,
    splitting: true,
    metafile: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['browser', 'production'],
    external: ['node:*'], // what the conformance kit loads in Node alone
    logLevel: 'error',
    minifySyntax: true, // folds constants across modules, as the bundlers of applications do
    legalComments: 'none', // they are the same for every page and belong in a file beside the bundle
  });
  const contents = new Map(outputFiles.map(({ path, contents: bytes }) => [basename(path), bytes]));
  const chunks = Object.fromEntries(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const first = Object.keys(chunks).find((name) => chunks[name].entryPoint === entry);
  const sizes = await Promise.all(
    [...collectStatic(first, chunks)].map(async (name) =>
      compress(await shrink(renameChunks(new TextDecoder().decode(contents.get(name)), chunks))),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The chunk `name` and every chunk that it imports before it runs. */
function collectStatic(name, chunks, collected = new Set()) {
  if (collected.has(name)) return collected;
  collected.add(name);
  for (const { path, kind } of chunks[name].imports)
    if (kind === 'import-statement') collectStatic(basename(path), chunks, collected);
  return collected;
}

/**
 * Gives the chunks that `code` imports names that depend on their modules alone. With hashes of their content, what a page
 * loads later would change the size of what it loads at first.
 */
function renameChunks(code, chunks) {
  return code.replace(/-([A-Z\d]{8})(?=\.js")/g, (whole, hash) => {
    const [, { inputs } = {}] = Object.entries(chunks).find(([name]) => name.endsWith(`-${hash}.js`)) ?? [];
    if (!inputs) return whole;
    const digest = createHash('sha256').update(Object.keys(inputs).join()).digest();
    // 32 characters, as esbuild has, because fewer would compress better
    return `-${Array.from(digest.subarray(0, 8), (byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('')}`;
  });
}

async function shrink(text) {
  const { code } = await minify(text, {
    module: true,
    compress: { keep_fargs: false },
  });
  return Buffer.from(code);
}

function compress(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/** The size in bytes of a script of `dist/cdn` with all files that it imports before it runs, without their licenses. */
function measureServed(name, served = new Set()) {
  if (served.has(name)) return 0;
  served.add(name);
  const code = readFileSync(resolve(root, 'dist/cdn', name), 'utf8').replace(/\/\*![\s\S]*?\*\//g, '');
  const imported = [...code.matchAll(/\b(?:from|import)\s*"\.\/([\w.-]+)"/g)];
  return imported.reduce((sum, [, file]) => sum + measureServed(file, served), compress(Buffer.from(code)));
}

/**
 * One row per public module: `{module, bytes, budget}`, and for each element but the field one more: what it adds to
 * the field. With `onlyBudgets`, only what has a budget of its own, which takes a fraction of the time.
 */
async function measureModules(onlyBudgets) {
  const modules = listExports()
    .filter(
      ([, target]) => target.default?.endsWith('.js') && !/^\.\/dist\/(cdn|manifest\/vite)\//.test(target.default),
    ) // no page loads the plugin
    .map(([name, target]) => ({ name: name.slice(2) || '.', file: target.default }));
  const measured = onlyBudgets ? modules.filter(({ name }) => name in budgets) : modules;
  const rows = await Promise.all(
    measured.map(async ({ name, file }) => ({ module: name, bytes: await measure([file]), budget: budgets[name] })),
  );

  const scriptTag = 'cdn/latchkey.js, as it is served';
  const { file: toolkit } = modules.find(({ name }) => name === 'manifest');
  for (const [names, budget] of partsOfManifest)
    if (budget !== undefined || !onlyBudgets)
      rows.push({ module: `manifest, ${names.join(' and ')} alone`, bytes: await measure([toolkit], names), budget });
  if (onlyBudgets) return rows;
  rows.push({ module: scriptTag, bytes: measureServed('latchkey.js') });

  const field = modules.find(({ name }) => name === 'define/passkey-field');
  const fieldBytes = rows.find(({ module }) => module === field.name).bytes;
  const others = modules.filter(({ name }) =>
    /^define\/(?!passkey-field$|account$|sign-in$|sign-up$|all$|autoload$)/.test(name),
  );
  const additions = others.map(async ({ name, file }) => ({
    module: `${name} on top of the field`,
    bytes: (await measure([field.file, file])) - fieldBytes,
  }));
  const [signIn, signUp] = ['define/sign-in', 'define/sign-up'].map((name) => modules.find((one) => one.name === name));
  const signUpBytes =
    (await measure([signIn.file, signUp.file])) - rows.find((row) => row.module === signIn.name).bytes;
  additions.push({ module: `${signUp.name} on top of the sign-in`, bytes: signUpBytes });
  const { file: useBackend, bytes: backendBytes } = {
    ...modules.find(({ name }) => name === 'backends'),
    ...rows.find((row) => row.module === 'backends'),
  };
  for (const { name, file } of modules.filter((one) => one.name.startsWith('backends/')))
    additions.push({
      module: `${name} on top of useBackend`,
      bytes: (await measure([useBackend, file])) - backendBytes,
    });
  const worker = {
    module: 'worker/service-worker.js, as it is served',
    bytes: compress(readFileSync(resolve(root, 'dist/worker/service-worker.js'))),
  };
  return [...rows, ...(await Promise.all(additions)), worker];
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  if (!existsSync(resolve(root, 'dist/index.js'))) {
    console.error('dist is empty: run npm run build first.');
    exit(1);
  }
  const onlyBudgets = argv.includes('--budgets');
  /** A build that others use may be a little larger than the budget: only gross errors fail it. */
  const allowed = onlyBudgets && !argv.includes('--exact') ? 1100 : 1000;
  const rows = await measureModules(onlyBudgets);
  const kilobytes = (bytes) => (bytes / 1000).toFixed(2).padStart(6);
  for (const { module, bytes, budget } of rows) {
    const verdict = budget === undefined ? '' : `of ${budget}${bytes > budget * allowed ? '  OVER BUDGET' : ''}`;
    console.log(`${kilobytes(bytes)} kB ${verdict.padEnd(8)} ${module}`);
  }
  const missing = Object.keys(budgets).filter((name) => !rows.some(({ module }) => module === name));
  for (const name of missing) console.error(`${name} has a budget but is not a public module`);
  if (missing.length > 0 || rows.some(({ bytes, budget }) => bytes > budget * allowed)) exit(1);
}
