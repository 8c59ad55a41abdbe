// The step of action.yml: runs check-manifest in the version of this repository, and prints each finding as an annotation.
// https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { env, execPath, exit, platform } from 'node:process';

const { TARGET: target = '', FAIL_ON: failOn = 'error', SARIF_FILE: file = '' } = env;
const kinds = { error: 'error', warning: 'warning', note: 'notice' };

const escape = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
/** A message of SARIF, where brackets are escaped so that they make no link, as plain text. */
const readMessage = (text) =>
  text.replaceAll(/(\\+)([[\]])/g, (_, slashes, bracket) => slashes.slice(0, (slashes.length - 1) / 2) + bracket);
const escapeProperty = (text) => escape(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function annotate({ ruleId, level, message, locations }) {
  const { artifactLocation, region } = locations[0].physicalLocation;
  const isFile = !/^[a-z]+:/.test(artifactLocation.uri);
  const properties = Object.entries({
    ...(isFile && { file: decodeURIComponent(artifactLocation.uri) }),
    ...(isFile && region && { line: region.startLine, col: region.startColumn }),
    title: ruleId,
  }).map(([name, value]) => `${name}=${escapeProperty(`${value}`)}`);
  console.log(`::${kinds[level]} ${properties.join(',')}::${escape(readMessage(message.text))}`);
}

if (!['error', 'warning', 'never'].includes(failOn)) {
  console.log(`::error::fail-on must be error, warning or never, not ${escape(failOn)}.`);
  exit(2);
}
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const strict = failOn === 'warning' ? ['--strict'] : [];
// On Windows npx is a script of cmd, which Node starts in a shell alone: what that runs is beside Node.
const [program, before] =
  platform === 'win32' ? [execPath, [join(dirname(execPath), 'node_modules/npm/bin/npx-cli.js')]] : ['npx', []];
const { status, stdout, stderr, error } = spawnSync(
  program,
  [...before, '--yes', `latchkey@${version}`, 'check-manifest', '--sarif', '--no-advice', ...strict, '--', target],
  { encoding: 'utf8', maxBuffer: 2 ** 26 },
);
if (error || (status !== 0 && status !== 1) || stdout === '') {
  console.log(`::error::${escape((error?.message ?? stderr).trim())}`);
  exit(2);
}
if (file !== '') writeFileSync(file, stdout);
const { results } = JSON.parse(stdout).runs[0];
for (const result of results) annotate(result);
// Without the target, which may look like a command to the runner.
console.log(`${results.length} findings.`);
exit(failOn === 'never' ? 0 : status);
