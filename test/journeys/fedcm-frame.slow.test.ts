import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Frame } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { watchFedCmDialogs } from '../support/node/fedcm-dialogs.js';
import { startProvider, type DevelopmentProvider } from '../support/node/provider.js';
import type { Tab } from '../support/node/tab.js';
import { createRunningClock } from '../support/node/clock.js';
import { startDemoAt } from './demo-site.js';
import { button, reasons, signInAtProvider, status } from './fedcm-visit.js';

describe('the FedCM button in a frame of another origin of the same site', () => {
  let browser: Browser;
  let provider: DevelopmentProvider;
  let site: Awaited<ReturnType<typeof startDemoAt>>;
  let ours: string;
  let embedder: string;
  before(async () => {
    browser = await launchBrowser([]);
    provider = await startProvider();
    site = await startDemoAt(
      (port) => {
        [ours, embedder] = ['rp', 'emb'].map((name) => `http://${name}.app.localhost:${port}`) as [string, string];
        return { origins: [ours], rpId: 'rp.app.localhost', embedders: [embedder], fedcm: [provider.fedcm] };
      },
      { clock: createRunningClock() },
    );
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
    await provider.close();
  });

  /** Shows the page of the button in the embedder's frame, with this `allow`. */
  async function embed(tab: Tab, allow: string, allowEmbedded: boolean) {
    await tab.go(`${embedder}/embedder`);
    await tab.page.$eval('iframe', (frame, value) => frame.setAttribute('allow', value), allow);
    const before = await tab.lookInto('iframe');
    await before.frame.goto(`${ours}/fedcm-button`);
    const frame = await tab.lookInto('iframe');
    await frame.frame.$eval(
      'latch-fedcm-button',
      (element, allowed) => (element.allowEmbedded = allowed),
      allowEmbedded,
    );
    return frame;
  }

  const isSignedIn = (frame: Frame) =>
    frame.evaluate(async () => ((await (await fetch('/session')).json()) as { signedIn: boolean }).signedIn);

  test('signs in where its page allows it and the page around hands it on', async () => {
    const profile = await openProfile(browser, ours);
    const tab = await profile.open({ expects: reasons });
    await signInAtProvider(tab, provider, 'ada');
    const dialogs = await watchFedCmDialogs(tab.devtools);
    const frame = await embed(tab, 'identity-credentials-get', true);
    await frame.click(button);
    await (await dialogs.next()).choose('ada@people.example');
    await frame.until(() => location.pathname === '/home');
    assert.equal(await isSignedIn(frame.frame), true);
    await profile.close();
  });

  for (const [what, allow, allowEmbedded] of [
    ['the page around does not hand it on', 'publickey-credentials-get', true],
    ['its own page does not allow it', 'identity-credentials-get', false],
  ] as const) {
    test(`says that the page has to be opened in its own window where ${what}`, async () => {
      const profile = await openProfile(browser, ours);
      const tab = await profile.open({ expects: reasons });
      const dialogs = await watchFedCmDialogs(tab.devtools);
      const frame = await embed(tab, allow, allowEmbedded);
      await frame.click(button);
      await frame.read(status, 'Open this page in its own window to continue.');
      assert.match(
        (await frame.frame.evaluate(() => window.watch.events)).join(),
        /latch-sign-in-failed .*"code":"unsupported"/,
      );
      assert.deepEqual([dialogs.shown, await isSignedIn(frame.frame)], [0, false]);
      await profile.close();
    });
  }
});
