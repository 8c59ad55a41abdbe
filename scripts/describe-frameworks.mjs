// Runs the journeys of the apps in demo/frameworks, and writes what holds for each framework into docs/frameworks.md.
// Takes about five minutes.
import { readFileSync, writeFileSync } from 'node:fs';
import { env, exit, stderr } from 'node:process';
import { run } from 'node:test';
import { root, run as runProgram } from './run.mjs';

const file = `${root}docs/frameworks.md`;
const frameworks = [
  ['React', 'react', 'react'],
  ['React 18', 'react-18', 'react'],
  ['Next', 'next', 'next'],
  ['Vue', 'vue', 'vue'],
  ['Svelte', 'svelte', 'svelte'],
  ['Solid', 'solid', 'solid-js'],
  ['Angular', 'angular', '@angular/core'],
];
/** The columns, and the titles of the tests that show them; no test passes without what the framework installs. */
const columns = [
  ['installs', /^/],
  ['strict type check', /^passes the strict type checker/],
  ['typed events', /^has types/],
  ['renders', /^renders/],
  ['signs in', /^signs in/],
  ['cards', /^signs up and in with the cards/],
  ['server rendering', /^takes over/],
];

env.TEST_ALL = env.SOAK = '1';
/** By the name of the framework: titles of tests with whether they passed, and what they have measured. */
const results = new Map();
let ended = [];
let shifts = [];
const tests = ['react.slow.test.ts', 'frameworks.slow.test.ts'].map((name) => `${root}test/journeys/${name}`);
const note =
  (passed) =>
  ({ name, details }) => {
    const framework = /^the app in (.*)$/.exec(name)?.[1];
    if (framework) {
      results.set(framework, { ended, shifts });
      [ended, shifts] = [[], []];
    } else if (details.type !== 'suite') ended.push([name, passed]);
    if (framework || !passed) stderr.write(`${passed ? 'passed' : 'FAILED'}  ${name}\n`);
    if (!passed) stderr.write(`${details.error?.cause?.stack ?? details.error?.message}\n`);
  };
const stream = run({ files: tests, concurrency: 1 })
  .on('test:pass', note(true))
  .on('test:fail', note(false))
  .on('test:diagnostic', ({ message }) => {
    const [, shift] = /^CLS ([\d.]+)$/.exec(message) ?? [];
    if (shift) shifts.push(shift);
  });
for await (const _event of stream);

const rows = frameworks.map(([name, folder, dependency]) => {
  const { version } = JSON.parse(
    readFileSync(`${root}demo/frameworks/${folder}/node_modules/${dependency}/package.json`, 'utf8'),
  );
  const { ended, shifts } = results.get(name);
  const cells = columns.map(([, title]) =>
    ended.some(([test, passed]) => title.test(test) && passed) ? 'yes' : '**no**',
  );
  return [`${name.replace(/ 18$/, '')} ${version}`, ...cells, shifts.join(', ') || '**no**'];
});
const head = ['framework', ...columns.map(([column]) => column), 'layout shift: browser, server'];
const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const page = readFileSync(file, 'utf8');
writeFileSync(
  file,
  page.replace(
    /(<!-- written by npm run frameworks -->\n\n)[^]*?(\n\n)/,
    (_all, before, after) => before + table + after,
  ),
);
await runProgram('prettier', ['--write', file]);
console.log(table);
if (table.includes('**no**')) exit(1);
