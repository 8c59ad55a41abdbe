import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { splitLines, writeExcerpt } from '../../src/cli/check-manifest/print-report.js';
import { createProgress } from '../../src/cli/output.js';
import { formatTable, paint, printable, wrap } from '../../src/cli/terminal.js';
import { latchkey, program, type JsonReport } from './run-cli.js';
import { sound } from './site.js';

/** What `write` answers if standard output were a terminal of 80 columns, in this environment. */
function onTerminal(environment: Record<string, string>, write: () => string): string {
  const { isTTY, columns } = process.stdout;
  const env = process.env;
  process.env = { TERM: 'xterm', ...environment };
  Object.assign(process.stdout, { isTTY: true, columns: 80 });
  try {
    return write();
  } finally {
    process.env = env;
    Object.assign(process.stdout, { isTTY, columns });
  }
}

describe('on a terminal', () => {
  let folder: string;
  let file: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-terminal-'));
    file = join(folder, 'app.webmanifest');
    await writeFile(
      file,
      JSON.stringify({ ...sound, name: '\x1b]0;owned\x07\x1b[2J\u202Eevil', theme_color: '\x1b[31m', icons: [] }),
    );
  });
  after(() => rm(folder, { recursive: true }));

  test('what a manifest holds is shown, and never obeyed', async () => {
    const { stdout, stderr } = await latchkey(['check-manifest', file]);
    assert.doesNotMatch(stdout + stderr, /(?!\n)[\p{Cc}\u202a-\u202e]/u);
    assert.ok(stdout.includes('\\u001b]0;owned\\u0007\\u001b[2J\\u202eevil'), stdout);
  });

  test('neither as JSON, which stays what it is', async () => {
    const { stdout } = await latchkey(['check-manifest', file, '--json']);
    assert.doesNotMatch(stdout, /(?!\n)[\p{Cc}\u202a-\u202e]/u);
    assert.equal((JSON.parse(stdout) as JsonReport).engines[0]!.manifest.name, '\x1b]0;owned\x07\x1b[2J\u202Eevil');
  });

  test('colours are for terminals, and for anyone who forces them', async () => {
    const isColored = async (environment: Record<string, string>): Promise<boolean> =>
      (await latchkey(['check-manifest', file], { environment })).stdout.includes('\x1b[31m');
    assert.deepEqual(
      [await isColored({}), await isColored({ FORCE_COLOR: '1' }), await isColored({ FORCE_COLOR: '0' })],
      [false, true, false],
    );
  });

  for (const [name, value] of [
    ['NO_COLOR', '1'],
    ['TERM', 'dumb'],
    ['FORCE_COLOR', 'false'],
  ] as const)
    test(`there are no colours on a terminal with ${name}=${value}`, () => {
      assert.equal(
        onTerminal({}, () => paint('red', 'x')),
        '\x1b[31mx\x1b[39m',
      );
      assert.equal(
        onTerminal({ [name]: value }, () => paint('red', 'x')),
        'x',
      );
    });

  test('progress is one line that is gone in the end', () => {
    const written: string[] = [];
    const stream = {
      isTTY: true,
      columns: 40,
      write: (text: string) => written.push(text) > 0,
    } as unknown as NodeJS.WriteStream;
    const progress = createProgress(stream);
    progress.show('Measuring images: 1 of 2');
    progress.show(`Loading \x07${'x'.repeat(50)}`);
    progress.clear();
    assert.deepEqual(written, [
      '\r\x1b[KMeasuring images: 1 of 2',
      `\r\x1b[KLoading \\u0007${'x'.repeat(25)}`,
      '\r\x1b[K',
    ]);
  });

  test('progress is not written where there is no terminal', async () => {
    assert.equal((await latchkey(['check-manifest', file])).stderr, '');
  });

  test('a reader that has seen enough is no error', async () => {
    const { code, stderr } = await new Promise<{ code: number; stderr: string }>((resolve) => {
      execFile(
        'sh',
        ['-c', `"$0" "$1" check-manifest "$2" --json | head -c 10 >&2`, process.execPath, program, file],
        (error, _stdout, output) => {
          resolve({ code: error ? Number(error.code) : 0, stderr: output });
        },
      );
    });
    assert.deepEqual([code, stderr], [0, '{\n  "targe']);
  });
});

describe('text', () => {
  test('keeps every letter and every emoji, and shows what cannot be seen', () => {
    assert.equal(printable('Füße 日本 👩‍👩‍👧'), 'Füße 日本 👩‍👩‍👧');
    assert.equal(printable('a\tb\r\n\0\x7f\x9b\u2028'), 'a b\\u000d\\u000a\\u0000\\u007f\\u009b\\u2028');
  });

  test('in a table stands in columns', () => {
    assert.equal(
      formatTable(
        [
          ['', 'installs'],
          ['Chromium', 'yes'],
          ['WebKit', 'by hand'],
        ],
        '  ',
      ),
      '            installs\n  Chromium  yes\n  WebKit    by hand\n',
    );
  });
});

describe('where the terminal is narrow', () => {
  test('a sentence is broken between words', () => {
    assert.equal(wrap('One two three four', '  ', '    ', 11), '  One two\n    three\n    four');
    assert.equal(wrap('averylongword and more', '- ', '  ', 10), '- averylongword\n  and more');
    assert.equal(wrap('One two three four', '  '), '  One two three four');
  });

  test('the columns of a table that do not fit follow below, beside the first one', () => {
    const rows = [
      ['', 'installable', 'name', 'scope'],
      ['Chromium', 'yes', 'Field notes', '/'],
      ['WebKit', 'yes', 'Field notes', '/'],
    ];
    assert.equal(
      formatTable(rows, '  ', 38),
      '            installable  name\n  Chromium  yes          Field notes\n  WebKit    yes          Field notes\n\n            scope\n  Chromium  /\n  WebKit    /\n',
    );
    for (const width of [1, 20, 43, 44, 80])
      assert.equal(
        formatTable(rows, '  ', width).split('\n\n').length,
        width < 34 ? 3 : width < 43 ? 2 : 1,
        `${width}`,
      );
  });

  test('an excerpt is cut to what fits', () => {
    const widest = onTerminal({}, () =>
      writeExcerpt(['{ "name": "x" }'.padEnd(500, '.')], { line: 1, column: 11 }, '  '),
    );
    assert.ok(
      stripVTControlCharacters(widest)
        .split('\n')
        .every((line) => line.length <= 80),
      widest,
    );
  });
});

describe('an excerpt', () => {
  test('marks the whole value, by its line ends of any kind', () => {
    for (const end of ['\n', '\r\n', '\r'])
      assert.equal(
        writeExcerpt(splitLines(['{', '  "a": "b c"', '}'].join(end)), { line: 2, column: 8 }, ''),
        '    2 │   "a": "b c"\n      │        ^^^^^\n',
      );
  });

  test('cuts a long line around the place', () => {
    const line = `${'x'.repeat(500)}"here"${'y'.repeat(500)}`;
    const [shown, mark] = writeExcerpt([line], { line: 1, column: 501 }, '').split('\n') as [string, string];
    assert.equal(shown.length, 8 + 1 + 100 + 1);
    assert.equal(shown.slice(mark.indexOf('^'), mark.lastIndexOf('^') + 1), '"here"');
  });

  test('keeps the mark below what it marks when invisible characters are shown as escapes', () => {
    const [shown, mark] = writeExcerpt(['{ "\u202e": 5 }'], { line: 1, column: 8 }, '').split('\n') as [string, string];
    assert.equal(shown[mark.indexOf('^')], '5');
  });

  test('marks the end of a text, and is empty beyond it', () => {
    assert.equal(writeExcerpt(['{'], { line: 1, column: 2 }, ''), '    1 │ {\n      │  ^\n');
    assert.equal(writeExcerpt(['{'], { line: 3, column: 1 }, ''), '');
  });
});
