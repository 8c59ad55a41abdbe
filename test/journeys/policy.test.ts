import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { testInFullRuns } from '../support/node/quick.js';
import type { TestServer } from '../support/node/server.js';
import { startDemo } from './demo-site.js';

let browser: Browser;
let server: TestServer;
before(async () => {
  browser = await launchBrowser();
  server = await startDemo();
});
after(async () => {
  await releaseBrowser(browser);
  await server.stop();
});

/** What a script of ours must never do, and what a journey says when one does. */
const breaches: Record<string, [script: () => void, problem: RegExp]> = {
  'writes HTML without a trusted type': [
    () => setTimeout(() => (document.body.innerHTML = '<b>bold</b>')),
    /TrustedHTML/,
  ],
  'loads an image from elsewhere': [
    () => document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/elsewhere.png' })),
    /Content Security Policy/,
  ],
  throws: [
    () =>
      setTimeout(() => {
        throw new Error('something broke');
      }),
    /something broke/,
  ],
  'logs an error': [() => reportError(new Error('something is wrong')), /something is wrong/],
};

for (const [handler, [script, problem]] of Object.entries(breaches)) {
  (handler === 'throws' ? test : testInFullRuns)(`a journey fails when its page ${handler}`, async () => {
    const profile = await openProfile(browser, server.origin);
    const tab = await profile.open();
    await tab.go('/');
    await tab.page.evaluate(script);
    while (tab.problems.length === 0)
      await tab.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    assert.match(tab.problems.join('\n'), problem);
    await assert.rejects(profile.close(), assert.AssertionError);
  });
}
