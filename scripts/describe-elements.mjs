// Writes custom-elements.json, which editors and documentation tools read; with --check, only tells whether the file in
// the repository is up to date.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { join, relative } from 'node:path';
import { root, run } from './run.mjs';

const file = `${root}custom-elements.json`;
const scratch = mkdtempSync(join(root, 'node_modules/.custom-elements-'));
const { code, output } = await run('cem', ['analyze', '--outdir', relative(root, scratch)]);
const written = join(scratch, 'custom-elements.json');
const description = existsSync(written) && `${JSON.stringify(JSON.parse(readFileSync(written, 'utf8')), null, 1)}\n`;
rmSync(scratch, { recursive: true });
if (code !== 0 || !description) {
  console.error(output);
  exit(1);
}
if (!argv.includes('--check')) writeFileSync(file, description);
else if (!existsSync(file) || readFileSync(file, 'utf8') !== description) {
  console.error('custom-elements.json is out of date: run npm run describe.');
  exit(1);
}
