// Builds everything into dist: the package, the single file for a script tag, the demo pages and the reference server.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { argv, env } from 'node:process';
import { exclusively } from './exclusive.mjs';
import { fingerprintSources, isBuilt, noteBuilt } from './fingerprint.mjs';
import { root, run } from './run.mjs';

await exclusively(async () => {
  if (argv.includes('--if-needed') && isBuilt()) return;
  const start = performance.now();
  const fingerprint = fingerprintSources();
  rmSync(`${root}dist`, { recursive: true, force: true });

  const declarations = run('tsc', ['-p', 'tsconfig.build.json']);
  env.NODE_ENV = 'production'; // else Lit's development build would end up in the single file
  const { build } = await import('vite');
  const logLevel = 'warn';
  await build({ configFile: `${root}vite.config.ts`, root, logLevel });
  await build({ configFile: `${root}vite.config.ts`, root, logLevel, mode: 'cdn' });
  if (existsSync(`${root}demo/index.html`)) await build({ configFile: `${root}vite.demo.config.ts`, logLevel });
  await build({ configFile: `${root}vite.server.config.ts`, root, logLevel });
  writeIntegrity(`${root}dist/cdn/`);

  const { code, output } = await declarations;
  if (code !== 0) {
    console.error(output);
    process.exitCode = 1;
    return;
  }
  noteBuilt(fingerprint);
  console.error(`Built dist in ${((performance.now() - start) / 1000).toFixed(1)} s`);
});

/** Writes `integrity.json`: for each script in `folder` the value for a script tag's `integrity` attribute. */
function writeIntegrity(folder) {
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const hashes = scripts.sort().map((file) => [file, `sha384-${createHash('sha384').update(readFileSync(folder + file)).digest('base64')}`]);
  writeFileSync(`${folder}integrity.json`, `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
}
