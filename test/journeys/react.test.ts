import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { prepareApp } from './framework-app.js';
import { describeFramework } from './framework-journey.js';
import { post } from './notes-page.js';
import { testInFullRuns } from '../support/node/quick.js';

describeFramework('React', {
  file: 'src/Wrong.tsx',
  text: `export const wrong = (
  <>
    <latch-oidc-button mode="window" />
    <latch-otp-input length={true} />
    <latch-passkey-field onlatch-signed-in={({ detail }) => detail.token} />
  </>
);
`,
  names: [/"window"/, /number/, /'token'/],
});

describe('the app in React, rendered on the server', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => releaseBrowser(browser));

  testInFullRuns('hydrates without a warning beside tags that are defined already, and signs in', async () => {
    const app = await prepareApp('react');
    const page = await app.renderOnServer('src/server.tsx');
    assert.match(page, /<latch-password-form[^>]*><\/latch-password-form>/);
    const site = await app.serve(page);
    const elsewhere = await openProfile(browser, site.origin);
    const other = await elsewhere.open();
    await other.go('/');
    await post(other, '/signup', { username: 'ada', password: 'correct horse battery' });
    await elsewhere.close();

    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open();
    const said: string[] = [];
    tab.page.on('console', (message) => said.push(message.text()));
    await tab.go('/');
    await tab.find('latch-password-form > form');
    await tab.find('latch-otp-input > input');
    const isHydrated = await tab.page.$eval('main', (main) =>
      Object.keys(main).some((key) => key.startsWith('__react')),
    );
    assert.ok(isHydrated, 'React has taken over what the server has written');
    assert.equal(
      await tab.page.$eval('latch-otp-input', (element) => (element as unknown as { length: number }).length),
      8,
    );

    await tab.fill('latch-password-form [name=username]', 'ada');
    await tab.fill('latch-password-form [name=password]', 'correct horse battery');
    await tab.page.keyboard.press('Enter');
    await tab.read('h1', 'Hello, ada');
    assert.deepEqual(
      said.filter((text) => !/React DevTools|Latchkey:|Lit is in dev mode/.test(text)),
      [],
    );
    await profile.close();
    await site.stop();
  });
});
