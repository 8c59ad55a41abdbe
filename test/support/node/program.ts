import { rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

let program: Promise<string> | undefined;

async function bundle(): Promise<string> {
  // Below node_modules, so that the packages that stay outside are found from there.
  const folder = join(root, 'node_modules', '.cache', 'latchkey');
  await mkdir(folder, { recursive: true });
  const outfile = join(folder, `server-${process.pid}.mjs`);
  await build({
    entryPoints: [join(root, 'demo/server/main.ts')], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20',
    external: ['libsql', 'pg'], sourcemap: 'inline', logLevel: 'error',
  });
  process.once('exit', () => rmSync(outfile, { force: true }));
  return outfile;
}

/** Bundles the server of this checkout once in a test process, because that starts three times as fast as its sources. */
export function buildProgram(): Promise<string> {
  program ??= bundle();
  return program;
}
