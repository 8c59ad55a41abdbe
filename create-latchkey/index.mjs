#!/usr/bin/env node
// `npm create latchkey [folder]`: looks at the version of Node, and then runs create.mjs. In words that an old Node reads too.
import { readFileSync } from 'node:fs';

const description = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));
const node = process.versions.node;

/** Whether this Node is in a range: "^20.19.0", which means the same major version, or ">=24.0.0". */
function isIn(range) {
  const wanted = range.match(/\d+/g).map(Number);
  const own = node.split('.').map(Number);
  if (own[0] !== wanted[0]) return range.startsWith('>=') && own[0] > wanted[0];
  return own[1] > wanted[1] || (own[1] === wanted[1] && own[2] >= wanted[2]);
}

if (description.engines.node.split(' || ').some(isIn)) void import('./create.mjs');
else {
  process.stderr.write(
    `A Latchkey app needs Node ${description.engines.node.replace(/\|\|/g, 'or')}. This is Node ${node}.\n`,
  );
  process.exitCode = 1;
}
