import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { manifestTables } from '../../scripts/manifest-tables.js';

const lines = readFileSync(new URL('../../docs/manifest.md', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.replace(/ +/g, ' '));

describe('docs/manifest.md', () => {
  for (const { head, rows } of manifestTables) {
    test(`has the present table of ${head.join(', ')}`, () => {
      const start = lines.indexOf(`| ${head.join(' | ')} |`);
      assert.notEqual(start, -1, 'there is no such table: add its head, then npm run describe');
      const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'));
      assert.deepEqual(
        lines.slice(start + 2, end),
        rows.map((cells) => `| ${cells.join(' | ')} |`),
        'run npm run describe',
      );
    });
  }
});
