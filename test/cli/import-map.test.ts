import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { latchkey } from './run-cli.js';

const hashes = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/cdn/integrity.json'), 'utf8')) as Record<
  string,
  string
>;

/** The hashes in the printed import map, and the printed script tag. */
function read(printed: string): { integrity: Record<string, string>; script: string } {
  const [, map, script] = /^<script type="importmap">\n([^]*)\n<\/script>\n(<script [^\n]*<\/script>)\n$/.exec(
    printed,
  )!;
  return { ...(JSON.parse(map!) as { integrity: Record<string, string> }), script: script! };
}

describe('latchkey import-map', { concurrency: true }, () => {
  test('prints the script tag, and the hash of every file that the script loads', async () => {
    const { code, stdout, stderr } = await latchkey(['import-map', 'https://cdn.example.com/cdn/']);
    assert.deepEqual([code, stderr], [0, '']);
    const { integrity, script } = read(stdout);
    const src = 'https://cdn.example.com/cdn/latchkey.js';
    assert.equal(
      script,
      `<script type="module" src="${src}" integrity="${hashes['latchkey.js']}" crossorigin="anonymous"></script>`,
    );
    const files = Object.keys(integrity).map((url) => url.slice('https://cdn.example.com/cdn/'.length));
    for (const file of files) assert.equal(integrity[`https://cdn.example.com/cdn/${file}`], hashes[file], file);
    const imported = ['latchkey.js', ...files].flatMap((file) =>
      Array.from(
        readFileSync(join(import.meta.dirname, '../../dist/cdn', file), 'utf8').matchAll(
          /["'`]\.\/([\w.-]+\.js)["'`]/g,
        ),
        ([, name]) => name!,
      ),
    );
    assert.ok(new Set(imported).size > 10);
    assert.deepEqual(
      imported.filter((file) => !files.includes(file)),
      [],
    );
  });

  test('prints one file for the single file, and others for autoload', async () => {
    const single = read((await latchkey(['import-map', '/latchkey', '--entry', 'latchkey.single.js'])).stdout);
    assert.deepEqual(Object.keys(single.integrity), ['/latchkey/latchkey.single.js']);
    const autoload = read((await latchkey(['import-map', '/latchkey', '--entry=autoload.js'])).stdout);
    assert.ok(Object.keys(autoload.integrity).length > 20);
    assert.match(autoload.script, /src="\/latchkey\/autoload\.js"/);
  });

  for (const [parameters, complaint] of [
    [[], /^Name the URL of the folder/],
    [['https://x.example/"><script>'], /^Name the URL of the folder/],
    [['/cdn', '--entry', 'nothing.js'], /^There is no nothing\.js/],
    [['/cdn', '--entry', 'constructor'], /^There is no constructor/],
    [['/cdn', '--sha512'], /--sha512/],
  ] as const)
    test(`refuses ${JSON.stringify(parameters)}`, async () => {
      const { code, stdout, stderr } = await latchkey(['import-map', ...parameters]);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, complaint);
      assert.match(stderr, /See latchkey import-map --help/);
    });
});
