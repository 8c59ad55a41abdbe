import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { checkBackend } from '../../src/conformance/index.js';
import { share, sharedCases } from '../support/node/kit-share.js';
import { root } from '../support/node/program.js';
import { starters, withStarter } from './run-starter.js';

/** Cases of what no starter demands: a second factor or a verified address of every account. */
const ofPolicies = /^(second-factor-(set-up|kept)|address-)/;

describe('the starter', () => {
  for (const starter of Object.values(starters))
    test(`${starter.name} follows every rule of its endpoints`, { skip: starter.skip ?? false }, async () => {
      await withStarter(starter, async (origin) => {
        // with hono it is the reference server, which is checked with all cases elsewhere
        const isReference = starter === starters.hono;
        const only = isReference ? { only: sharedCases() } : {};
        const { results } = await checkBackend({ url: origin + starter.path, rate: Infinity, ...only });
        const broken = results.filter(
          ({ id, outcome }) => outcome === 'failed' || (outcome === 'not-checked' && !ofPolicies.test(id)),
        );
        assert.deepEqual(
          broken.map(({ id, reason }) => `${id}: ${reason}`),
          [],
        );
        assert.ok(results.filter(({ outcome }) => outcome === 'passed').length >= 340 / (isReference ? share : 1));
      });
    });

  test('for Node installs the database that it was tested with', () => {
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, never>;
    assert.equal(
      read('examples/backends/node/package.json')['dependencies']!['libsql'],
      read('package-lock.json')['packages']!['node_modules/libsql']!['version'],
    );
  });
});
