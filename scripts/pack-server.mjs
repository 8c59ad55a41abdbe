// `npm run pack-server -- <folder>`: writes all that the reference server needs to run into a new folder, at the versions of
// the lock file: the server with the packages that can be part of it, the others, the built pages, and the scripts of
// `latchkey`. Nothing is installed there.
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { argv, exit } from 'node:process';
import { build } from 'vite';
import { root } from './run.mjs';

/** Native code. */
const external = ['libsql'];

/** The folders of a package and of all that it needs, as they are below `node_modules`. */
async function findPackages(names) {
  const found = new Map();
  const visit = async (name, from, isOptional) => {
    const folder = createRequire(join(from, 'package.json'))
      .resolve.paths(name)
      .map((path) => join(path, name))
      .find((path) => existsSync(join(path, 'package.json')));
    if (!folder) {
      if (isOptional) return;
      throw new Error(`The package ${name} is not installed.`);
    }
    if (found.has(folder)) return;
    found.set(folder, name);
    const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
      await readFile(join(folder, 'package.json'), 'utf8'),
    );
    for (const needed of Object.keys(dependencies)) await visit(needed, folder, needed in optionalDependencies);
    for (const needed of Object.keys(optionalDependencies)) await visit(needed, folder, true);
  };
  for (const name of names) await visit(name, root, false);
  return [...found.keys()];
}

const [given] = argv.slice(2);
if (!given || existsSync(given)) {
  console.error(given ? `${given} exists already.` : 'Usage: npm run pack-server -- <a new folder>');
  exit(2);
}
const target = resolve(given);
await mkdir(target, { recursive: true });
await build({
  configFile: join(root, 'vite.server.config.ts'),
  mode: 'packed',
  logLevel: 'warn',
  build: { outDir: target },
});
for (const folder of await findPackages(external))
  await cp(folder, join(target, folder.slice(root.length)), { recursive: true, dereference: true });
const copies = {
  'dist/demo': 'pages',
  'dist/cdn': 'node_modules/latchkey/dist/cdn',
  'package.json': 'node_modules/latchkey/package.json',
};
for (const [from, to] of Object.entries(copies)) await cp(join(root, from), join(target, to), { recursive: true });
await writeFile(join(target, 'package.json'), '{ "type": "module", "private": true }\n');
