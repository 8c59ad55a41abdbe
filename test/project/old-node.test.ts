import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { transform } from 'esbuild';
import description from '../../package.json' with { type: 'json' };
import serverDescription from '../../server/package.json' with { type: 'json' };
import { firstOf } from '../support/node/quick.js';

const root = join(import.meta.dirname, '../..');

/** Runs a built program with `--version` as if it was on another version of Node. */
function runOn(version: string, program: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const lie = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;
  const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(lie)}`, join(root, program), '--version'],
      { env },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

for (const { name, program, failure, engines, version } of [
  { ...description, program: 'dist/cli/main.js', failure: 2 },
  { ...serverDescription, program: 'server/dist/main.js', failure: 1 },
])
  describe(`${name} on a Node`, { concurrency: true }, () => {
    test('that its package does not support says which it needs, and ends with an error', async () => {
      assert.equal(engines.node, '^20.19.0 || ^22.12.0 || >=24.0.0');
      const olds = ['12.22.12', '20.18.3', '18.20.8', '20.9.0', '21.7.3', '22.11.0', '23.11.0'];
      for (const old of firstOf(2, olds))
        assert.deepEqual(await runOn(old, program), {
          code: failure,
          stdout: '',
          stderr: `${name} needs Node 20.19, 22.12, 24 or newer, and this is Node ${old}.\n`,
        });
    });

    test('that its package supports runs', async () => {
      const versions = ['20.19.0', '20.20.2', '22.12.0', '24.0.0', '25.1.0'];
      for (const supported of firstOf(1, versions))
        assert.deepEqual(await runOn(supported, program), { code: 0, stdout: `${version}\n`, stderr: '' });
    });

    test('as old as 12 can read what checks it: that imports nothing else at once', async () => {
      const check = async (file: string): Promise<void> => {
        const source = readFileSync(join(root, file), 'utf8');
        const [asItIs, forOld] = await Promise.all(
          ['esnext', 'node12.20'].map((target) => transform(source, { target, format: 'esm' })),
        );
        assert.equal(asItIs!.code, forOld!.code);
        for (const [, imported = ''] of source.matchAll(/\bimport\b[^("']*["']([^"']+)["']/g)) {
          if (imported.startsWith('node:')) continue;
          // the description of the package, as a module
          assert.equal(imported, './package.js');
          await check(join(dirname(file), imported));
        }
      };
      await check(program);
    });
  });
