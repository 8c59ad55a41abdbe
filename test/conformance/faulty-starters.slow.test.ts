import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checkBackend } from '../../src/conformance/index.js';
import { root } from '../support/node/program.js';
import { faultyStarters } from './faulty-starters.js';
import { starters, withStarter } from './run-starter.js';
import { sampleOf } from '../support/node/quick.js';

const tried = sampleOf(5, faultyStarters);

describe('check-backend names the rule that is broken by a starter which', () => {
  for (const [name, what, rule, file, from, to] of tried) {
    const starter = starters[name];
    test(`${what}: ${starter.name}`, { skip: starter.skip ?? false }, async () => {
      // In the repository, where the packages of the starter are found.
      const cwd = await mkdtemp(join(root, 'dist.tests-starter-'));
      try {
        await cp(starter.cwd, cwd, { recursive: true });
        const source = await readFile(join(cwd, file), 'utf8');
        await writeFile(
          join(cwd, file),
          source.replace(from, () => to),
        );
        await withStarter({ ...starter, cwd }, async (origin) => {
          const { results } = await checkBackend({ url: origin + starter.path, rate: Infinity, only: [rule] });
          const said = results.map(({ id, outcome, reason }) => `${id}: ${outcome} ${reason ?? ''}`).join('\n');
          assert.ok(
            results.some((result) => result.outcome === 'failed' && result.rule === rule),
            said,
          );
        });
      } finally {
        await rm(cwd, { recursive: true });
      }
    });
  }

  test('has any of 120 faults, each of which its code can have', async () => {
    assert.ok(faultyStarters.length >= 120);
    for (const [name, , , file, from] of faultyStarters) {
      const source = await readFile(join(starters[name].cwd, file), 'utf8');
      assert.ok(source.includes(from), `${file} no longer has ${from}`);
    }
    assert.equal(new Set(faultyStarters.map((row) => row.join())).size, faultyStarters.length);
  });
});
