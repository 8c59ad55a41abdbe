// Writes the tables in docs/manifest.md; a test compares both.
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { manifestTables } from './manifest-tables.js';
import { root } from './run.mjs';

const file = `${root}docs/manifest.md`;
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
let page = readFileSync(file, 'utf8');
for (const { head, rows } of manifestTables) {
  const table = [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n');
  const place = new RegExp(`^\\| ${head.join(' +\\| ')} +\\|(?:\\n\\|.*)+`, 'm');
  if (!place.test(page)) throw new Error(`docs/manifest.md has no table of ${head.join(', ')}.`);
  page = page.replace(place, () => table);
}
writeFileSync(file, await format(page, { ...(await resolveConfig(file)), filepath: file }));
