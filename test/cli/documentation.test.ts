import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { readCodes } from '../manifest/codes.js';
import { siteChecks } from '../../src/cli/check-site/checks.js';
import { rules } from '../../src/conformance/backend/rules.js';
import { checkManifest, latchkeyHere } from './run-cli.js';

const root = join(import.meta.dirname, '../..');
const document = readFileSync(join(root, 'docs/check-manifest.md'), 'utf8');

/** The types of codes that the document explains, by the heading that their table is under. */
const tables: Array<[heading: string, file: string, type: string]> = [
  ['In the head of the page', 'src/manifest/site/head/finding-codes.ts', 'HeadFindingCode'],
  ['In the response', 'src/manifest/site/check-response.ts', 'ResponseFindingCode'],
  ['In association files', 'src/manifest/site/check-association.ts', 'AssociationFindingCode'],
  ['By fetching and comparing', 'src/cli/check-manifest/finding-codes.ts', 'CommandFindingCode'],
  ['In screenshots', 'src/manifest/check-screenshots.ts', 'ScreenshotCode'],
];

describe('docs/check-manifest.md', () => {
  test('shows what its examples print', async () => {
    const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
      execFile(
        process.execPath,
        ['scripts/describe-check-manifest.mjs', '--check'],
        { cwd: root },
        (error, stdout, stderr) => resolve({ code: error ? 1 : 0, output: stdout + stderr }),
      );
    });
    assert.equal(code, 0, output);
  });

  for (const [heading, file, type] of tables)
    test(`explains every code: ${heading}`, () => {
      const section = document.split(`\n### ${heading}\n`)[1]?.split('\n### ')[0] ?? '';
      const explained = [...section.matchAll(/^\| `([\w-]+)` +\|/gm)].map(([, code]) => code);
      assert.deepEqual(explained, readCodes(file, type));
    });

  test('names every option', async () => {
    const { stdout } = await checkManifest('--help');
    for (const [option] of stdout.matchAll(/--[a-z][a-z-]+/g)) assert.ok(document.includes(`\`${option}`), option);
  });
});

describe('docs/check-backend.md', () => {
  const page = readFileSync(join(root, 'docs/check-backend.md'), 'utf8');

  test('names every rule, as the check words it', () => {
    const section = page.split('\n## Rules\n')[1]!.split('\n## ')[0]!;
    const listed = [...section.matchAll(/^\| `([\w-]+)` +\| (.*?) +\|$/gm)].map(([, id, sentence]) => [id, sentence]);
    const checked = Object.entries(rules).map(([id, { sentence }]) => [id, sentence]);
    // The page has them by subject, the code by source.
    assert.deepEqual(listed.sort(), checked.sort());
  });

  test('names every option', async () => {
    const { stdout } = await latchkeyHere('check-backend', '--help');
    for (const [option] of stdout.matchAll(/--[a-z][a-z-]+/g)) assert.ok(page.includes(`\`${option}`), option);
  });
});

describe('docs/check-site.md', () => {
  const page = readFileSync(join(root, 'docs/check-site.md'), 'utf8');

  test('names every check, as the command words it', () => {
    const listed = [...page.matchAll(/^\| `([\w-]+)` +\| (\w+) +\| (.*?) +\|$/gm)].map(([, ...cells]) => cells);
    assert.deepEqual(
      listed,
      siteChecks.map(({ id, level, title }) => [id, level, title]),
    );
  });

  test('names every option', async () => {
    const { stdout } = await latchkeyHere('check-site', '--help');
    for (const [option] of stdout.matchAll(/--[a-z][a-z-]+/g)) assert.ok(page.includes(`\`${option}`), option);
  });
});
