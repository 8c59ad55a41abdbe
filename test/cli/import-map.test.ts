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
          /["'`]\.\/([\w./-]+\.js)["'`]/g,
        ),
        ([, name]) => name!,
      ),
    );
    assert.ok(new Set(imported).size > 10);
    assert.ok(files.length <= 40, `${files.length} files`);
    assert.deepEqual(
      imported.filter((file) => !files.includes(file)),
      [],
    );
  });

  test('prints the single file and those of languages for it, and others for autoload', async () => {
    const single = read((await latchkey(['import-map', '/latchkey', '--entry', 'latchkey.single.js'])).stdout);
    const files = Object.keys(single.integrity).map((url) => url.slice('/latchkey/'.length));
    assert.deepEqual(
      files.filter((file) => !/^languages\/[a-z]{2}(-[A-Z]\w+)?-[\w-]{8}\.js$/.test(file)),
      ['latchkey.single.js'],
    );
    const autoload = read((await latchkey(['import-map', '/latchkey', '--entry=autoload.js'])).stdout);
    assert.ok(Object.keys(autoload.integrity).length <= 40);
    assert.match(autoload.script, /src="\/latchkey\/autoload\.js"/);
    const all = read((await latchkey(['import-map', '/latchkey'])).stdout);
    const filesBeside = (integrity: Record<string, string>) =>
      Object.entries(integrity).filter(([url]) => !/\/(latchkey|autoload)\.js$/.test(url));
    assert.deepEqual(filesBeside(autoload.integrity), filesBeside(all.integrity));
  });

  test('takes an address without a scheme, and a path of the site with or without a slash at its end', async () => {
    for (const [address, src] of [
      ['//cdn.example.com/a', '//cdn.example.com/a/latchkey.js'],
      ['/latchkey//', '/latchkey/latchkey.js'],
      ['/', '/latchkey.js'],
      ['http://localhost:3000/x@1.2', 'http://localhost:3000/x@1.2/latchkey.js'],
      ['/app.example/@scope', '/app.example/@scope/latchkey.js'],
    ])
      assert.ok((await latchkey(['import-map', address!])).stdout.includes(`src="${src}"`), address);
  });

  for (const [parameters, complaint] of [
    [[], /^Name the URL of the folder/],
    [['https://x.example/"><script>'], /is no URL of a folder/],
    [['foo'], /^"foo" is no URL of a folder/],
    [['./latchkey'], /is no URL of a folder/],
    [['javascript:alert(1)'], /is no URL of a folder/],
    [['data:text/javascript,'], /is no URL of a folder/],
    [['https:'], /is no URL of a folder/],
    [['/\\evil.example'], /is no URL of a folder/],
    [['https:///cdn'], /is no URL of a folder/],
    [['///cdn'], /is no URL of a folder/],
    [['/latchkey/?v=1'], /without \? and #/],
    [['/latchkey?'], /without \? and #/],
    [['https://cdn.example/latchkey#'], /without \? and #/],
    [['https://ada:secret@cdn.example/'], /must have no user name and no password/],
    [['//ada@cdn.example/'], /must have no user name and no password/],
    [['https://cdn.example/latchkey.js'], /^"https:\/\/cdn\.example\/latchkey\.js" is a file/],
    [['/latchkey/latchkey.js.map'], /is a file/],
    [['/latchkey/index.ts'], /is a file/],
    [['/cdn', '--entry='], /^--entry needs a value\.\n/],
    [['/cdn', '--entry', '--help'], /^--entry needs a value; write --entry=--help for one that begins with a dash\.\n/],
    [['/cdn', '--entry', 'autoload.js', '--entry=latchkey.js'], /^--entry is given twice\.\n/],
    [['/cdn', '--entyr', 'x'], /Did you mean --entry\?/],
    [['/cdn', '--hepl'], /Did you mean --help\?/],
    [['/latchkey', '/other'], /^Name one URL: \/other is one too many/],
    [['/cdn', '--entry', 'nothing.js'], /^There is no nothing\.js in dist\/cdn\.\n/],
    [['/cdn', '--entry', 'autolod.js'], /Did you mean autoload\.js\?/],
    [['/cdn', '--entry', 'constructor'], /^There is no constructor/],
    [['/cdn', '--sha512'], /--sha512/],
    [['/cdn', '--entri', 'x'], /Did you mean --entry\?/],
  ] as const)
    test(`refuses ${JSON.stringify(parameters)}`, async () => {
      const { code, stdout, stderr } = await latchkey(['import-map', ...parameters]);
      assert.deepEqual([code, stdout], [2, '']);
      assert.match(stderr, complaint);
      assert.match(stderr, /See latchkey import-map --help/);
    });
});
