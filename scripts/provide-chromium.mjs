import { existsSync } from 'node:fs';
import { getuid } from 'node:process';
import { findChromium } from './chromium.mjs';
import { run } from './run.mjs';

const advice = 'Install Chromium or Chrome and put it on the PATH, or name it in CHROME_PATH.';

/**
 * Answers the path of a Chromium; on Debian and Ubuntu, and as root, installs the system's package when there is none.
 *
 * @throws {Error} saying what to install when there is none and none can be installed.
 */
export async function provideChromium() {
  const found = findChromium();
  if (found && (await starts(found))) return found;
  if (!existsSync('/usr/bin/apt-get') || getuid?.() !== 0)
    throw new Error(`The browser tests need a Chromium. ${advice}`);
  console.error('Installing Chromium …');
  const environment = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update'], { environment });
  const { output } = await run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], { environment });
  const installed = findChromium();
  if (!installed || !(await starts(installed)))
    throw new Error(`apt-get could not install Chromium. ${advice}\n${output.trim()}`);
  return installed;
}

/** Ubuntu puts a script in Chromium's place that only says which snap to install. */
async function starts(program) {
  return (await run(program, ['--version'])).code === 0;
}
