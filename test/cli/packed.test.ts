import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import encode, { init } from '@jsquash/webp/encode.js';
import { build } from 'esbuild';
import { createStranger, type Stranger } from '../project/stranger.js';
import { jpeg } from './jpeg.js';
import { program } from './run-cli.js';
import { png, sound } from './site.js';

const webpEncoder = createRequire(import.meta.url).resolve('@jsquash/webp/codec/enc/webp_enc.wasm');

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

  test('decodes the icons that it checks, whatever their type', async () => {
    await stranger.write(
      'icons/app.webmanifest',
      JSON.stringify({
        ...sound,
        icons: ['png', 'jpeg', 'webp'].map((type) => ({ src: type, sizes: '192x192', type: `image/${type}` })),
      }),
    );
    const pixels = { data: new Uint8ClampedArray(192 * 192 * 4).fill(200), width: 192, height: 192 };
    await init({ wasmBinary: readFileSync(webpEncoder).buffer });
    const webp = Buffer.from(await encode({ ...pixels, colorSpace: 'srgb' }));
    for (const [name, icon] of Object.entries({ png: png(192), jpeg: await jpeg(192), webp })) {
      await writeFile(join(stranger.folder, 'icons', name), icon);
      const { stdout } = await run('check-manifest', 'icons/app.webmanifest');
      assert.doesNotMatch(stdout, new RegExp(`/${name}: It is damaged`), name);
      // half of it, which no header tells
      await writeFile(join(stranger.folder, 'icons', name), icon.subarray(0, icon.length / 2));
      assert.match(
        (await run('check-manifest', 'icons/app.webmanifest')).stdout,
        new RegExp(`/${name}: It is damaged`),
      );
    }
  });

  test('needs no package, and has of its own no more at the start than its help', async () => {
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
      [...new Set(imports)].filter((path) => !isBuiltin(path) && !path.startsWith('dist/')),
      [],
    );
    const [main] = Object.entries(metafile.inputs).find(([path]) => path.endsWith('dist/cli/main.js'))!;
    // what checks the version of Node, and what it imports then
    const [begun] = Object.keys(metafile.inputs).filter((path) => path.endsWith('dist/cli/run.js'));
    const first = new Set([main, begun!]);
    for (const path of first)
      for (const { kind, path: imported } of metafile.inputs[path]!.imports)
        if (kind === 'import-statement' && metafile.inputs[imported]) first.add(imported);
    const bytes = [...first].reduce((sum, path) => sum + metafile.inputs[path]!.bytes, 0);
    assert.ok(bytes < 20_000, `${bytes} bytes of ${[...first].join(' ')}`);
  });

  test('carries the licenses of what is bundled in it', () => {
    const folder = join(stranger.folder, 'node_modules/latchkey/dist');
    const texts = ['cli', 'shared'].flatMap((name) =>
      readdirSync(join(folder, name)).map((file) => readFileSync(join(folder, name, file), 'utf8')),
    );
    for (const name of ['parse5', 'entities', 'image-size', 'pngjs', 'tldts', '@jsquash/jpeg', '@jsquash/webp']) {
      const notice = new RegExp(
        `^/\\*!\n${name} \\d+\\.\\d+\\.\\d+\n[^]+?(MIT|Apache|Redistribution|Permission is hereby granted)`,
        'm',
      );
      assert.equal(texts.filter((text) => notice.test(text.slice(0, 40_000))).length, 1, name);
    }
    assert.ok(
      texts.some((text) => text.includes('This software is based in part on the work of the Independent JPEG')),
    );
  });
});
