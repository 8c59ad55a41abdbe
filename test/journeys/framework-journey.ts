import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { prepareApp, type FrameworkApp } from './framework-app.js';
import { post } from './notes-page.js';

/** A file of an app that uses the tags wrongly, and what its type checker has to name. */
export interface WrongUse {
  file: string;
  text: string;
  names: readonly RegExp[];
}

/** Describes what holds for the same small app in a framework: see demo/frameworks. */
export function describeFramework(name: string, wrongUse: WrongUse): void {
  describe(`the app in ${name}`, () => {
    let app: FrameworkApp;
    let browser: Browser;
    before(async () => {
      app = await prepareApp(name.toLowerCase().replace(' ', '-'));
      browser = await launchBrowser();
    });
    after(() => releaseBrowser(browser));

    test('passes the strict type checker of the framework, as its documentation does, and wrong uses of the tags do not', async () => {
      const { code, output } = await app.checkWith({ [wrongUse.file]: wrongUse.text, ...readDocumented(name) });
      assert.notEqual(code, 0);
      for (const part of wrongUse.names) assert.match(output, part);
      const others = output.split('\n').filter((line) => /\b(src|app)\/(?!Wrong\.)[\w.]+/.test(line));
      assert.deepEqual(others, [], 'only the file with the wrong uses has errors');
    });

    test('signs in, keeps working when the user goes elsewhere in the middle, and signs out', async () => {
      await app.build();
      const site = await app.serve();
      const profile = await openProfile(browser, site.origin);
      const tab = await profile.open();
      const authenticator = await tab.addAuthenticator();
      const news = '[role=status]';
      const [home, account] = ['nav button:first-of-type', 'nav button:last-of-type'];

      await tab.go('/');
      await tab.find('latch-password-form >>> [part=button], latch-password-form button');
      const properties = await tab.page.evaluate(() => {
        const read = (tag: string) => document.querySelector(tag) as unknown as Record<string, unknown>;
        return {
          hints: [...(read('latch-passkey-button')['hints'] as string[])],
          autofillOnly: read('latch-passkey-field')['autofillOnly'],
          automatic: read('latch-password-form')['automatic'],
          length: read('latch-otp-input')['length'],
          autoSubmit: read('latch-otp-input')['autoSubmit'],
        };
      });
      assert.deepEqual(properties, {
        hints: ['client-device', 'hybrid'],
        autofillOnly: false,
        automatic: false,
        length: 8,
        autoSubmit: false,
      });
      await tab.fill('latch-otp-input input', '12345678');
      await tab.read(news, '8 digits entered.');

      await post(tab, '/signup', { username: 'ada', password: 'correct horse battery' });
      await tab.go('/');
      await tab.read('h1', 'Hello, ada');
      await authenticator.whilePresent(async () => {
        await tab.click('latch-passkey-create >>> [part=button]');
        await tab.read(news, 'Passkey created.');
      });
      await tab.find('latch-passkey-list >>> [part=item]');
      await tab.click('latch-sign-out-button >>> [part=button]');
      await tab.read(news, 'Signed out.');

      await tab.waitForAutofill();
      await tab.click('latch-passkey-field >>> [part=button]');
      await tab.until(() => window.watch.pending.modal === 1);
      await tab.click(home);
      await tab.read('h1', 'Home');
      await tab.until(() => window.watch.pending.modal === 0 && window.watch.pending.conditional === 0);
      await tab.click(account);
      await tab.waitForAutofill();
      await authenticator.whilePresent(async () => {
        await tab.chooseInAutofill();
        await tab.read('h1', 'Hello, ada');
      });
      await tab.read(news, 'Signed in with passkey.');
      await profile.close();
      await site.stop();
    });
  });
}

/** The component that docs/frameworks.md shows for a framework, if it is a file of its own. */
function readDocumented(name: string): Record<string, string> {
  const documentation = readFileSync(join(root, 'docs/frameworks.md'), 'utf8');
  const section = documentation.split(/^## /m).find((text) => text.startsWith(name)) ?? '';
  const [, language, text] = /^```(tsx|vue|svelte)\n([\s\S]*?)^```/m.exec(section) ?? [];
  return text === undefined ? {} : { [`${name === 'Next' ? 'app' : 'src'}/Documented.${language}`]: text };
}
