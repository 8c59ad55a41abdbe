import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bundleTests } from '../../scripts/bundle-tests.mjs';
import { run } from '../../scripts/run.mjs';
import { runInWorkers, type FileOutcome } from '../../scripts/test-workers.mjs';

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
