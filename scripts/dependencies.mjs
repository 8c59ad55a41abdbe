import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, execPath } from 'node:process';
import { exclusively } from './exclusive.mjs';
import { root, run } from './run.mjs';

/**
 * Installs the packages in the lock file of `folder` (relative to the package, by default the package itself), unless
 * they are installed. Needs Node and npm only. Without `scripts`, no package runs install scripts.
 *
 * @throws {Error} with npm's last words when it fails.
 */
export async function installDependencies({ folder = '.', scripts = true } = {}) {
  if (areInstalled(folder)) return;
  await exclusively(async (addOwner) => {
    if (areInstalled(folder)) return;
    console.error(`Installing the locked dependencies${folder === '.' ? '' : ` of ${folder}`} …`);
    const parameters = ['ci', '--include=dev', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
    const { code, output } = await runNpm([...parameters, ...(scripts ? [] : ['--ignore-scripts'])], addOwner);
    if (code !== 0) throw new Error(`npm ci failed:\n${output.trim()}`);
  });
}

/**
 * Compares the integrity of every package in the lock file with what npm noted after the last install, which it does as
 * the very last step.
 */
function areInstalled(folder) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(join(folder, 'node_modules/.package-lock.json'), {});
  return Object.entries(wanted).every(
    ([path, { integrity, optional, link }]) =>
      !path ||
      (optional && !installed[path]) ||
      (installed[path]?.integrity === integrity && installed[path]?.link === link),
  );
}

function readPackages(file, otherwise) {
  try {
    return JSON.parse(readFileSync(root + file, 'utf8')).packages;
  } catch (error) {
    if (otherwise) return otherwise;
    throw new Error(`${file} cannot be read: ${error.message}`, { cause: error });
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
