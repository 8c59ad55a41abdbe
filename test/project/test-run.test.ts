import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from './stranger.js';

const fixtures = 'test/project/fixtures';
let scratch: string;

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'latchkey-counts-'));
});
after(() => rm(scratch, { recursive: true }));

interface Run {
  code: number;
  output: string;
  counts: { passed: number; failed: number; skipped: number };
}

/** Runs a test runner as `npm test` does, and reads what its counting reporter wrote. */
async function runTests(program: string, parameters: string[], countsFile: string): Promise<Run> {
  const environment: NodeJS.ProcessEnv = { ...process.env, TEST_COUNTS_FILE: countsFile };
  delete environment['NODE_TEST_CONTEXT']; // else the inner runner takes itself for a part of this one
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      program,
      parameters,
      { cwd: root, env: environment, timeout: 100_000, killSignal: 'SIGKILL' },
      (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr });
      },
    );
  });
  assert.ok(existsSync(countsFile), `The run did not end:\n${output}`);
  return { code, output, counts: JSON.parse(await readFile(countsFile, 'utf8')) as Run['counts'] };
}

function runNodeTests(file: string): Promise<Run> {
  const countsFile = join(scratch, `${file}.json`);
  const reporter = [
    '--test-reporter=./test/support/runner/node-counts.mjs',
    `--test-reporter-destination=${countsFile}`,
  ];
  return runTests(process.execPath, ['--test', ...reporter, `${fixtures}/counting/${file}`], countsFile);
}

function runBrowserTests(file: string): Promise<Run> {
  return runTests(
    join(root, 'node_modules/.bin/wtr'),
    ['--files', `${fixtures}/policy/${file}`],
    join(scratch, `${file}.json`),
  );
}

describe('the count of a run in Node', () => {
  test('tells passed, failed and skipped tests apart and leaves suites out', async () => {
    assert.deepEqual((await runNodeTests('mixed.test.mjs')).counts, { passed: 2, failed: 1, skipped: 1 });
  });

  test('takes a file that cannot be loaded for a failure', async () => {
    assert.deepEqual((await runNodeTests('dies.test.mjs')).counts, { passed: 0, failed: 1, skipped: 0 });
  });

  test('takes a file that runs no test for a failure', async () => {
    assert.deepEqual((await runNodeTests('runs-nothing.test.mjs')).counts, { passed: 0, failed: 1, skipped: 0 });
  });

  test('takes a hook that fails for a failure', async () => {
    assert.deepEqual((await runNodeTests('hook-fails.test.mjs')).counts, { passed: 1, failed: 1, skipped: 0 });
  });
});

describe('a component test in the browser', () => {
  test('fails when a file of ours breaks the content security policy', async () => {
    const { code, output, counts } = await runBrowserTests('breaks-trusted-types.test.ts');
    assert.equal(code, 1);
    assert.ok(counts.failed > 0);
    assert.match(output, /Content security policy, require-trusted-types-for/);
  });

  test('passes when markup goes through Lit', async () => {
    const { code, output, counts } = await runBrowserTests('keeps-trusted-types.test.ts');
    assert.equal(code, 0, output);
    assert.deepEqual(counts, { passed: 1, failed: 0, skipped: 0 });
  });
});
