// `node scripts/check-format.mjs [--all]`: checks that Prettier would change no file. oxfmt formats as Prettier does, in a
// fraction of the time, so only the files that it would change are given to Prettier; with `--all`, every file.
import { existsSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { root, run } from './run.mjs';

const files = argv.includes('--all') ? ['.'] : await findSuspects();
if (files.length === 0) exit(0);
const { code, output } = await run('prettier', ['--check', '--log-level=warn', ...files]);
console.log(output.trimEnd());
exit(code);

/** The files that oxfmt would change; all of them if it did not get to the end. */
async function findSuspects() {
  const { code, output } = await run('oxfmt', ['--config', '.prettierrc.json', '--list-different', '.']);
  if (code === 0) return [];
  const listed = output.split('\n').filter((line) => line && existsSync(root + line));
  return listed.length > 0 ? listed : ['.'];
}
