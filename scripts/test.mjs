// `npm test [-- word …] [--all] [--soak] [--shuffle]`: runs everything that a change can break, on a machine with Node,
// npm and git. With words: only checks and files with one of them in their name or path.
import './require-node.mjs';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { argv, chdir, env, exit, stdout } from 'node:process';
import { bundleTests } from './bundle-tests.mjs';
import { installDependencies } from './dependencies.mjs';
import { provideChromium } from './provide-chromium.mjs';
import { componentFolders } from '../test/support/runner/component-folders.mjs';
import { writeFontConfiguration } from '../test/support/runner/fonts.mjs';
import { engines, testsFor } from '../test/support/runner/engines.mjs';
import { startPostgres } from './postgres-for-tests.mjs';
import { root, run } from './run.mjs';
import { runInWorkers } from './test-workers.mjs';

const minutes = 60_000;
const options = argv.slice(2).filter((word) => word.startsWith('-'));
const words = argv.slice(2).filter((word) => !word.startsWith('-'));
const soak = options.includes('--soak');
/** Test files that are slow by nature end in `.slow.test.ts`. */
const withSlow = soak || options.includes('--all');
// set on some machines, where npm would then install no development dependencies, and bundlers bundle other builds
delete env.NODE_ENV;
/** Each takes minutes: they begin first on a machine that has not run them yet. */
const longest = /check-backend\S*\.slow|project\/site\.slow|frameworks\.slow|attackers-day/;
/** How much the test files do: see `runsEverything` and `scaled` in test/support/node. */
const environment = { SOAK: soak ? '1' : '0', TEST_ALL: withSlow ? '1' : '0' };
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
/** The files with skipped tests, by the reason. */
const skippedFiles = new Map();
let browserTurn = Promise.resolve();
const costs = [];

/**
 * Each is one program that ends with 0 when all is well; what it prints is shown only when it fails, unless it is
 * `shown`. Those with `needsBuild` run after the build, the others beside it.
 */
const checks = [
  { name: 'build', command: ['node', 'scripts/build.mjs', '--if-needed'] },
  { name: 'contract is up to date', command: ['node', 'scripts/generate-contract.mjs', '--check'] },
  { name: 'types', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'types of the Node side', command: ['tsc', '-p', 'tsconfig.node.json'] },
  { name: 'lint', command: ['oxlint', '--type-aware'] },
  {
    name: 'format',
    command: ['prettier', '--check', '--log-level=warn', '--ignore-unknown', ...listFilesToFormat()],
  },
  { name: 'mutations fit the code', command: ['node', 'scripts/test-mutations.mjs', '--check'] },
  { name: 'floors', command: ['node', 'scripts/check-floors.mjs'] },
  { name: 'the lists of tags are up to date', command: ['node', 'scripts/generate-tags.mjs', '--check'] },
  {
    name: 'custom-elements.json is up to date',
    command: ['node', 'scripts/describe-elements.mjs', '--check'],
    needsBuild: true,
  },
  {
    name: 'the table of tags in docs/elements.md is up to date',
    command: ['node', 'scripts/describe-element-table.mjs', '--check'],
  },
  {
    name: 'the table of docs/languages.md and the sentences of the server are up to date',
    command: ['node', '--import=tsx', 'scripts/describe-languages.ts', '--check'],
  },
  {
    name: 'docs/browser-support.md is up to date',
    command: ['node', '--import=tsx', 'scripts/describe-browser-support.ts', '--check'],
  },
  {
    name: 'size',
    command: ['node', 'scripts/check-size.mjs', '--budgets', ...(withSlow ? ['--exact'] : [])],
    shown: true,
    needsBuild: true,
  },
];

/** Each runs the test files under its folders; the one without folders takes what is under none. */
const suites = [
  {
    name: 'browser',
    folders: componentFolders,
    run: (files) => inTurn(() => runInBrowser(files, 'web-test-runner.config.mjs', otherFonts())),
  },
  ...(withSlow ? Object.keys(engines) : []).map((engine) => ({
    name: engine,
    folders: componentFolders,
    run: (files) => inTurn(() => runInEngine(engine, files)),
  })),
  { name: 'built', folders: ['test/built'], run: (files) => runInBrowser(files, 'web-test-runner.built.config.mjs') },
  { name: 'node', folders: [], run: runInNode },
];

const unknown = options.find((option) => !['--all', '--soak', '--shuffle'].includes(option));
if (unknown) {
  console.error(`${unknown} is not an option of npm test. The options are --all, --soak and --shuffle.`);
  exit(2);
}

chdir(root);
const started = performance.now();
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-test-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
const costsFile = join(root, 'node_modules/.cache/latchkey/test-costs.json');

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
const [build, ...otherChecks] = checks;
const chosenChecks = otherChecks.filter(({ name }) => isChosen(name));
const needsBuild = isChosen(build.name) || chosenSuites.length > 0 || chosenChecks.some((check) => check.needsBuild);
const built = needsBuild ? runCheck(build) : undefined;
const early = runChecks(chosenChecks.filter((check) => !check.needsBuild));
await built;
const running = [early.then(() => runChecks(chosenChecks.filter((check) => check.needsBuild)))];
for (const { name, files, run: runFiles } of chosenSuites)
  running.push(files.length > 0 ? runFiles(files, Promise.all(running)) : countFailure(`${name} has no test file`));
await Promise.all(running);
if (total.passed + total.failed === 0) countFailure(`nothing has ${words.join(' or ')} in its name`);
showCosts();

console.log(`\n${Math.round((performance.now() - started) / 1000)} s`);
showSkipped();
// once more, because a log may keep only the end
for (const { name, details } of failures) if (details) console.log(`\nFAILED ${name}\n${details.trimEnd()}\n`);
if (failures.length > 0) console.log(`Failed: ${failures.map(({ name }) => name).join(', ')}`);
// a pipe takes long output bit by bit, so the process ends when the last line has arrived
stdout.write(`${total.passed} passed, ${total.failed} failed\n`, () => exit(total.failed > 0 ? 1 : 0));

function isChosen(name) {
  return words.length === 0 || words.some((word) => name.includes(word));
}

/** Runs one check after the other, beside the tests. */
async function runChecks(chosen) {
  for (const check of chosen) await runCheck(check);
}

async function runCheck({ name, command: [program, ...parameters], shown }) {
  const begun = performance.now();
  const { code, output } = await run(program, parameters, { timeout: 15 * minutes });
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  if (code !== 0 || shown) console.log(output.trimEnd());
  if (code === 0) total.passed += 1;
  else countFailure(name, output);
  costs.push({ suite: 'checks', name, milliseconds: performance.now() - begun });
}

function chooseFiles({ name, folders }) {
  const claimed = suites.flatMap((suite) => suite.folders);
  const files = folders.length > 0 ? folders.flatMap(listTests) : listTests('test').filter((file) => !isUnder(file));
  const chosen = isChosen(name) ? files : files.filter(isChosen);
  return order(chosen.filter((file) => withSlow || !file.includes('.slow.test.')));

  function isUnder(file) {
    return claimed.some((folder) => file.startsWith(`${folder}/`));
  }
}

/**
 * Runs test files in workers, because many take less time than starting a process. When the other suites are over, one
 * more worker takes their processor time.
 */
async function runInNode(files, otherSuites) {
  const tests = await bundleTests(files).catch(() => undefined); // esbuild has said what it cannot read, and where
  if (!tests) return countFailure('the tests of Node could not be bundled');
  const postgres = await startPostgres();
  await runInWorkers(
    files.map((name, index) => ({ name, file: tests.files[index] })),
    {
      program: tests.worker,
      // many files wait for a browser or a program that starts; slow ones keep the processor busy
      count: availableParallelism() + (withSlow ? 0 : 1),
      idle: otherSuites,
      // against tests that hang; a busy machine may be many times slower than a quiet one
      timeout: (soak ? 240 : withSlow ? 20 : 15) * minutes,
      environment: { ...environment, TEST_WORKER: '1', ...(postgres.url && { TEST_POSTGRES: postgres.url }) },
      onFile: (outcome) => countFile('node', outcome),
    },
  );
  postgres.end();
  tests.remove();
}

/** A full run has other default fonts than `npm test`, where the machine has them. */
function otherFonts() {
  return withSlow && !soak ? { FONTCONFIG_FILE: writeFontConfiguration(scratch, 'DejaVu') } : {};
}

/** The component tests in one browser after the other. */
function inTurn(work) {
  return (browserTurn = browserTurn.then(work));
}

/**
 * Runs the component tests that another engine can run, if this machine has it. A full run takes there what `npm test` takes
 * in Chromium.
 */
async function runInEngine(engine, files) {
  const { isHere, name } = engines[engine];
  const chosen = testsFor(engine, files).filter((file) => !file.includes('.slow.test.'));
  if (!isHere()) noteSkipped(`${name} is not on this machine.`, `the component tests in ${name}`);
  else if (chosen.length > 0)
    await runInBrowser(
      chosen,
      'web-test-runner.engines.config.mjs',
      { ENGINE: engine, ...(!soak && { TEST_ALL: '0' }) },
      name,
    );
}

async function runInBrowser(files, config, more = {}, suite = 'browser') {
  const countsFile = join(scratch, `${suite}-${config}.json`);
  const { code, output } = await run('wtr', ['--config', config, '--files', ...files], {
    timeout: (soak ? 600 : 30) * minutes,
    environment: { ...environment, ...more, TEST_COUNTS_FILE: countsFile },
  });
  const outcomes = readOutcomes(countsFile);
  for (const { name, ...outcome } of outcomes)
    countFile(suite, { ...outcome, name: suite === 'browser' ? name : `${name}, in ${suite}` });
  const failed = outcomes.some(({ counts }) => counts.failed > 0);
  // else the outcomes say it, without the log of the server
  if (code !== 0 && !failed) console.log(output.trim());
  if (outcomes.length === 0) countFailure(`${config} ran no test`);
  else if (code !== 0 && !failed) countFailure(`${config} ended with code ${code}`);
}

/** What the reporter wrote; nothing if the run died before its end. */
function readOutcomes(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

function countFile(
  suite,
  { name, counts, failures: failed = [], skips = [], output = '', milliseconds, processorMilliseconds },
) {
  for (const kind of Object.keys(total)) total[kind] += counts[kind];
  const seconds = (milliseconds / 1000).toFixed(1).padStart(6);
  console.log(`${counts.failed > 0 ? 'FAILED' : 'ok    '} ${String(counts.passed).padStart(4)} ${seconds} s  ${name}`);
  for (const reason of skips) noteSkipped(reason, name);
  const details = failed.map(({ title, error }) => `\n  ✖ ${title}\n${error.replaceAll(/^/gm, '    ')}\n`).join('');
  if (details) console.log(details);
  if ((failed.length > 0 || soak) && output.trim()) console.log(output.trim().replaceAll(/^/gm, '    | '));
  if (counts.failed > 0) failures.push({ name, details });
  costs.push({ suite, name, milliseconds, processorMilliseconds });
}

/**
 * What a change can have put out of format: the files that are not committed, and those of the last 30 commits. A full run
 * reads every file, and so does one without the history.
 */
function listFilesToFormat() {
  if (withSlow) return ['.'];
  const git = (...parameters) =>
    execFileSync('git', parameters, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\0');
  try {
    const changed = [
      ...git('ls-files', '-z', '--modified', '--others', '--exclude-standard'),
      ...git('log', '-z', '-30', '--name-only', '--format=', '--no-renames'),
    ];
    const files = [...new Set(changed)].filter((file) => file && existsSync(join(root, file)));
    return files.length > 0 ? files : ['.'];
  } catch {
    return ['.'];
  }
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

/**
 * Puts what took longest last time first, so that no long file is left for the end; at random with `--shuffle`. On a machine
 * without a last time, what is slow by nature comes first.
 */
function order(files) {
  const last = new Map(readOutcomes(costsFile).map(({ name, milliseconds }) => [name, milliseconds]));
  const guess = (file) =>
    (longest.test(file) ? 5 * minutes : file.includes('.slow.test.') ? 2 * minutes : 1000) + statSync(file).size / 1000;
  const rank = options.includes('--shuffle') ? () => Math.random() : (file) => -(last.get(file) ?? guess(file));
  return files
    .map((file) => [rank(file), file])
    .sort(([one], [other]) => one - other)
    .map(([, file]) => file);
}

/** Prints what each suite and the longest files took, and keeps it for the order of the next run. */
function showCosts() {
  const longest = costs.toSorted((one, other) => other.milliseconds - one.milliseconds);
  console.log('\nLongest:');
  for (const { name, milliseconds, processorMilliseconds: processor } of longest.slice(0, 12)) {
    const busy = processor === undefined ? '' : ` (${(processor / 1000).toFixed(1)} s of processor time in Node)`;
    console.log(`${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${name}${busy}`);
  }
  if (words.length > 0) return;
  mkdirSync(dirname(costsFile), { recursive: true });
  writeFileSync(costsFile, JSON.stringify(costs, null, 1));
}

function noteSkipped(reason, name) {
  console.log(`       skipped: ${reason}`);
  skippedFiles.set(reason, [...(skippedFiles.get(reason) ?? []), name]);
}

/** Prints what this run did not prove, and why. */
function showSkipped() {
  if (skippedFiles.size > 0) console.log(`\nSkipped (${total.skipped} tests):`);
  for (const [reason, names] of skippedFiles) console.log(`  ${reason}\n    ${names.join('\n    ')}`);
}

function countFailure(name, details = '') {
  total.failed += 1;
  failures.push({ name, details });
}
