import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch, type Browser } from 'puppeteer-core';
import { openProfileOf, type Profile } from './browser.js';
import { chooseInFirefox } from './firefox-autofill.js';
import { firefoxPath } from './firefox-path.js';
import { connectMarionette } from './marionette.js';
import { openVisit, type Visit } from './tab.js';
import type { Authenticator } from './virtual-authenticator.js';

/** A headless Firefox with one authenticator for all of its tabs, which somebody touches at once whenever a dialog asks; its autofill waits until somebody chooses. */
export interface Firefox {
  browser: Browser;
  authenticator: Pick<Authenticator, 'whilePresent'> & {
    /** From here on it takes the person for somebody else, or no longer. */
    verify(isRightPerson: boolean): Promise<void>;
  };
  openProfile(origin: string): Promise<Profile<Visit>>;
  close(): Promise<void>;
}

const preferences = {
  'marionette.port': 0,
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
};

const passkeyProvider = { protocol: 'ctap2_1', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserConsenting: true, isUserVerified: true };

/** Starts it. Pages are driven by WebDriver BiDi, as Chromium's are by its own protocol; the authenticator is added by Marionette, because BiDi has no command for it. */
export async function launchFirefox(): Promise<Firefox> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'latchkey-firefox-'));
  const browser = await launch({
    browser: 'firefox', executablePath: firefoxPath!, userDataDir, extraPrefsFirefox: preferences, protocolTimeout: 60_000,
    args: ['--marionette', '--remote-allow-system-access'], env: { ...process.env, HOME: userDataDir },
  });
  const remote = await connectMarionette(userDataDir, () => browser.connected);
  const { value: authenticatorId } = (await remote.send('WebAuthn:AddVirtualAuthenticator', passkeyProvider)) as { value: string };
  return {
    browser,
    authenticator: {
      whilePresent: (action) => action(),
      verify: async (isUserVerified) => void (await remote.send('WebAuthn:SetUserVerified', { authenticatorId, isUserVerified })),
    },
    openProfile: (origin) =>
      openProfileOf(browser, async (context, options) => {
        const visit = await openVisit(context, origin, options);
        return { ...visit, chooseInAutofill: () => chooseInFirefox(browser, visit) };
      }),
    async close() {
      remote.close();
      await browser.close();
      await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
