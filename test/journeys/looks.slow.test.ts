import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser, type Profile } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { signOut, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';
import { testInFullRuns } from '../support/node/quick.js';

const looks = ['dark', 'newspaper', 'admin'];

/** The brands that are laid over the sign-in card, with the height of their controls in px. */
const brands: Readonly<Record<string, number>> = { neutral: 36, playful: 52, console: 28 };

/** The rules of a style sheet: selector and declarations. Blocks inside `@media` count like any others. */
function readRules(css: string): { selector: string; properties: string[] }[] {
  return [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({
    selector: selector!.trim(),
    properties: body!
      .split(';')
      .map((declaration) => declaration.split(':')[0]!.trim())
      .filter(Boolean),
  }));
}

describe('the style sheets of the looks', () => {
  for (const look of looks)
    test(`style elements with custom properties and parts alone: ${look}`, async () => {
      const rules = readRules(await readFile(join(root, `demo/look-${look}.css`), 'utf8'));
      const ofElements = rules.flatMap(({ selector, properties }) =>
        selector
          .split(',')
          .flatMap((single) => (/latch-[^ >+~]*$/.test(single.trim()) ? [{ single, properties }] : [])),
      );
      assert.ok(ofElements.some(({ single }) => single.includes('::part(')));
      assert.ok(rules.some(({ properties }) => properties.some((property) => property.startsWith('--latch-'))));
      const others = ofElements.filter(
        ({ single, properties }) =>
          !single.includes('::part(') && properties.some((property) => !property.startsWith('--latch-')),
      );
      assert.deepEqual(others, []);
    });
});

describe('the style sheets of the brands', () => {
  for (const brand of Object.keys(brands))
    test(`use nothing but documented custom properties and parts: ${brand}`, async () => {
      const css = await readFile(join(root, `demo/brand-${brand}.css`), 'utf8');
      const docs = await readFile(join(root, 'docs/elements.md'), 'utf8');
      const names = [...css.matchAll(/--latch-[a-z-]+/g)].map(([name]) => name);
      const parts = [...css.matchAll(/::part\(([a-z-]+)\)|\[part='([a-z-]+)'\]/g)].map(
        ([, one, other]) => one ?? other!,
      );
      assert.ok(names.length > 8 && parts.length > 0);
      const unknown = [...new Set([...names, ...parts])].filter(
        (name) => !docs.includes(`\`${name}\``) && !docs.includes(`[part='${name}']`),
      );
      assert.deepEqual(unknown, []);
      const rest = css.replaceAll(/data-latch-card|--latch-[a-z-]+/g, '');
      assert.doesNotMatch(rest, /!important|data-latch|\.latch-/);
    });
});

describe('the looks', () => {
  let browser: Browser;
  let server: TestServer;
  let profile: Profile;
  let tab: Tab;
  before(async () => {
    browser = await launchBrowser();
    server = await startDemo();
    profile = await openProfile(browser, server.origin);
    // the newspaper asks for what a server without a provider does not have
    tab = await profile.open({ expects: /status of 404/ });
    await signUp(tab, 'reader');
    await signOut(tab);
  });
  after(async () => {
    await profile.close();
    await releaseBrowser(browser);
    await server.stop();
  });

  /** Presses Tab until what `selector` finds has the focus, through shadow roots. */
  async function reach(selector: string): Promise<void> {
    for (let presses = 0; presses < 30; presses += 1) {
      await tab.page.keyboard.press('Tab');
      const isThere = await tab.page.evaluate((wanted) => {
        let focused = document.activeElement;
        while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
        return !!focused?.matches(wanted);
      }, selector);
      if (isThere) return;
    }
    assert.fail(`Tab does not lead to ${selector}.`);
  }

  const isTooWide = () => document.documentElement.scrollWidth > innerWidth;

  test('fit a window of 360 pixels', async () => {
    await tab.page.setViewport({ width: 360, height: 800 });
    for (const look of looks) {
      await tab.go(`/look-${look}`);
      await tab.find('[data-signed-out]:not([hidden])');
      assert.equal(await tab.page.evaluate(isTooWide), false, look);
    }
    await tab.page.setViewport({ width: 1280, height: 800 });
  });

  test('obey the size of controls everywhere in the card of a brand, and show its password step', async () => {
    for (const [brand, size] of Object.entries(brands)) {
      await tab.go(`/brand-${brand}`);
      await tab.find('latch-sign-in input[name=username]');
      const heights = await tab.page.evaluate(() => {
        const card = document.querySelector('latch-sign-in')!;
        const controls = [
          ...card.querySelectorAll<HTMLElement>('form input, form > button'),
          ...card.shadowRoot!.querySelectorAll<HTMLElement>('button'),
        ];
        return controls.filter((control) => control.checkVisibility()).map(({ offsetHeight }) => offsetHeight);
      });
      assert.deepEqual([...new Set(heights)], [size], brand);
      assert.equal(await tab.page.evaluate(isTooWide), false, brand);
      await tab.page.type('latch-sign-in input[name=username]', 'reader');
      await tab.page.keyboard.press('Enter');
      await tab.read('latch-sign-in >>> h2', 'Enter your password');
    }
  });

  testInFullRuns('sign a reader of the newspaper in and out with the keyboard alone', async () => {
    await tab.go('/look-newspaper');
    await reach('#username');
    await tab.page.keyboard.type('reader');
    await reach('#password');
    await tab.page.keyboard.type('correct horse');
    await tab.page.keyboard.press('Enter');
    await tab.read('[data-signed-in] h2', 'Good evening, reader');
    await reach('[part=button]');
    await tab.page.keyboard.press('Enter');
    await tab.find('[data-signed-out]:not([hidden])');
  });

  testInFullRuns('show the lists of the admin page to who is signed in, and no one else', async () => {
    await tab.go('/look-admin');
    await tab.find('#sign-in:not([hidden])');
    assert.equal(await tab.page.$eval('latch-passkey-list', (list) => list.checkVisibility()), false);
    await tab.page.evaluate(() =>
      fetch('/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'reader', password: 'correct horse' }),
      }),
    );
    await tab.go('/look-admin');
    await tab.read('latch-passkey-list >>> .empty', 'No passkeys yet');
    await tab.page.setViewport({ width: 360, height: 800 });
    assert.equal(await tab.page.evaluate(isTooWide), false);
    await tab.page.setViewport({ width: 1280, height: 800 });
  });
});
