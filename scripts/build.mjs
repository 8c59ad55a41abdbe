// Builds everything: into dist the package, the single file for a script tag, the demo pages with what they need for
// development, and the site; into server/dist the reference server. What is up to date is left alone with `--if-needed`.
import './require-node.mjs';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { argv, env, execPath } from 'node:process';
import { generateJetBrainsWebTypes } from 'custom-element-jet-brains-integration';
import { generateVsCodeCustomElementData } from 'custom-element-vs-code-integration';
import { exclusively } from './exclusive.mjs';
import { fingerprintSources, isBuilt, isSiteBuilt, noteBuilt } from './fingerprint.mjs';
import { listExports } from './public-modules.mjs';
import { root, run } from './run.mjs';

const next = `${root}dist.next`;
const nextServer = `${root}server/dist.next`;

await exclusively(async () => {
  if (!(argv.includes('--if-needed') && isBuilt())) await buildPackage();
  if (!process.exitCode && !isSiteBuilt()) await buildSite();
});

async function buildPackage() {
  const start = performance.now();
  const fingerprint = fingerprintSources();
  for (const folder of [next, nextServer]) rmSync(folder, { recursive: true, force: true });

  const declarations = [
    run('tsc', ['-p', 'tsconfig.build.json', '--outDir', next]),
    run('tsc', ['-p', 'tsconfig.server.json', '--outDir', `${nextServer}/types`]),
  ];
  env.NODE_ENV = 'production'; // else Lit's development build would end up in the single file
  for (const mode of ['cdn', 'cdn-backends', 'cdn-single']) await buildInto(`${next}/cdn`, 'vite.config.ts', mode);
  await buildInto(next, 'vite.config.ts');
  await buildInto(`${next}/worker`, 'vite.config.ts', 'worker');
  await buildInto(`${next}/demo`, 'vite.demo.config.ts');
  await buildInto(`${next}/demo`, 'vite.demo.config.ts', 'worker');
  await buildInto(`${next}/development`, 'vite.server.config.ts', 'development');
  await buildInto(`${next}/development/pages`, 'vite.demo.config.ts', 'tests');
  await buildInto(nextServer, 'vite.server.config.ts');
  chmodSync(`${nextServer}/main.js`, 0o755); // as npm does where it installs a program
  for (const folder of [next, `${next}/cdn`]) copyFileSync(`${root}src/styles.css`, `${folder}/styles.css`);
  // so that TypeScript 6, which resolves imports for side effects too, accepts import 'latchkey/styles.css'
  writeFileSync(`${next}/styles.css.d.ts`, 'export {};\n');
  // jsDelivr sends it at the address of the package, where relative imports would lead to other packages
  const tags = '`${import.meta.url.replace(/\\/(?:dist\\/[^/]*)?$/, "")}/dist/cdn/latchkey.js`';
  writeFileSync(`${next}/jsdelivr.js`, `await import(${tags});\n`);
  writeIntegrity(`${next}/cdn/`);
  describeForTools(next);

  const failed = (await Promise.all(declarations)).filter(({ code }) => code !== 0);
  if (failed.length > 0) {
    console.error(failed.map(({ output }) => output).join('\n'));
    process.exitCode = 1;
    return;
  }
  tidyDeclarations(next);
  noteBuilt(next, fingerprint);
  replace(`${root}server/dist`, nextServer);
  replace(`${root}dist`, next);
  console.error('npx latchkey import-map <url of dist/cdn> prints the tags for a page, with the hash of every file.');
  console.error(`Built dist and server/dist in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Deletes the declarations in `folder` that no public module leads to, and indents the others by tabs, as the modules are. */
function tidyDeclarations(folder) {
  const kept = new Set();
  const keep = (file) => {
    if (kept.has(file) || !existsSync(file)) return;
    kept.add(file);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/(?:from |import\(|import )["'](\.[^"']+)\.js["']/g))
      keep(join(dirname(file), `${path}.d.ts`));
  };
  for (const [, target] of listExports()) {
    const declared = typeof target === 'string' ? target.replace(/\.js$/, '.d.ts') : target.types;
    keep(join(folder, declared.slice('./dist/'.length)));
  }
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.d.ts') && !kept.has(join(folder, name))) rmSync(join(folder, name));
  for (const file of kept)
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(
        /^ {4,}/gm,
        (indent) => '\t'.repeat(indent.length / 4) + ' '.repeat(indent.length % 4),
      ),
    );
}

/** The site, in a process of its own: it is TypeScript. */
async function buildSite() {
  const { code } = await run(execPath, ['--import=tsx', 'scripts/site.ts'], { stdio: ['ignore', 2, 2] });
  if (code !== 0) process.exitCode = 1;
}

async function buildInto(outDir, configuration, mode) {
  const { build } = await import('vite');
  // What one element loads on demand, another may need at once: a bundle with both has it from the beginning.
  const rolldownOptions = { checks: { ineffectiveDynamicImport: false } };
  await build({ configFile: root + configuration, mode, logLevel: 'warn', build: { outDir, rolldownOptions } });
}

/** Replaces the old folder by the finished `folder`, so that no process sees a partial build. */
function replace(place, folder) {
  const old = `${place}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(place)) renameSync(place, old);
  renameSync(folder, place);
  rmSync(old, { recursive: true, force: true });
}

/**
 * Writes what documentation tools read, and what VS Code and the editors of JetBrains read to complete and explain the tags, from
 * custom-elements.json. All of it is for programs, and so without indentation.
 */
function describeForTools(folder) {
  const manifest = JSON.parse(readFileSync(`${root}custom-elements.json`, 'utf8'));
  writeFileSync(
    `${folder}/custom-elements.json`,
    JSON.stringify(manifest, (key, value) => {
      // Members are public unless they say otherwise.
      if (key === 'inheritedFrom' || (key === 'privacy' && value === 'public')) return undefined;
      // A property that has an attribute is described there.
      return value?.kind === 'field' && value.attribute ? { ...value, description: undefined } : value;
    }),
  );
  // an attribute is text, whatever else its property takes: the arrays and the empty text would be offered as values
  for (const { declarations } of manifest.modules)
    for (const { attributes = [] } of declarations)
      for (const { type } of attributes)
        if (type) type.text = type.text.replace(/ \| readonly (\w+|\([^)]*\))\[\]/, '').replace(/ \| ''/, '');
  const outdir = `${folder}/editors`;
  const options = { outdir, hideLogs: true, hideMethodDocs: true, hideCssPropertiesDocs: true, hideCssPartsDocs: true };
  const { log } = console;
  console.log = () => {}; // both report each file that they write, whatever their options
  generateVsCodeCustomElementData(manifest, options);
  // slots and events have entries of their own there
  generateJetBrainsWebTypes(manifest, { ...options, hideSlotDocs: true, hideEventDocs: true, packageJson: false });
  console.log = log;
  for (const file of readdirSync(outdir)) {
    const data = JSON.parse(readFileSync(`${outdir}/${file}`, 'utf8'));
    // a property that has an attribute is described there
    for (const { attributes, js } of data.contributions?.html.elements ?? [])
      for (const property of js.properties)
        if (attributes.some(({ description }) => description === property.description)) delete property.description;
    writeFileSync(
      `${outdir}/${file}`,
      JSON.stringify(data, (_key, value) => (Array.isArray(value) ? withoutRepetitions(value) : value)),
    );
  }
}

/** The members of a list, each once: a custom property of all tags is listed once for each. */
function withoutRepetitions(list) {
  return [...new Map(list.map((member) => [JSON.stringify(member), member])).values()];
}

/** Writes `integrity.json`: for each script and style sheet in `folder` the value for the `integrity` attribute. */
function writeIntegrity(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((file) => /\.(js|css)$/.test(file));
  const hashes = files.sort().map((file) => [
    file,
    `sha384-${createHash('sha384')
      .update(readFileSync(folder + file))
      .digest('base64')}`,
  ]);
  writeFileSync(`${folder}integrity.json`, `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
}
