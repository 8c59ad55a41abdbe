import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { transform } from 'esbuild';
import { root } from './stranger.js';

const folder = join(root, 'src/messages');

test('each translation of a group of sentences is at most 1.2 kB, minified and compressed', async () => {
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = languages.flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`));
  const sizes = await Promise.all(
    files.map(async (file) => {
      const source = readFileSync(join(folder, file), 'utf8');
      const { code } = await transform(source, { loader: 'ts', minify: true, charset: 'utf8' });
      return { file, bytes: brotliCompressSync(code).length };
    }),
  );
  assert.ok(sizes.length > 150, `only ${sizes.length} files were found`);
  assert.deepEqual(
    sizes.filter(({ bytes }) => bytes > 1200),
    [],
  );
});
