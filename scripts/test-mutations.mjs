// `npm run test:mutations [-- word …]`: breaks rules on purpose, one at a time in a copy of the tree, and reports which
// breaks `npm test` notices. With words: those with one of them in their id. `--check` only checks that the list fits
// the sources and the tests.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { argv, chdir, execPath, exit } from 'node:process';
import { pathToFileURL } from 'node:url';
import { installDependencies } from './dependencies.mjs';
import { root, run } from './run.mjs';

const list = 'test/mutations/mutations.json';
const minutes = 60_000;
const words = argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = argv.slice(2).find((word) => word.startsWith('-') && word !== '--check');
if (unknown) end(`${unknown} is not an option of npm run test:mutations. The only one is --check.`);

chdir(root);
/** Each: `{id, rule, file, find, replace, words}`; `words` are what `npm test` gets. */
const all = JSON.parse(readFileSync(list, 'utf8'));
const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.slow.test.ts'))
  .map((file) => `test/${file}`);
const stale = all.flatMap(({ id, file, find, words: chosenTests }) => {
  const count = existsSync(file) ? readFileSync(file, 'utf8').split(find).length - 1 : 0;
  return [
    ...(count === 1 ? [] : [`${id}: ${file} has the text to replace ${count} times, not once:\n  ${find}`]),
    ...chosenTests
      .filter((word) => !tests.some((name) => name.includes(word)))
      .map((word) => `${id}: no test is ${word}`),
  ];
});
if (stale.length > 0) end(`${list} does not fit the sources or the tests.\n${stale.join('\n')}`);
if (argv.includes('--check')) exit(0);
const chosen = all.filter(({ id }) => words.length === 0 || words.some((word) => id.includes(word)));
if (chosen.length === 0) end(`No mutation has ${words.join(' or ')} in its id.`);

await installDependencies().catch(({ message }) => end(message));
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-mutations-'));
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
const copy = join(scratch, 'tree');
copyTree();

const unnoticed = [];
/** What fails without a mutation notices nothing. */
const before = findFailed(await test([...new Set(chosen.flatMap((mutation) => mutation.words))]));
if (before.length > 0) console.log(`Failed without a mutation, so not counted: ${before.join(', ')}`);
const { fingerprintSources, noteBuilt } = await import(pathToFileURL(join(copy, 'scripts/fingerprint.mjs')).href);
for (const [index, { id, rule, file, find, replace, words: chosenTests }] of chosen.entries()) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  // A function, because a text may hold patterns of replacement such as $&.
  const mutated = source.replace(find, () => replace);
  writeFileSync(path, mutated);
  // The chosen tests run the sources themselves, so the build before the mutation serves them.
  noteBuilt(join(copy, 'dist'), fingerprintSources());
  const outcome = await test(chosenTests);
  writeFileSync(path, source);
  const failed = findFailed(outcome).filter((name) => !before.includes(name));
  if (failed.length === 0) unnoticed.push(id);
  console.log(`${index + 1}/${chosen.length} ${failed.length > 0 ? 'noticed  ' : 'UNNOTICED'} ${id}: ${rule}`);
  if (failed.length > 0) console.log(`    by ${failed.join(', ')}`);
  else if (outcome.code !== 0) console.log(outcome.output.trim().replaceAll(/^/gm, '    '));
}
console.log(`\n${chosen.length - unnoticed.length} of ${chosen.length} noticed`);
if (unnoticed.length > 0) console.log(`Unnoticed: ${unnoticed.join(', ')}`);
exit(unnoticed.length + before.length > 0 ? 1 : 0);

/** Copies what Git tracks or would, with the build and the dependencies, which are linked where the file system can. */
function copyTree() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  for (const file of listed.split('\0').filter((name) => name && existsSync(name))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  // Some tests ask Git for the files of the project.
  execFileSync('git', ['init', '--quiet'], { cwd: copy });
  for (const built of ['dist', 'server/dist'])
    if (existsSync(built)) cpSync(built, join(copy, built), { recursive: true });
  try {
    execFileSync('cp', ['-al', 'node_modules', copy], { stdio: 'ignore' });
  } catch {
    cpSync('node_modules', join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  }
}

/** The test files that failed; a run without any that failed for another reason has none. */
function findFailed({ output }) {
  const [, names = ''] = /^Failed: (.*)$/m.exec(output) ?? [];
  return names.split(', ').filter((name) => name.endsWith('.test.ts'));
}

function test(parameters) {
  return run(execPath, [join(copy, 'scripts/test.mjs'), ...parameters], { timeout: 15 * minutes });
}

function end(message) {
  console.error(message);
  exit(2);
}
