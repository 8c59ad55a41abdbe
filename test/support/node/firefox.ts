import { startFirefox } from '../runner/firefox.mjs';
import { openProfileOf, type Profile } from './browser.js';
import { chooseInFirefox } from './firefox-autofill.js';
import { firefoxPath } from './firefox-path.js';
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

const passkeyProvider = {
  protocol: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserConsenting: true,
  isUserVerified: true,
};

export async function launchFirefox(): Promise<Firefox> {
  const { browser, remote, close } = await startFirefox(firefoxPath!);
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
    close,
  };
}
