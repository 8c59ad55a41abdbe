import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';
import { bundleTests } from '../../scripts/bundle-tests.mjs';
import { run } from '../../scripts/run.mjs';
import { runInWorkers, type FileOutcome } from '../../scripts/test-workers.mjs';
import { countsReporter } from '../support/runner/browser-counts.mjs';

const fixtures = 'test/project/fixtures';

/** Runs a test file of the fixtures as `npm test` does, and says how it went. */
async function runNodeTests(file: string): Promise<FileOutcome> {
  const name = `${fixtures}/counting/${file}`;
  const { files, worker, remove } = await bundleTests([name]);
  const outcomes: FileOutcome[] = [];
  await runInWorkers([{ name, file: files[0]! }], {
    program: worker,
    count: 1,
    timeout: 60_000,
    environment: {},
    onFile: (outcome) => outcomes.push(outcome),
  });
  remove();
  assert.equal(outcomes.length, 1);
  return outcomes[0]!;
}

test('a run prints its last line, however much it has printed before', async () => {
  const words = ['x', 'y', 'z'].map((letter) => letter.repeat(100_000)); // more than a pipe holds
  const { code, output } = await run(process.execPath, ['scripts/test.mjs', ...words]);
  assert.equal(output.trimEnd().split('\n').at(-1), '0 passed, 1 failed');
  assert.equal(code, 1);
});

describe('the count of a run in Node', () => {
  test('tells passed, failed and skipped tests apart and leaves suites out', async () => {
    assert.deepEqual((await runNodeTests('mixed.test.mjs')).counts, { passed: 2, failed: 1, skipped: 1 });
  });

  test('says why tests were skipped', async () => {
    assert.deepEqual((await runNodeTests('mixed.test.mjs')).skips, ['there is nothing to test']);
  });

  test('names what failed, with the error', async () => {
    const [failure, ...others] = (await runNodeTests('mixed.test.mjs')).failures;
    assert.deepEqual(others, []);
    assert.equal(failure!.title, 'fails');
    assert.match(failure!.error, /Error: as it should\n.*mixed\.test\.mjs/s);
  });

  test('takes a file that cannot be loaded for a failure', async () => {
    assert.deepEqual((await runNodeTests('dies.test.mjs')).counts, { passed: 0, failed: 1, skipped: 0 });
  });

  test('takes a file that ends the process for a failure, and runs the next one', async () => {
    const names = ['exits.test.mjs', 'mixed.test.mjs'].map((file) => `${fixtures}/counting/${file}`);
    const { files, worker, remove } = await bundleTests(names);
    const passed: Record<string, number> = {};
    await runInWorkers(
      names.map((name, index) => ({ name, file: files[index]! })),
      {
        program: worker,
        count: 1,
        timeout: 60_000,
        environment: {},
        onFile: ({ name, counts }) => (passed[name] = counts.passed),
      },
    );
    remove();
    assert.deepEqual(passed, { [names[0]!]: 0, [names[1]!]: 2 });
  });

  test('takes a file that runs no test for a failure', async () => {
    assert.deepEqual((await runNodeTests('runs-nothing.test.mjs')).counts, { passed: 0, failed: 1, skipped: 0 });
  });

  test('takes a hook that fails for a failure', async () => {
    const { counts, failures } = await runNodeTests('hook-fails.test.mjs');
    assert.deepEqual([counts.passed, failures.length > 0], [1, true]);
  });

  test('keeps the hooks of a file to that file', async () => {
    assert.deepEqual((await runNodeTests('hooks.test.mjs')).counts, { passed: 2, failed: 0, skipped: 0 });
  });
});

describe('the count of a run in a browser', () => {
  const passing = { name: 'works', passed: true, skipped: false, duration: 20 };

  /** What the reporter writes about one test file, after a run that left this. */
  function countOf(session: object): FileOutcome {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-counts-'));
    const file = join(folder, 'counts.json');
    const testFile = resolve('test/elements/one.test.ts');
    countsReporter(file).onTestRunFinished({ sessions: [{ testFile, errors: [], logs: [], ...session }] });
    const [outcome] = JSON.parse(readFileSync(file, 'utf8')) as FileOutcome[];
    rmSync(folder, { recursive: true });
    return outcome!;
  }

  test('names what failed, with the error, its place, and what the page wrote to the console', () => {
    const error = {
      name: 'AssertionError',
      message: 'expected 1 to equal 2',
      expected: '2',
      actual: '1',
      stack: 'at n (node_modules/chai/chai.js:1:2)\n  at <anonymous> (test/elements/one.test.ts:3:4)',
    };
    const tests = [passing, { name: 'counts', passed: false, skipped: false, duration: 5, error }];
    const outcome = countOf({
      passed: false,
      testResults: { tests: [], suites: [{ name: 'a button', tests, suites: [] }] },
      logs: [['clicked', 1]],
    });
    assert.deepEqual(outcome, {
      name: 'test/elements/one.test.ts',
      counts: { passed: 1, failed: 1, skipped: 0 },
      milliseconds: 25,
      failures: [
        {
          title: 'a button › counts',
          error: [
            'AssertionError: expected 1 to equal 2',
            'expected: 2',
            'found: 1',
            '    at <anonymous> (test/elements/one.test.ts:3:4)',
          ].join('\n'),
        },
      ],
      skips: [],
      output: 'clicked 1',
    });
  });

  test('names what was skipped', () => {
    const tests = [passing, { name: 'needs a camera', passed: true, skipped: true, duration: 0 }];
    const { counts, skips } = countOf({ passed: true, testResults: { tests, suites: [] } });
    assert.deepEqual(counts, { passed: 1, failed: 0, skipped: 1 });
    assert.deepEqual(skips, ['needs a camera']);
  });

  test('takes an error outside of the tests for a failure, and says it', () => {
    const { counts, failures, output } = countOf({
      passed: false,
      errors: [{ message: 'Could not import your test module.' }],
      testResults: { tests: [passing], suites: [] },
      request404s: ['/test/elements/not-there.js'],
    });
    assert.equal(output, '404 /test/elements/not-there.js');
    assert.deepEqual(counts, { passed: 1, failed: 1, skipped: 0 });
    assert.deepEqual(failures, [{ title: 'outside of the tests', error: 'Error: Could not import your test module.' }]);
  });

  test('takes a file that ran no test for a failure', () => {
    assert.deepEqual(countOf({ passed: false }).counts, { passed: 0, failed: 1, skipped: 0 });
  });
});
