// Checks the floors of ARCHITECTURE.md on the resolved module graph: what the linter reads in one file's text, this
// sees as the bundler does.
import { readdirSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { argv, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const nothing = /^$/;
const notOfTheBrowser = /^(?!lit(\/|$)|@simplewebauthn\/browser$|idb$)/;

/**
 * Which files of `src` and which packages a file of `src` may load at run time; the first line that fits a file counts.
 */
const floors = [
  { of: /^core\/database(-log)?\.ts$/, files: /^core\//, packages: /^idb$/ },
  { of: /^core\//, files: /^core\//, packages: nothing },
  {
    of: /^features\/passkey\/webauthn\.ts$/,
    files: /^(core|features\/passkey)\//,
    packages: /^@simplewebauthn\/browser$/,
  },
  { of: /^features\/passkey\//, files: /^(core|features\/passkey)\//, packages: nothing },
  { of: /^features\/payment\//, files: /^(core|features\/payment)\//, packages: nothing },
  { of: /^features\/password\//, files: /^(core|features\/password)\//, packages: nothing },
  { of: /^features\/session\//, files: /^(core|features\/session)\//, packages: nothing },
  { of: /^features\/vault\//, files: /^(core|features\/vault)\//, packages: nothing },
  { of: /^features\/offline\/registration\.ts$/, files: /^(core|features\/offline)\//, packages: /^workbox-window$/ },
  { of: /^features\/offline\//, files: /^(core|features\/offline)\//, packages: nothing },
  { of: /^features\/digital-credential\//, files: /^(core|features\/digital-credential)\//, packages: nothing },
  { of: /^features\/fedcm\//, files: /^(core|features\/fedcm)\//, packages: nothing },
  { of: /^features\/oidc\//, files: /^(core|features\/oidc)\//, packages: nothing },
  { of: /^features\/otp\//, files: /^(core|features\/otp)\//, packages: nothing },
  { of: /^features\/install\//, files: /^(core|features\/install)\//, packages: nothing },
  // what brings the manifest toolkit into a page, and nothing else does
  {
    of: /^controllers\/(install-problems|manifest-inspection)\.ts$/,
    files: /^(core|features|controllers|manifest)\//,
    packages: nothing,
  },
  { of: /^controllers\//, files: /^(core|features|controllers)\//, packages: nothing },
  { of: /^elements\//, files: /^(controllers|elements)\/|^events\.ts$/, packages: /^lit(\/|$)/ },
  { of: /^define\//, files: /^(elements|define)\//, packages: nothing },
  { of: /^(index|events)\.ts$/, files: /^(core|features)\/|^events\.ts$/, packages: nothing },
  { of: /^worker\//, files: /^(worker|core\/contract)\//, packages: /^workbox-/ },
  { of: /^manifest\/site\/head\/read-head\.ts$/, files: /^manifest\//, packages: /^parse5$/ },
  { of: /^manifest\//, files: /^manifest\//, packages: nothing },
  { of: /^conformance\//, files: /^conformance\//, packages: notOfTheBrowser },
  { of: /^cli\//, files: /^(cli|manifest|conformance)\//, packages: notOfTheBrowser },
  { of: /^vite\//, files: /^(vite|manifest)\//, packages: notOfTheBrowser },
];

/**
 * Loads every module of `root`/src and answers `{modules, breaches}`: how many modules there are, and one sentence for
 * each import that crosses
 * a boundary. Type imports leave no trace in a bundle; the linter checks those.
 */
export async function checkFloors(root) {
  const sources = readdirSync(resolve(root, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.d.ts'),
  );
  if (sources.length === 0) return { modules: 0, breaches: ['there is no module in src'] };
  const { metafile } = await build({
    absWorkingDir: resolve(root),
    entryPoints: sources.map((file) => `src/${file}`),
    outdir: 'never-written',
    write: false,
    bundle: true,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    packages: 'external',
    logLevel: 'error',
  });
  const inputs = Object.entries(metafile.inputs).map(([path, { imports }]) => ({
    file: relative('src', path),
    imports,
  }));
  return { modules: inputs.length, breaches: inputs.flatMap(({ file, imports }) => findBreaches(file, imports)) };
}

function findBreaches(file, imports) {
  const floor = floors.find(({ of }) => of.test(file));
  if (!floor) return [`src/${file} is on no floor`];
  return imports
    .filter(({ path, external }) => !(external ? floor.packages.test(path) : floor.files.test(relative('src', path))))
    .map(({ path }) => `src/${file} must not import ${path}`);
}

if (argv[1] && import.meta.url === pathToFileURL(argv[1]).href) {
  const { modules, breaches } = await checkFloors('.');
  for (const breach of breaches) console.error(breach);
  console.log(`${modules} modules, ${breaches.length} imports across a boundary`);
  if (breaches.length > 0) exit(1);
}
