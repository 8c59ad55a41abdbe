/**
 * `npm run sheet [-- <word> …] [-- --firefox]`: takes pictures of every element in every state, to be looked at. With
 * words: of the elements with one of them in their name. With `--firefox`: as Firefox draws them.
 */
import { argv, exit } from 'node:process';
import { join, relative } from 'node:path';
import { skipWithoutFirefox } from '../support/node/firefox-path.js';
import { root } from '../support/node/program.js';
import { launchFirefoxCamera } from './firefox-camera.js';
import { states } from './states.js';
import { launchCamera, takeSheets } from './take-sheets.js';
import { writeSheets } from './write-sheets.js';

const words = argv.slice(2).filter((word) => !word.startsWith('-'));
const tags = Object.keys(states).filter((tag) => words.length === 0 || words.some((word) => tag.includes(word)));
if (tags.length === 0) {
  console.error(`No element has ${words.join(' or ')} in its name.`);
  exit(2);
}
const isInFirefox = argv.includes('--firefox');
if (isInFirefox && skipWithoutFirefox) {
  console.error(skipWithoutFirefox);
  exit(2);
}

const started = performance.now();
const browser = await launchCamera();
const firefox = isInFirefox ? await launchFirefoxCamera() : undefined;
const { sheets, problems } = await takeSheets(browser, tags, firefox?.camera);
await browser.close();
await firefox?.close();

const index = writeSheets(sheets, join(root, 'sheets', isInFirefox ? 'firefox' : ''));
console.log(
  `${tags.length} elements in ${Math.round((performance.now() - started) / 1000)} s: ${relative(root, index)}`,
);
for (const problem of problems) console.log(`\n${problem}`);
exit(problems.some((problem) => problem.includes(': not reached.')) ? 1 : 0);
