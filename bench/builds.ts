// `npm run builds [-- --write]`: builds two applications with four bundlers, each as docs/languages.md has it and esbuild into one file too, with the
// languages that come of themselves and with the condition that leaves them out, and prints what comes out; `--write` puts the table into docs/languages.md.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { argv, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build as buildByEsbuild } from 'esbuild';
import { format, resolveConfig } from 'prettier';
import { minify } from 'terser';
import { build as buildByVite, defaultClientConditions } from 'vite';
import { installDependencies } from '../scripts/dependencies.mjs';
import { root } from '../scripts/run.mjs';

const page = 'docs/languages.md';
const builders = 'bench/builders';
const ownLanguages = 'latchkey-own-languages';

/** What a bundler has written: minified scripts by their names, and those that the page loads at first. */
interface Build {
  readonly scripts: ReadonlyMap<string, string>;
  readonly first: ReadonlySet<string>;
}

/** Builds the module with the further conditions. */
type Bundler = (module: string, conditions: readonly string[]) => Promise<Build>;

/** The parts of what Rollup and Vite return that are read here. */
interface Chunk {
  readonly type: string;
  readonly fileName: string;
  readonly code: string;
  readonly imports: readonly string[];
  readonly isEntry: boolean;
}

/** Follows the static imports of the entry. */
function readChunks(output: readonly Chunk[]): Build {
  const chunks = new Map(output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
  const first = new Set(Array.from(chunks.values(), (chunk) => (chunk.isEntry ? chunk.fileName : '')).filter(Boolean));
  for (const name of first) for (const next of chunks.get(name)?.imports ?? []) first.add(next);
  return { scripts: new Map(Array.from(chunks, ([name, { code }]) => [name, code])), first };
}

const importBuilder = async (file: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(join(root, builders, 'node_modules', file)).href)) as Record<string, unknown>;

const byVite: Bundler = async (module, conditions) => {
  const result = await buildByVite({
    root: tmpdir(),
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: [...conditions, ...defaultClientConditions] },
    build: { write: false, rolldownOptions: { input: module }, modulePreload: { polyfill: false } },
  });
  return readChunks((result as { output: Chunk[] }).output);
};

const byWebpack: Bundler = async (module, conditions) => {
  const { default: webpack } = (await importBuilder('webpack/lib/index.js')) as {
    default: (options: object, done: (error: Error | null, stats: Stats) => void) => void;
  };
  interface Stats {
    toJson(options: object): { assets: { name: string }[]; entrypoints: { main: { assets: { name: string }[] } } };
  }
  const path = await mkdtemp(join(tmpdir(), 'latchkey-builds-'));
  try {
    const stats = await new Promise<Stats>((resolve, reject) =>
      webpack(
        {
          mode: 'production',
          context: root,
          entry: module,
          output: { path },
          resolve: { conditionNames: [...conditions, '...'] },
          performance: false,
        },
        (error, done) => (error ? reject(error) : resolve(done)),
      ),
    );
    const { assets, entrypoints } = stats.toJson({ all: false, assets: true, entrypoints: true });
    const names = assets.map(({ name }) => name).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(names.map((name) => readFile(join(path, name), 'utf8')));
    return {
      scripts: new Map(names.map((name, index) => [name, texts[index]!])),
      first: new Set(entrypoints.main.assets.map(({ name }) => name)),
    };
  } finally {
    await rm(path, { recursive: true });
  }
};

const byRollup: Bundler = async (module, conditions) => {
  const { rollup } = (await importBuilder('rollup/dist/es/rollup.js')) as {
    rollup(options: object): Promise<{ generate(options: object): Promise<{ output: Chunk[] }> }>;
  };
  const { nodeResolve } = (await importBuilder('@rollup/plugin-node-resolve/dist/es/index.js')) as {
    nodeResolve(options: object): object;
  };
  const built = await rollup({
    input: module,
    plugins: [nodeResolve({ browser: true, exportConditions: conditions })],
  });
  const { scripts, first } = readChunks((await built.generate({ format: 'es' })).output);
  const minified = Array.from(scripts, async ([name, code]) => [name, (await minify(code, { module: true })).code!]);
  return { scripts: new Map((await Promise.all(minified)) as [string, string][]), first };
};

/** By esbuild: with a file for each part that is loaded later, or all in one file. */
const byEsbuild =
  (splitting: boolean): Bundler =>
  async (module, conditions) => {
    const { metafile, outputFiles } = await buildByEsbuild({
      absWorkingDir: root,
      entryPoints: [module],
      outdir: 'never-written',
      write: false,
      bundle: true,
      minify: true,
      splitting,
      format: 'esm',
      metafile: true,
      // the manual sets none, and esbuild adds `module` then
      ...(splitting
        ? { conditions: ['production', ...conditions] }
        : conditions.length > 0 && { conditions: [...conditions] }),
      tsconfigRaw: {},
      legalComments: 'none',
    });
    const texts = new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
    return readChunks(
      Object.entries(metafile.outputs).map(([path, { imports, entryPoint }]) => ({
        type: 'chunk',
        fileName: basename(path),
        code: texts.get(basename(path))!,
        imports: imports.filter(({ kind }) => kind === 'import-statement').map((one) => basename(one.path)),
        // What is imported lazily is an entry point too.
        isEntry: entryPoint !== undefined && join(root, entryPoint) === module,
      })),
    );
  };

const bundlers: Readonly<Record<string, Bundler>> = {
  Vite: byVite,
  webpack: byWebpack,
  Rollup: byRollup,
  esbuild: byEsbuild(true),
  'esbuild, one file': byEsbuild(false),
};
const entries = ['define/passkey-field', 'define/sign-in'];

const kilobytes = (texts: readonly string[]): string =>
  (texts.reduce((sum, text) => sum + brotliCompressSync(text).length, 0) / 1000).toFixed(1);

function describe({ scripts, first }: Build): string[] {
  const loaded = [...first].map((name) => scripts.get(name)!);
  return [`${scripts.size}`, `${loaded.length}`, kilobytes(loaded), kilobytes([...scripts.values()])];
}

const unknown = argv.slice(2).find((word) => word !== '--write');
if (unknown) {
  console.error(`${unknown} is not an option of npm run builds: there is --write.`);
  exit(2);
}
await installDependencies({ folder: builders, scripts: false });
const rows: string[][] = [];
for (const entry of entries)
  for (const [name, build] of Object.entries(bundlers)) {
    const module = join(root, 'dist', `${entry}.js`);
    const all = describe(await build(module, []));
    const [files, , , total] = describe(await build(module, [ownLanguages]));
    rows.push([`\`latchkey/${entry}\``, name, ...all, files!, total!]);
  }
const table = [
  [
    'import',
    'bundler',
    'files',
    'loaded at first',
    'of these, kB',
    'all, kB',
    `files with \`${ownLanguages}\``,
    'all, kB',
  ],
  Array.from({ length: 8 }, () => '-'),
  ...rows,
]
  .map((cells) => `| ${cells.join(' | ')} |`)
  .join('\n');
const path = join(root, page);
const options = { ...(await resolveConfig(path)), parser: 'markdown' };
console.log(await format(table, options));
if (argv.includes('--write')) {
  const text = await readFile(path, 'utf8');
  const block = /<!-- builds -->[^]*<!-- end of builds -->/;
  if (!block.test(text)) throw new Error(`${page} has no place for the table.`);
  const written = text.replace(block, () => `<!-- builds -->\n\n${table}\n\n<!-- end of builds -->`);
  await writeFile(path, await format(written, options));
}
