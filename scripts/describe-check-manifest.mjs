// Runs the examples in docs/check-manifest.md and writes their output below them; with --check only compares it.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, execPath, exit } from 'node:process';
import { PNG } from 'pngjs';
import { root } from './run.mjs';

const file = `${root}docs/check-manifest.md`;
/** The images that the examples name: side in pixels and colour. */
const images = { 'icon-1.png': [192, [16, 32, 48]], 'icon-2.png': [180, [16, 32, 255]] };

const folder = mkdtempSync(join(tmpdir(), 'latchkey-examples-'));
const page = readFileSync(file, 'utf8');
for (const [, name, text] of page.matchAll(/^.*`([\w.]+)`.*\n\n```json\n([^]*?)^```$/gm))
  writeFileSync(join(folder, name), text);
for (const [name, [side, color]] of Object.entries(images)) writeFileSync(join(folder, name), paint(side, color));

const outputs = await Promise.all(
  [...page.matchAll(/^```console\n\$ npx latchkey (.*)$/gm)].map(([, parameters]) => run(parameters.split(' '))),
);
rmSync(folder, { recursive: true });
const written = page.replace(
  /^(```console\n\$ npx latchkey .*\n)[^]*?^```$/gm,
  (_all, command) => `${command}${outputs.shift()}\`\`\``,
);

if (!argv.includes('--check')) writeFileSync(file, written);
else if (written !== page) {
  console.error('docs/check-manifest.md is out of date: run npm run describe.');
  exit(1);
}

/** What the built program prints in the folder of the examples, also if it exits with an error. */
function run(parameters) {
  return new Promise((resolve) => {
    execFile(execPath, [`${root}dist/cli/main.js`, ...parameters], { cwd: folder }, (_error, stdout, stderr) =>
      resolve(stdout + stderr),
    );
  });
}

function paint(side, color) {
  const image = new PNG({ width: side, height: side });
  for (let at = 0; at < image.data.length; at += 4) image.data.set([...color, 255], at);
  return PNG.sync.write(image);
}
