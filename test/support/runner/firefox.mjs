import { readFileSync, realpathSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from './display.mjs';
import { connectMarionette } from './marionette.mjs';

const preferences = {
  'marionette.port': 0,
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
};

/**
 * The Firefox of this machine: `FIREFOX_PATH`, or one on the `PATH`; undefined if there is none. A snap is none: it may not
 * read the profiles of tests.
 */
export function findFirefox() {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH;
  const found = findProgram('firefox-esr', 'firefox');
  if (!found) return undefined;
  const isSnap = realpathSync(found).includes('/snap') || readFileSync(found).subarray(0, 10_000).includes('/snap/');
  return isSnap ? undefined : found;
}

/**
 * Starts a headless Firefox with virtual authenticators. Pages are driven by WebDriver BiDi; authenticators are added by
 * Marionette, because BiDi has no command for them.
 *
 * @param {string} executablePath
 * @returns {Promise<{browser: import('puppeteer-core').Browser, remote: import('./marionette.mjs').Marionette, close: () => Promise<void>}>}
 */
export async function startFirefox(executablePath) {
  const { launch } = await import('puppeteer-core'); // which npm test may have to install first
  const userDataDir = await mkdtemp(join(tmpdir(), 'latchkey-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    userDataDir,
    extraPrefsFirefox: preferences,
    protocolTimeout: 60_000,
    args: ['--marionette', '--remote-allow-system-access'],
    env: { ...process.env, HOME: userDataDir },
  });
  const remote = await connectMarionette(userDataDir, () => browser.connected);
  return {
    browser,
    remote,
    async close() {
      remote.close();
      await browser.close();
      await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
