import { after, before, describe, test } from 'node:test';
import { skipWithoutFirefox } from '../support/node/firefox-path.js';
import { launchFirefox, type Firefox } from '../support/node/firefox.js';
import { createPasskey, expectSession, signInThroughAutofill, signInThroughButton, signOut, signUp } from './account-page.js';
import { startFedCmSite, type FedCmSite } from './fedcm-visit.js';

describe('in Firefox', { skip: skipWithoutFirefox }, () => {
  let firefox: Firefox;
  let site: FedCmSite;
  before(async () => {
    site = await startFedCmSite();
    firefox = await launchFirefox();
  });
  after(async () => {
    await firefox?.close();
    await site?.stop();
  });

  test('a newcomer signs up, creates a passkey, and signs in with it through autofill and the button', async () => {
    const profile = await firefox.openProfile(site.server.origin);
    const tab = await profile.open();
    await signUp(tab, 'alice');
    await createPasskey(tab, firefox.authenticator);
    await signOut(tab);
    await signInThroughAutofill(tab, firefox.authenticator);
    await expectSession(tab, 'alice', 'with a passkey');
    await signOut(tab);
    await signInThroughButton(tab, firefox.authenticator);
    await expectSession(tab, 'alice', 'with a passkey');
    await profile.close();
  });
});
