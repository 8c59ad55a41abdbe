import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'esbuild';
import { createStranger, type Stranger } from '../project/stranger.js';
import { program } from './run-cli.js';
import { png, sound } from './site.js';

describe('the program in the published archive', () => {
  let stranger: Stranger;
  let command: string;
  before(async () => {
    stranger = await createStranger();
    const { bin } = JSON.parse(readFileSync(join(stranger.folder, 'node_modules/latchkey/package.json'), 'utf8')) as {
      bin: { latchkey: string };
    };
    const file = join(stranger.folder, 'node_modules/latchkey', bin.latchkey);
    command = join(stranger.folder, 'node_modules/.bin/latchkey');
    // What npm does with a program when it installs a package.
    await mkdir(join(stranger.folder, 'node_modules/.bin'));
    await chmod(file, 0o755);
    await symlink(file, command);
  });
  after(() => stranger.remove());

  async function run(...parameters: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
    return new Promise((resolve) => {
      execFile(command, parameters, { cwd: stranger.folder, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });
  }

  test('runs as a command and checks a manifest of the project', async () => {
    await stranger.write('public/app.webmanifest', JSON.stringify(sound));
    for (const size of [192, 512]) await writeFile(join(stranger.folder, `public/${size}.png`), png(size));
    const { code, stdout, stderr } = await run('check-manifest', 'public/app.webmanifest', '--strict');
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^public\/app\.webmanifest\n[^]*The app can be installed\. 0 errors, 0 warnings/);
  });

  test('ends with 1 and with 2 as it should', async () => {
    await stranger.write('broken.webmanifest', '{');
    assert.equal((await run('check-manifest', 'broken.webmanifest')).code, 1);
    assert.deepEqual(await run('check-manifest', 'missing.webmanifest'), {
      code: 2,
      stdout: '',
      stderr: 'The file missing.webmanifest does not exist.\n',
    });
  });

  test('is one file that imports nothing but Node', async () => {
    const { metafile } = await build({
      entryPoints: [program],
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      write: false,
      metafile: true,
      logLevel: 'error',
    });
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports.map(({ path }) => path));
    assert.deepEqual(
      [...new Set(imports)].filter((path) => !isBuiltin(path)),
      [],
    );
    assert.equal(Object.keys(metafile.inputs).length, 1);
  });

  test('carries the licenses of what is bundled in it', () => {
    const text = readFileSync(program, 'utf8');
    for (const name of ['parse5', 'entities', 'image-size', 'pngjs', 'tldts', '@jsquash/jpeg', '@jsquash/webp'])
      assert.match(
        text.slice(0, 40_000),
        new RegExp(`\\n${name} \\d+\\.\\d+\\.\\d+\\n[^]+?(MIT|Apache|Redistribution|Permission is hereby granted)`),
        name,
      );
    assert.match(text, /This software is based in part on the work of the Independent JPEG/);
  });
});
