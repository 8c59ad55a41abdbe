// `npm run attackers-day [-- --write]`: plays a day on which several attacks go on at once, without limits and with them,
// and prints what they came to, and what the owner of the attacked account met with. `--write` puts the tables into the
// docs.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argv } from 'node:process';
import { compareDays, playDay } from '../test/attacks/attackers-day.js';
import { root } from './run.mjs';

const tables = compareDays(await playDay(false), await playDay(true));
console.log(tables);
if (argv.includes('--write')) {
  const file = join(root, 'docs/reference-server.md');
  const text = await readFile(file, 'utf8');
  const block = /<!-- attackers-day -->[^]*<!-- end of attackers-day -->/;
  if (!block.test(text)) throw new Error('docs/reference-server.md has no place for the tables.');
  await writeFile(
    file,
    text.replace(block, () => `<!-- attackers-day -->\n\n${tables}\n\n<!-- end of attackers-day -->`),
  );
}
