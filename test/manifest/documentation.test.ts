import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { findingCodes, kindOfFinding } from '../../src/manifest/finding-codes.js';

const rows = readFileSync(new URL('../../docs/manifest.md', import.meta.url), 'utf8')
  .split('## Findings')[1]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.replace(/ +/g, ' '));

test('docs/manifest.md lists every code, as it is', () => {
  const expected = findingCodes.map(
    (code) => `| \`${code}\` | ${kindOfFinding(code).level} | ${kindOfFinding(code).says} |`,
  );
  assert.deepEqual(rows, expected);
});
