// `npm run release:check`: everything that must hold before a version is published, beyond the tests. With `--write` it
// also writes what changes with a release: NOTICE and api/report.json.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, env, exit } from 'node:process';
import { compareApi, listPublicApi, nextVersion } from './public-api.mjs';
import { root, run } from './run.mjs';

const writes = argv.includes('--write');
const { name, version } = readJson('package.json');
/** Licenses that allow what ours allows. */
const allowed = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0']);
/** How many names of one kind are printed. */
const most = 40;
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-release-'));
let failed = 0;

await check('the tag is the version', () => {
  // Set by GitHub where a tag is what runs the workflow.
  const { GITHUB_REF_TYPE: kind, GITHUB_REF_NAME: tag } = env;
  if (kind === 'tag' && tag !== `v${version}`) throw new Error(`The tag is ${tag}, and package.json has ${version}.`);
  for (const folder of ['server', 'create-latchkey']) {
    const own = readJson(`${folder}/package.json`).version;
    if (own !== version) throw new Error(`package.json has ${version}, and ${folder}/package.json has ${own}.`);
  }
});
await check('types', () => Promise.all([must('tsc', ['-p', '.']), must('tsc', ['-p', 'tsconfig.node.json'])]));
await check('two builds are the same, byte by byte', async () => {
  const buildAll = async () => {
    await must('node', ['scripts/build.mjs']);
    return new Map([...hashFiles('dist'), ...hashFiles('server/dist')]);
  };
  const first = await buildAll();
  const second = await buildAll();
  const different = [...new Set([...first.keys(), ...second.keys()])].filter(
    (file) => first.get(file) !== second.get(file),
  );
  if (different.length > 0) throw new Error(`different: ${different.join(', ')}`);
  return `${first.size} files, sha256 ${hash([...first].join('\n')).slice(0, 16)}…`;
});
await check('publint', async () => {
  for (const folder of ['.', 'server', 'create-latchkey'])
    await must('publint', ['run', folder, '--strict', '--pack', 'npm']);
});
await check('types resolve as the code does', async () => {
  await must('npm', ['pack', '--silent', '--pack-destination', scratch, '.', './server']);
  const entries = ['--exclude-entrypoints', 'contract/openapi.yaml', 'styles.css'];
  const lookAt = (archive, more = []) =>
    must('attw', [join(scratch, archive), '--profile=esm-only', '--no-definitely-typed', ...more]);
  await lookAt(`${name}-${version}.tgz`, entries);
  await lookAt(`latchkey-server-${version}.tgz`);
});
await check('licenses', () => {
  const carried = listCarried();
  const ofServer = listRuntime('server').map(({ name: found, entry: { license } }) => ({ name: found, license }));
  const refused = [...carried, ...ofServer].filter(({ license }) => !allowed.has(license));
  if (refused.length > 0) throw new Error(refused.map((found) => `${found.name} is ${found.license}`).join(', '));
  const notice = writeNotice(carried);
  if (writes) writeFileSync(`${root}NOTICE`, notice);
  else if (!existsSync(`${root}NOTICE`) || readFileSync(`${root}NOTICE`, 'utf8') !== notice)
    throw new Error('NOTICE is out of date: run npm run release:check -- --write');
  return `${carried.length} packages, and ${ofServer.length} of the server`;
});
await check('no package that comes along runs a script when it is installed', () => {
  const scripted = [...listRuntime(), ...listRuntime('server')].filter(({ entry }) => entry.hasInstallScript);
  if (scripted.length > 0) throw new Error(scripted.map((found) => found.name).join(', '));
  const own = ['package.json', 'server/package.json']
    .flatMap((file) => Object.keys(readJson(file).scripts ?? {}))
    .filter((script) => /^(pre|post)?install$|^prepare$/.test(script));
  if (own.length > 0) throw new Error(`package.json has the script ${own.join(', ')}`);
});
await check('software bill of materials', async () => {
  const { code, output } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx', '--loglevel=silent']);
  if (code !== 0) throw new Error(output);
  const bill = JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  // `--omit dev` would leave out what the package and a development dependency both need.
  const wanted = new Set(listRuntime().map((found) => `${found.name}@${found.entry.version}`));
  const kept = new Set([`${name}@${version}`, ...wanted]);
  bill.components = bill.components.filter((component) => wanted.has(component['bom-ref']));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }));
  const listed = new Set(bill.components.map((component) => component['bom-ref']));
  const missing = [...wanted].filter((found) => !listed.has(found));
  if (missing.length > 0) throw new Error(`misses ${missing.join(', ')}`);
  writeFileSync(`${root}dist/sbom.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
  return `${listed.size} components in dist/sbom.cdx.json, CycloneDX ${bill.specVersion}`;
});
await check('public API', async () => {
  const after = { version, api: listPublicApi() };
  if (writes) {
    mkdirSync(`${root}api`, { recursive: true });
    writeFileSync(`${root}api/report.json`, `${JSON.stringify(after, null, 2)}\n`);
  }
  const { code, output } = await run('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*']);
  if (code !== 0) return 'no version was published yet';
  const tag = output.trim();
  const before = JSON.parse(await must('git', ['show', `${tag}:api/report.json`]));
  const { removed, added, changed, level } = compareApi(before.api, after.api);
  list('-', removed);
  list('~', changed);
  list('+', added);
  const differs = removed.length + added.length + changed.length > 0;
  const asked = differs ? nextVersion(before.version, level) : before.version;
  if (compareVersions(version, asked) < 0)
    throw new Error(`${tag}: asks for ${asked} or later; package.json has ${version}`);
  return `${tag}: asks for ${asked} or later`;
});

rmSync(scratch, { recursive: true });
exit(failed > 0 ? 1 : 0);

/** Prints the first of `names`, each behind `sign`. */
function list(sign, names) {
  for (const found of names.slice(0, most)) console.log(`         ${sign} ${found}`);
  if (names.length > most) console.log(`         ${sign} … and ${names.length - most} more`);
}

async function check(title, work) {
  try {
    const said = await work();
    console.log(`ok     ${title}${typeof said === 'string' ? `: ${said}` : ''}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${title}\n${error.message.trim()}`);
  }
}

async function must(program, parameters) {
  const { code, output } = await run(program, parameters);
  if (code !== 0) throw new Error(output);
  return output;
}

function readJson(file) {
  return JSON.parse(readFileSync(root + file, 'utf8'));
}

function hash(data) {
  return createHash('sha256').update(data).digest('hex');
}

function listFiles(folder) {
  return readdirSync(root + folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
    .sort();
}

function hashFiles(folder) {
  return new Map(listFiles(folder).map((file) => [file, hash(readFileSync(root + file))]));
}

/** What an application installs along with the package in `folder`: `''` is our own. */
function listRuntime(folder = '') {
  const { packages } = readJson('package-lock.json');
  const found = new Map();
  const visit = (from, needed) => {
    const path = findPackage(packages, from, needed);
    if (found.has(path)) return;
    const entry = packages[path];
    found.set(path, { name: needed, entry });
    for (const other of Object.keys(entry.dependencies ?? {})) visit(path, other);
  };
  for (const needed of Object.keys(packages[folder].dependencies)) visit(folder, needed);
  return [...found.values()];
}

/** The place of a package in the lock file, as Node finds it from another one. */
function findPackage(packages, from, needed) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder && `${folder}/`}node_modules/${needed}`;
    if (packages[path]) return path;
    if (folder === '') throw new Error(`${from || name} needs ${needed}, which is not in the lock file`);
  }
}

/** What an application installs along, and what is inside files of `dist`, each once. */
function listCarried() {
  const inside = listFiles('dist')
    .filter((file) => file.endsWith('.js') && !/^dist\/(demo|development)\//.test(file))
    .flatMap((file) => [
      ...readFileSync(root + file, 'utf8').matchAll(/^\/\*!(?: @license)?\n((?:@[\w-]+\/)?[\w.-]+) [\d.]+\S*\n/gm),
    ])
    .map(([, found]) => found);
  const names = [...new Set([...inside, ...listRuntime().map((found) => found.name)])].sort();
  return names.map((found) => {
    const { version: own, license } = readJson(`node_modules/${found}/package.json`);
    return { name: found, version: own, license, isInside: inside.includes(found) };
  });
}

function writeNotice(carried) {
  const line = (found) => `- ${found.name} ${found.version} (${found.license})`;
  return `Latchkey is published under the MIT license: see LICENSE.

Files of dist contain code of these packages, with their licenses at the top of each file:

${carried
  .filter((found) => found.isInside)
  .map(line)
  .join('\n')}

These packages are installed along with it, each with its own license:

${carried
  .filter((found) => !found.isInside)
  .map(line)
  .join('\n')}
`;
}

function compareVersions(one, other) {
  const [a, b] = [one, other].map((text) => text.split(/[.+-]/).map(Number));
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
