import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { transform } from 'esbuild';
import { shipped } from '../../src/messages/shipped.js';
import { root } from './stranger.js';

const folder = join(root, 'src/messages/languages');

test('each language is at most 9 kB, minified and compressed', async () => {
  const sizes = await Promise.all(
    readdirSync(folder).map(async (file) => {
      const source = readFileSync(join(folder, file), 'utf8');
      const { code } = await transform(source, { loader: 'ts', minify: true, charset: 'utf8' });
      return { file, bytes: brotliCompressSync(code).length };
    }),
  );
  assert.equal(sizes.length, Object.keys(shipped).length);
  assert.deepEqual(
    sizes.filter(({ bytes }) => bytes > 9000),
    [],
  );
});
