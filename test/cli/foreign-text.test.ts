import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { reportSarif, writeJunit } from '../../src/cli/check-backend/formats.js';
import { printReport } from '../../src/cli/check-backend/print-report.js';
import { writeSarif } from '../../src/cli/sarif.js';
import { printable, printableJson } from '../../src/cli/terminal.js';
import { findingsOf } from '../../src/conformance/backend/case.js';
import type { BackendReport } from '../../src/conformance/index.js';
import { runsEverything } from '../support/node/quick.js';

/** What turns the writing around, takes no room, or is no character at all. */
const unseen = Array.from(
  '\u00ad\u034f\u061c\u115f\u17b4\u180e\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202e\u2060\u2064\u2066' +
    '\u2069\u206f\u2800\u3164\ufe00\ufe0f\ufeff\uffa0\ufff9\u{1d173}\u{e0001}\u{e0041}\u{e0101}\ud800\0\x07\x1b\x7f\x9b',
);
const foreign = unseen.map((character) => `a${character}b`).join('');

/** A report with text of a backend in every place that a backend can fill. */
const report = {
  url: `https://a.example/${foreign}`,
  chapters: { found: [], missing: [] },
  accounts: [],
  requests: 1,
  results: [
    {
      id: 'session-1',
      rule: 'return-to',
      chapter: 'sessions',
      level: 'must',
      title: `sends ${foreign}`,
      outcome: 'failed',
      reason: `It answered [reset your key](https://evil.example) ${foreign}\nand more.`,
      exchanges: [
        {
          method: 'GET',
          url: `https://a.example/${foreign}`,
          requestHeaders: { accept: '*/*' },
          status: 200,
          headers: [['x-name', foreign]],
          body: foreign,
        },
      ],
    },
    {
      id: 'session-2',
      rule: 'return-to',
      chapter: `sessions`,
      level: 'must',
      title: 'sends it again',
      outcome: 'not-checked',
      reason: foreign,
      exchanges: [],
    },
  ],
} as unknown as BackendReport;
Object.assign(report, { findings: findingsOf(report.results) });

/** The first character of `unseen` that a text has. */
const shownRaw = (text: string): string | undefined =>
  unseen.find((character) => text.replaceAll('\n', '').includes(character));

describe('text of a backend or a manifest', () => {
  for (const [name, write] of [
    ['a terminal', printReport],
    ['JUnit', writeJunit],
    ['SARIF', reportSarif],
  ] as const)
    test(`has no character in ${name} that cannot be seen`, () => {
      const written = write(report);
      const found = shownRaw(written);
      assert.equal(found && found.codePointAt(0)!.toString(16), undefined);
      assert.match(written, /u202e/);
    });

  test('has none in a message of SARIF either once that is read', () => {
    const { runs } = JSON.parse(reportSarif(report)) as {
      runs: [{ results: [{ message: { text: string } }] }];
    };
    const { text } = runs[0].results[0].message;
    const found = shownRaw(text);
    assert.equal(found && found.codePointAt(0)!.toString(16), undefined);
    assert.match(text, /\nand more\.$/);
  });

  test('makes no link in SARIF, whatever stands before its brackets', () => {
    const write = (message: string): string => {
      const text = writeSarif(
        'check-manifest',
        [],
        [{ rule: 'invalid-color', level: 'error', message, uri: 'a', fingerprint: '' }],
      );
      return (JSON.parse(text) as { runs: [{ results: [{ message: { text: string } }] }] }).runs[0].results[0].message
        .text;
    };
    /** Whether a bracket is one of a link: not if an odd number of backslashes stands before it. */
    const hasLink = (text: string): boolean => /(?<!\\)(?:\\\\)*[[\]]/.test(text);
    for (const slashes of ['', '\\', '\\\\', '\\\\\\']) {
      const text = write(`"${slashes}[sign in${slashes}](https://evil.example)" and ![](//evil.example/a.png)`);
      assert.equal(hasLink(text), false, text);
    }
    assert.equal(write('link[rel="manifest"]'), 'link\\[rel="manifest"\\]');
  });

  test('keeps what joins emoji and letters', () => {
    for (const text of ['👩‍👩‍👧', '❤️', '👩🏽‍🚀', '🏳️‍🌈', '1️⃣', 'می‌خواهم', 'क्‍ष', 'Füße']) assert.equal(printable(text), text);
  });

  test('means the same as JSON, beyond 16 bits as well', () => {
    assert.equal(JSON.parse(printableJson(foreign)), foreign);
  });
});

describe('a page of two megabytes', { concurrency: 1 }, () => {
  const shapes: Record<string, string> = {
    'elements in elements': `'<div>'.repeat(400_000)`,
    'templates in templates': `'<template>'.repeat(200_000)`,
    'letters that are repeated in each paragraph': `Array.from({ length: 2_000 }, (_, n) => '<b id=' + n + '>').join('') + '<p>x'.repeat(20_000)`,
    'tables in tables': `'<table><td>'.repeat(180_000)`,
    'pictures in pictures': `'<svg><g>'.repeat(250_000)`,
  };
  const run = promisify(execFile);
  const head = `<title>Notes</title><link rel=manifest href=/m>`;
  for (const [name, markup] of Object.entries(shapes).slice(0, runsEverything ? undefined : 1))
    for (const [file, read] of [
      ['manifest/site/index.js', 'readHead'],
      ['cli/check-site/read-page.js', 'readElements'],
    ] as const)
      test(`takes less than 300 MB in ${read}: ${name}`, async () => {
        const { NODE_TEST_CONTEXT: _context, ...env } = process.env;
        const program = `
          import { readFileSync } from 'node:fs';
          import { ${read} as read } from ${JSON.stringify(join(import.meta.dirname, '../../src', file))};
          const found = read(${JSON.stringify(head)} + ${markup});
          // on Linux maxRSS begins with what the process took that started this one
          const kilobytes = process.platform === 'linux'
            ? Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])
            : process.resourceUsage().maxRSS;
          console.log(JSON.stringify([found.filter(({ name }) => name === 'link').length, kilobytes / 1024]));`;
        const parameters = ['--import', 'tsx', '--input-type=module', '-e', program];
        const { stdout } = await run(process.execPath, parameters, { env, cwd: join(import.meta.dirname, '../..') });
        const [links, megabytes] = JSON.parse(stdout) as [number, number];
        assert.equal(links, 1);
        assert.ok(megabytes < 300, `${megabytes} MB`);
      });
});
