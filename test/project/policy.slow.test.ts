import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { run } from '../../scripts/run.mjs';
import type { FileOutcome } from '../../scripts/test-workers.mjs';

const fixtures = 'test/project/fixtures';
let scratch: string;

before(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'latchkey-counts-'));
});
after(() => rm(scratch, { recursive: true }));

/** Runs a component test of the fixtures as `npm test` does. */
async function runBrowserTests(file: string) {
  const countsFile = join(scratch, `${file}.json`);
  const environment = { TEST_COUNTS_FILE: countsFile };
  const { code, output } = await run('wtr', ['--files', `${fixtures}/policy/${file}`], { environment });
  const [outcome] = JSON.parse(await readFile(countsFile, 'utf8')) as FileOutcome[];
  return { code, output, counts: outcome!.counts };
}

describe('a component test in the browser', () => {
  test('fails when a file of ours breaks the content security policy', async () => {
    const { code, output, counts } = await runBrowserTests('breaks-trusted-types.test.ts');
    assert.equal(code, 1);
    assert.ok(counts.failed > 0);
    assert.match(output, /Content security policy, require-trusted-types-for/);
  });

  test('that fails over a node of the page is told, and does not wait for its time limit', async () => {
    const { code, output, counts } = await runBrowserTests('compares-nodes.test.ts');
    assert.equal(code, 1);
    assert.deepEqual(counts, { passed: 0, failed: 1, skipped: 0 });
    assert.match(output, /expected .* to equal null/);
  });

  test('passes when markup goes through Lit', async () => {
    const { code, output, counts } = await runBrowserTests('keeps-trusted-types.test.ts');
    assert.equal(code, 0, output);
    assert.deepEqual(counts, { passed: 1, failed: 0, skipped: 0 });
  });
});
