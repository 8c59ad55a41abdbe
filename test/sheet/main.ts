/**
 * `npm run sheet [-- <word> …] [-- --accept | --firefox]`: takes pictures of every element in every state, and compares
 * them with the accepted ones, or accepts those that are compared. With words: of the elements with one of them in their
 * name. With `--firefox`: as Firefox draws them, only to be looked at.
 */
import { rmSync } from 'node:fs';
import { argv, exit } from 'node:process';
import { join, relative } from 'node:path';
import { skipWithoutFirefox } from '../support/node/firefox-path.js';
import { root } from '../support/node/program.js';
import { accept, findDifferences, output, whyNotComparable, writeSheets } from './accepted.js';
import { launchFirefoxCamera } from './firefox-camera.js';
import { states } from './states.js';
import { columns, comparedColumns, launchCamera, readFingerprint, takeSheets } from './take-sheets.js';

const words = argv.slice(2).filter((word) => !word.startsWith('-'));
const tags = Object.keys(states).filter((tag) => words.length === 0 || words.some((word) => tag.includes(word)));
if (tags.length === 0) {
  console.error(`No element has ${words.join(' or ')} in its name.`);
  exit(2);
}

if (argv.includes('--firefox') && (skipWithoutFirefox || argv.includes('--accept'))) {
  console.error(skipWithoutFirefox || 'Pictures of Firefox are not compared, so they cannot be accepted.');
  exit(2);
}

const started = performance.now();
const browser = await launchCamera();
const fingerprint = await readFingerprint(browser);
const isAccepted = argv.includes('--accept');
const isInFirefox = argv.includes('--firefox');
const firefox = isInFirefox ? await launchFirefoxCamera() : undefined;
const { sheets, problems } = await takeSheets(
  browser,
  tags,
  isAccepted ? comparedColumns : () => columns,
  firefox?.camera,
);
await browser.close();
await firefox?.close();

rmSync(join(output, 'differences'), { recursive: true, force: true });
const index = writeSheets(sheets, isInFirefox ? join(output, 'firefox') : output);
console.log(
  `${tags.length} elements in ${Math.round((performance.now() - started) / 1000)} s: ${relative(root, index)}`,
);
for (const problem of problems) console.log(`\n${problem}`);
const isComplete = !problems.some((problem) => problem.includes(': not reached.'));

if (isInFirefox) exit(isComplete ? 0 : 1);
if (isAccepted) {
  if (isComplete) accept(sheets, fingerprint, Object.keys(states));
  else console.error('\nNothing is accepted, because some states were not reached.');
  exit(isComplete ? 0 : 1);
}
const obstacle = whyNotComparable(fingerprint);
const differences = obstacle ? [] : findDifferences(sheets);
console.log(
  obstacle ? `\nNot compared: ${obstacle}.` : `\n${differences.length} pictures differ from the accepted ones.`,
);
for (const difference of differences) console.log(difference);
exit(isComplete && differences.length === 0 ? 0 : 1);
