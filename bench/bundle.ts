import { build } from 'esbuild';
import { root } from '../scripts/run.mjs';

/**
 * Bundles a module as an application's production build does, and marks the moment at which its evaluation begins:
 * `performance.mark('evaluation')`.
 * `entry` is relative to the package.
 */
export async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: 'never-written',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['browser', 'production'],
    tsconfigRaw: {},
    banner: { js: `performance.mark('evaluation');` },
    logLevel: 'silent',
  });
  return outputFiles[0]!.text;
}
