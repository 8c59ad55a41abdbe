import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Frame } from 'puppeteer-core';
import type {} from '../../src/provider/oidc/latch-oidc-button.js';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import { patience } from '../support/node/patience.js';
import { startProvider, type DevelopmentProvider } from '../support/node/provider.js';
import type { Tab } from '../support/node/tab.js';
import { createRunningClock } from '../support/node/clock.js';
import { startDemoAt } from './demo-site.js';
import { button, choose, status } from './provider-site.js';

describe('the button for a provider in a frame of another origin of the same site', () => {
  let browser: Browser;
  let provider: DevelopmentProvider;
  let site: Awaited<ReturnType<typeof startDemoAt>>;
  let ours: string;
  let embedder: string;
  let profile: Profile;
  before(async () => {
    browser = await launchBrowser([], ['--disable-popup-blocking']);
    provider = await startProvider();
    site = await startDemoAt(
      (port) => {
        [ours, embedder] = ['rp', 'emb'].map((name) => `http://${name}.app.localhost:${port}`) as [string, string];
        return { origins: [ours], rpId: 'rp.app.localhost', embedders: [embedder], providers: [provider.settings] };
      },
      { clock: createRunningClock() },
    );
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
    await provider.close();
  });

  /** Shows the page of the button in the embedder's frame. */
  async function embed(tab: Tab) {
    await tab.go(`${embedder}/embedder`);
    const before = await tab.lookInto('iframe');
    await before.frame.goto(`${ours}/oidc-button`);
    return tab.lookInto('iframe');
  }
  const allow = (frame: Frame) => frame.$eval('latch-oidc-button', (element) => (element.allowEmbedded = true));
  const openTab = async (): Promise<Tab> => {
    profile = await openProfile(browser, ours);
    return profile.open();
  };
  const whoIsSignedIn = (frame: Frame) =>
    frame.evaluate(async () => ((await (await fetch('/session')).json()) as { user?: { name: string } }).user?.name);
  const eventsIn = (frame: Frame) => frame.evaluate(() => window.watch.events.join());

  test('signs in by a window of its own, and the page around stays', async () => {
    const tab = await openTab();
    const frame = await embed(tab);
    await allow(frame.frame);
    const [opened] = await Promise.all([
      profile.context.waitForTarget((target) => target.url().includes('/interaction/')),
      frame.click(button),
    ]);
    const popup = (await opened.page())!;
    await popup.waitForSelector('button[name=person]');
    await frame.read(status, 'Continue in the other window.');
    await choose(popup, 'ada');
    await frame.until(() => location.pathname === '/home');
    assert.deepEqual(
      [await whoIsSignedIn(frame.frame), new URL(tab.page.url()).origin, (await profile.context.pages()).length],
      ['ada', embedder, 1],
    );
    await profile.close();
  });

  test('says that the window was blocked, and does not take the provider into the frame', async () => {
    const tab = await openTab();
    const frame = await embed(tab);
    await frame.find(button);
    const { frameTree } = await tab.devtools.send('Page.getFrameTree');
    const { executionContextId: contextId } = await tab.devtools.send('Page.createIsolatedWorld', {
      frameId: frameTree.childFrames![0]!.frame.id,
    });
    // what Puppeteer evaluates counts as a gesture for some seconds, which would let the window open
    const evaluate = async (expression: string) => {
      const { result, exceptionDetails } = await tab.devtools.send('Runtime.evaluate', {
        contextId,
        expression,
        userGesture: false,
      });
      assert.equal(exceptionDetails, undefined);
      return result.value as unknown;
    };
    const waitFor = async (condition: string) => {
      const end = Date.now() + patience;
      while (!(await evaluate(condition))) assert.ok(Date.now() < end, `${condition} has not come`);
    };
    await waitFor('!navigator.userActivation.isActive');
    await evaluate(`
      const element = document.querySelector('latch-oidc-button');
      element.setAttribute('allow-embedded', '');
      element.shadowRoot.querySelector('button').click()`);
    await waitFor(`element.matches(':state(failed), :state(open)')`);
    await frame.read(status, 'Your browser blocked the window. Allow pop-ups and try again.');
    assert.match(await eventsIn(frame.frame), /^latch-sign-in-failed .*"code":"popup_blocked"/);
    assert.equal(new URL(frame.frame.url()).pathname, '/oidc-button');
    await profile.close();
  });

  test('says that the page has to be opened in its own window where the page does not allow it, and opens none', async () => {
    const tab = await openTab();
    const frame = await embed(tab);
    await frame.read(status, 'Open this page in its own window to continue.');
    assert.deepEqual([(await profile.context.pages()).length, await whoIsSignedIn(frame.frame)], [1, undefined]);
    await profile.close();
  });
});
