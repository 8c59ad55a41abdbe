import { basename } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';
import { root } from '../scripts/run.mjs';
import { expectPeers, peersFolder } from './peers.js';

/** What an application's production build does; the same for ours and for the peers. */
const production = {
  absWorkingDir: root,
  outdir: 'never-written',
  write: false,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  conditions: ['browser', 'production'],
  tsconfigRaw: {},
  logLevel: 'silent',
} satisfies BuildOptions;

/**
 * Bundles a module as the files that a page loads: the module itself as `<name>.js`, and one for each module that it
 * imports lazily, so that a page has in its heap only what it loads. Each marks the moment at which its evaluation
 * begins: `performance.mark('evaluation')`. `entry` is relative to the package.
 */
export async function bundle(entry: string, name: string): Promise<Map<string, string>> {
  if (entry.startsWith(`${peersFolder}/`)) await expectPeers();
  const { outputFiles } = await build({
    ...production,
    entryPoints: { [name]: entry },
    chunkNames: `${name}-[hash]`,
    splitting: true,
    banner: { js: `performance.mark('evaluation');` },
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

/** What a page uses: a module, relative to the package, or statements, which look packages up in `folder`. */
export type Usage = { readonly module: string } | { readonly statement: string; readonly folder: string };

/**
 * The size in bytes, compressed with brotli 11, of what a page must load for what it uses. What that imports lazily is
 * not counted.
 */
export async function measureSize(usage: Usage): Promise<number> {
  if ('folder' in usage && usage.folder === peersFolder) await expectPeers();
  const { metafile, outputFiles } = await build({
    ...production,
    ...('module' in usage
      ? { entryPoints: [usage.module] }
      : { stdin: { contents: usage.statement, resolveDir: `${root}${usage.folder}` } }),
    entryNames: 'entry',
    splitting: true,
    metafile: true,
    legalComments: 'none', // they belong in a file beside the bundle
  });
  const contents = new Map(outputFiles.map(({ path, contents: bytes }) => [basename(path), bytes]));
  const chunks = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const loaded = new Set(['entry.js']);
  for (const name of loaded)
    for (const { path, kind } of chunks.get(name)!.imports) if (kind === 'import-statement') loaded.add(basename(path));
  return [...loaded].reduce((sum, name) => sum + compress(contents.get(name)!), 0);
}

function compress(bytes: Uint8Array): number {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
