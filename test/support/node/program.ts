import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

const programs = new Map<string, Promise<string>>();

async function bundle(source: string, tree: string): Promise<string> {
  // Below node_modules, so that the packages that stay outside are found from there.
  const folder = join(root, 'node_modules', '.cache', 'latchkey');
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `${basename(tree)}-${source.replaceAll('/', '-')}-${process.pid}.mjs`);
  await build({
    entryPoints: [join(tree, source)],
    nodePaths: [join(root, 'node_modules')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['libsql', 'pg', 'prom-client'],
    sourcemap: 'inline',
    logLevel: 'error',
  });
  process.once('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}

/**
 * Bundles the server of this checkout, or another program of it, once in a test process, because that starts three
 * times as fast as its sources. `tree` is the folder of another version.
 */
export function buildProgram(source = 'server/src/main.ts', tree = root): Promise<string> {
  const key = join(tree, source);
  const program = programs.get(key) ?? bundle(source, tree);
  programs.set(key, program);
  return program;
}
