import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { keepSessionSecret } from '../../../server/src/config/session-secret.js';
import { skipWithoutStrace } from '../../support/node/system.js';

describe('the generated secret', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-secret-'));
  });
  after(() => rm(folder, { recursive: true }));

  test('is the same for all processes that begin at once, and leaves no draft', async () => {
    const data = await mkdtemp(join(folder, 'many-'));
    const secrets = await Promise.all(Array.from({ length: 20 }, () => keepSessionSecret(data)));
    assert.equal(new Set(secrets).size, 1);
    assert.match(secrets[0]!, /^[\w-]{43}$/);
    assert.deepEqual(await readdir(data), ['session-secret']);
  });

  test(
    'is on the disk, and so is its name in the folder, before it is used',
    { skip: skipWithoutStrace() },
    async () => {
      const data = await mkdtemp(join(folder, 'traced-'));
      const trace = join(folder, 'trace');
      const module = resolve(import.meta.dirname, '../../../server/src/config/session-secret.ts');
      await promisify(execFile)(
        'strace',
        [
          '-f',
          '-y',
          '-o',
          trace,
          '-e',
          'trace=fsync,fdatasync,link,linkat,unlink,unlinkat',
          process.execPath,
          '--import=tsx',
          '--input-type=module',
          '-e',
          `const { keepSessionSecret } = await import(${JSON.stringify(module)}); await keepSessionSecret(${JSON.stringify(data)});`,
        ],
        { cwd: resolve(import.meta.dirname, '../../..') },
      );
      const steps = (await readFile(trace, 'utf8'))
        .split('\n')
        .filter((line) => line.includes(data))
        .map((line) => /\b(fsync|link|unlink)(?:at)?\(/.exec(line)?.[1] ?? line);
      assert.deepEqual(steps, ['fsync', 'link', 'unlink', 'fsync']);
    },
  );
});
