import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { Store } from '../../server/src/store/store.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import { runsEverything } from '../support/node/quick.js';
import { createPasskey, expectSession, signInThroughButton, signOut, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';

const rounds = runsEverything ? 4 : 1;

let browser: Browser;
let server: TestServer;
let sessionsBegun = 0;

/** Counts the challenges that came with a session of their own. */
function countSessions(store: Store): Store {
  return {
    ...store,
    addChallenge(challenge, now, session) {
      if ('create' in session) sessionsBegun += 1;
      return store.addChallenge(challenge, now, session);
    },
  };
}

before(async () => {
  browser = await launchBrowser();
  server = await startDemo({ wrapStore: countSessions });
});
after(async () => {
  await releaseBrowser(browser);
  await server.stop();
});

test('tabs that begin to offer passkeys at the same moment share one session, so that a passkey works in each of them', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const profile = await openProfile(browser, server.origin);
    const other = await profile.open();
    await other.go('/home');
    const tab = await profile.open();
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, `alice-${round}`);
    await other.find('[data-view=account]');
    await createPasskey(tab, authenticator);

    sessionsBegun = 0;
    await signOut(tab);
    await other.find('[data-view=sign-in]');
    await signInThroughButton(tab, authenticator);
    await expectSession(tab, `alice-${round}`, 'with a passkey');
    assert.equal(sessionsBegun, 1);
    await profile.close();
  }
});
