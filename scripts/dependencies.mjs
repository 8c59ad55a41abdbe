import { readFileSync } from 'node:fs';
import { env, execPath } from 'node:process';
import { exclusively } from './exclusive.mjs';
import { root, run } from './run.mjs';

/**
 * Installs the locked dependencies, unless they are there already. Needs Node and npm only.
 *
 * @throws {Error} with npm's last words when it fails.
 */
export async function installDependencies() {
  if (areInstalled()) return;
  await exclusively(async (addOwner) => {
    if (areInstalled()) return;
    console.error('Installing the locked dependencies …');
    const { code, output } = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error'], addOwner);
    if (code !== 0) throw new Error(`npm ci failed:\n${output.trim()}`);
  });
}

/**
 * Compares the integrity of every package in the lock file with what npm noted after the last install, which it does as
 * the very last step.
 */
function areInstalled() {
  const wanted = readPackages('package-lock.json');
  const installed = readPackages('node_modules/.package-lock.json');
  return Object.entries(wanted).every(
    ([path, { integrity, optional, link }]) =>
      !path || link || (optional && !installed[path]) || installed[path]?.integrity === integrity,
  );
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(root + file, 'utf8')).packages;
  } catch (error) {
    if (file === 'package-lock.json')
      throw new Error(`package-lock.json cannot be read: ${error.message}`, { cause: error });
    return {};
  }
}

/**
 * Runs the npm that runs this script, else the one on the `PATH`; without what a surrounding `npm start` put into the
 * environment.
 */
function runNpm(parameters, onStart) {
  const own = env.npm_execpath;
  const environment = Object.fromEntries(
    Object.keys(env)
      .filter((name) => /^(npm_(package|lifecycle|command)|NODE_ENV$)/i.test(name))
      .map((name) => [name, undefined]),
  );
  const options = { environment, onStart };
  return /npm-cli\.[cm]?js$/.test(own ?? '')
    ? run(execPath, [own, ...parameters], options)
    : run('npm', parameters, options);
}
