// `npm test [-- word] [--soak]`: everything that has to hold, on a machine that has Node, npm and git. With a word:
// what has it in its name or path.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, chdir, env, exit } from 'node:process';
import { bundleTests } from './bundle-tests.mjs';
import { installDependencies } from './dependencies.mjs';
import { provideChromium } from './provide-chromium.mjs';
import { startPostgres } from './postgres-for-tests.mjs';
import { root, run } from './run.mjs';

const minutes = 60_000;
const soak = argv.includes('--soak');
const words = argv.slice(2).filter((word) => !word.startsWith('-'));
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

/**
 * Each is one program that ends with 0 when all is well; what it prints is shown only when it fails, unless it is
 * `shown`. They run at once, those that `needBuild` after the build.
 */
const checks = [
  { name: 'contract is up to date', command: ['node', 'scripts/generate-contract.mjs', '--check'] },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the Node side', command: ['tsc', '-p', 'tsconfig.node.json'] },
  { name: 'lint', command: ['oxlint', '--type-aware'] },
  { name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'] },
  { name: 'floors', command: ['node', 'scripts/check-floors.mjs'] },
  {
    name: 'custom-elements.json is up to date',
    command: ['node', 'scripts/describe-elements.mjs', '--check'],
    needsBuild: true,
  },
  {
    name: 'docs/browser-support.md is up to date',
    command: ['node', '--import=tsx', 'scripts/describe-browser-support.ts', '--check'],
    needsBuild: true,
  },
  { name: 'size', command: ['node', 'scripts/check-size.mjs'], shown: true, needsBuild: true },
];
const build = { name: 'build', command: ['node', 'scripts/build.mjs', '--if-needed'] };

/**
 * Each runs the test files under `folders`, one of them those that are under none: those that are `narrow`, which keep
 * less than all processors busy, beside the next one. What such a one prints comes when it is over.
 */
const suites = [
  {
    name: 'browser',
    folders: ['core', 'features', 'controllers', 'elements', 'define', 'support'].map((name) => `test/${name}`),
    run: runInBrowser,
    timeout: 8,
    narrow: true,
  },
  { name: 'node', folders: [], takesTheRest: true, run: runInNode, timeout: 10 },
  { name: 'built', folders: ['test/built'], run: runBuiltInBrowser, timeout: 4, narrow: true },
  { name: 'journeys', folders: ['test/journeys'], run: runInNode, timeout: 8 },
];

const unknown = argv.slice(2).find((word) => word.startsWith('-') && word !== '--soak');
if (unknown) {
  console.error(`${unknown} is no option of npm test: there is only --soak.`);
  exit(2);
}

chdir(root);
const started = performance.now();
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

try {
  await installDependencies();
  env.CHROME_PATH = await provideChromium();
} catch (error) {
  console.error(error.message);
  exit(1);
}

const chosenSuites = suites
  .map((suite) => ({ ...suite, files: chooseFiles(suite) }))
  .filter(({ files }) => files.length > 0 || words.length === 0);
const chosenChecks = checks.filter(({ name }) => isChosen(name));
await Promise.all(chosenChecks.filter(({ needsBuild }) => !needsBuild).map(runCheck));
if (isChosen(build.name) || chosenSuites.length > 0 || chosenChecks.some(({ needsBuild }) => needsBuild))
  await runCheck(build);
await Promise.all(chosenChecks.filter(({ needsBuild }) => needsBuild).map(runCheck));
let narrow;
for (const suite of chosenSuites) {
  if (suite.narrow) narrow = runSuite(suite);
  else await Promise.all([runSuite(suite), narrow]);
}
await narrow;
if (total.passed + total.failed === 0) countFailure(`nothing has ${words.join(' or ')} in its name`);

console.log(`\n${Math.round((performance.now() - started) / 1000)} s`);
if (total.skipped > 0) console.log(`${total.skipped} skipped`);
if (failures.length > 0) console.log(`Failed: ${failures.join(', ')}`);
console.log(`${total.passed} passed, ${total.failed} failed`);
exit(total.failed > 0 ? 1 : 0);

function isChosen(name) {
  return words.length === 0 || words.some((word) => name.includes(word));
}

async function runCheck({ name, command: [program, ...parameters], shown }) {
  const { code, output } = await run(program, parameters, { timeout: 5 * minutes });
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (code !== 0 || shown) console.log(output.trimEnd());
  if (code === 0) total.passed += 1;
  else countFailure(name);
}

function chooseFiles({ name, folders, takesTheRest }) {
  const claimed = suites.flatMap((suite) => suite.folders);
  const files = takesTheRest
    ? listTests('test').filter((file) => !claimed.some((folder) => file.startsWith(`${folder}/`)))
    : folders.flatMap(listTests);
  return isChosen(name) ? files : files.filter(isChosen);
}

async function runSuite({ name, files, run: runFiles, timeout, narrow }) {
  console.log(`\n— ${name}: ${files.length} files —`);
  if (files.length === 0) return countFailure(`${name} has no test file`);

  const countsFile = join(scratch, `${name}.json`);
  const limit = timeout * minutes * (soak ? 60 : 1);
  const { code, output } = await runFiles(files, countsFile, {
    stdio: narrow ? 'pipe' : 'inherit',
    timeout: limit,
    environment: { SOAK: soak ? '1' : '0', TEST_COUNTS_FILE: countsFile },
  });
  if (narrow) console.log(output.trim());
  const counts = readCounts(countsFile);
  for (const kind of Object.keys(total)) total[kind] += counts[kind];
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
  if (counts.failed > 0) failures.push(name);
  else if (code !== 0) countFailure(`${name} ended with code ${code}`);
  else if (counts.passed + counts.skipped === 0) countFailure(`${name} ran no test`);
}

async function runInNode(files, countsFile, { environment, ...options }) {
  const tests = await bundleTests(files).catch(() => undefined); // esbuild has said what it cannot read, and where
  if (!tests) return { code: 1, output: '' };
  const postgres = await startPostgres();
  const reporters = [
    ['spec', 'stdout'],
    ['./test/support/runner/node-counts.mjs', countsFile],
  ];
  const outcome = await run(
    'node',
    [
      '--enable-source-maps',
      '--test',
      `--test-concurrency=${availableParallelism() + 1}`,
      `--test-timeout=${(soak ? 240 : 4) * minutes}`,
      ...reporters.flatMap(([reporter, destination]) => [
        `--test-reporter=${reporter}`,
        `--test-reporter-destination=${destination}`,
      ]),
      ...tests.files,
    ],
    { ...options, environment: { ...environment, ...(postgres.url && { TEST_POSTGRES: postgres.url }) } },
  );
  postgres.end();
  tests.remove();
  return outcome;
}

function runInBrowser(files, _countsFile, options) {
  return run('wtr', ['--files', ...files], options);
}

function runBuiltInBrowser(files, _countsFile, options) {
  return run('wtr', ['--config', 'web-test-runner.built.config.mjs', '--files', ...files], options);
}

function listTests(folder) {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return files
      .filter((file) => /\.test\.(ts|js)$/.test(file) && !/(^|\/)fixtures\//.test(file))
      .map((file) => `${folder}/${file}`)
      .sort();
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

/** What the reporter wrote; a suite that died before its reporter could is one failure. */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function countFailure(reason) {
  total.failed += 1;
  failures.push(reason);
}
