// Ends a script with one sentence on a Node that is too old for it. Imported before anything that such a Node cannot read.
import { readFileSync } from 'node:fs';
import { exit, versions } from 'node:process';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const [major, minor] = engines.node.match(/\d+/g).map(Number);
const [ownMajor, ownMinor] = versions.node.split('.').map(Number);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(`Latchkey needs Node ${major}.${minor} or newer. This is Node ${versions.node}.`);
  exit(1);
}
