import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from 'puppeteer-core';
import { openProfileOf, type Profile } from './browser.js';
import { chooseInFirefox } from './firefox-autofill.js';
import { firefoxPath } from './firefox-path.js';
import { connectMarionette } from './marionette.js';
import { openVisit, type Visit } from './tab.js';
import type { Authenticator } from './virtual-authenticator.js';

/**
 * A headless Firefox. It has one authenticator for all of its tabs, which responds to a dialog at once; autofill waits
 * until a passkey is chosen.
 */
export interface Firefox {
  authenticator: Pick<Authenticator, 'whilePresent'> & {
    /** Makes user verification fail while `action` runs. */
    whileMistaken(action: () => Promise<void>): Promise<void>;
  };
  /** Opens a profile at a server, and gives the browser an empty authenticator. */
  openProfile(origin: string): Promise<Profile<Visit>>;
  close(): Promise<void>;
}

const preferences = {
  'marionette.port': 0,
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
};

const passkeyProvider = {
  protocol: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
};

/**
 * Starts it. Pages are driven by WebDriver BiDi, as Chromium's are by its own protocol; the authenticator is added by
 * Marionette, because BiDi has no command for it.
 */
export async function launchFirefox(): Promise<Firefox> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'latchkey-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefoxPath!,
    userDataDir,
    extraPrefsFirefox: preferences,
    protocolTimeout: 60_000,
    args: ['--marionette', '--remote-allow-system-access'],
    env: { ...process.env, HOME: userDataDir },
  });
  const remote = await connectMarionette(userDataDir, () => browser.connected);
  let authenticatorId: string | undefined;
  const replaceAuthenticator = async () => {
    if (authenticatorId) await remote.send('WebAuthn:RemoveVirtualAuthenticator', { authenticatorId });
    authenticatorId = ((await remote.send('WebAuthn:AddVirtualAuthenticator', passkeyProvider)) as { value: string })
      .value;
  };
  const setVerified = (isUserVerified: boolean) =>
    remote.send('WebAuthn:SetUserVerified', { authenticatorId, isUserVerified });
  return {
    authenticator: {
      whilePresent: (action) => action(),
      async whileMistaken(action) {
        await setVerified(false);
        try {
          await action();
        } finally {
          await setVerified(true);
        }
      },
    },
    async openProfile(origin) {
      await replaceAuthenticator();
      return openProfileOf(browser, async (context, options) => {
        const visit = await openVisit(context, origin, options);
        return { ...visit, chooseInAutofill: () => chooseInFirefox(browser, visit) };
      });
    },
    async close() {
      remote.close();
      await browser.close();
      await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
