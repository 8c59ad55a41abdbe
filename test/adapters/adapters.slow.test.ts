import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { post, walkThroughElements } from './app-journey.js';
import { startApp } from './app-site.js';
import { ownApp } from './own-app.js';
import {
  aspNetIdentity,
  beginAndFinish,
  djangoAllauth,
  laravelFortify,
  simpleWebAuthn,
  springSecurity,
  supabaseAuth,
} from './frameworks.js';
import { installPackages } from './packages.js';
import { user } from './stand-in.js';

const documentation = readFileSync(join(root, 'docs/adapters.md'), 'utf8');
const [, example = ''] = /## Write an adapter[\s\S]*?```js\n([\s\S]*?)```/.exec(documentation) ?? [];

describe('an adapter', () => {
  let browser: Browser;
  before(async () => {
    browser = await launchBrowser();
  });
  after(() => releaseBrowser(browser));

  test('of the documentation has at most 40 lines', () => {
    const lines = example.trimEnd().split('\n').length;
    assert.ok(lines > 10 && lines <= 40, `${lines} lines`);
  });

  test('of the documentation serves an app with paths and tokens of its own', async () => {
    const site = await startApp((origin) => ownApp(origin, example));
    await walkThroughElements({
      browser,
      site,
      name: user.email,
      canChange: false,
      expects: /status of 401/,
      signIn: (tab) => post(tab, '/api/session/', { username: user.email, password: user.password }, 'csrftoken'),
    });
    await site.close();
  });

  for (const framework of [
    springSecurity,
    djangoAllauth,
    laravelFortify,
    aspNetIdentity,
    supabaseAuth,
    simpleWebAuthn,
    beginAndFinish,
  ]) {
    test(`for ${framework.title} serves a stand-in that follows the documentation`, async () => {
      if (framework.needsPackages) await installPackages();
      const site = await startApp(framework.create);
      await walkThroughElements({
        browser,
        site,
        name: framework.shows ?? user.email,
        canChange: framework.canChange,
        hasList: framework.hasList,
        expects: /status of (?:401|404|501)/,
        signIn: framework.signIn,
      });
      await site.close();
    });
  }

  test('for django-allauth steps up by the password, and by a passkey once there is one', async () => {
    const site = await startApp(djangoAllauth.create);
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /status of 40[01]/ });
    const authenticator = await tab.addAuthenticator();
    const open = async () => {
      await tab.page.evaluate(() => fetch('/_allauth/browser/v1/age').then(() => {}));
      await tab.go('/');
      await tab.read('#who', `Signed in: ${user.email}`);
    };
    const lastMethod = () =>
      tab.page.evaluate(async () => {
        const { data } = await (await fetch('/_allauth/browser/v1/auth/session')).json();
        const { method, reauthenticated } = data.methods.at(-1);
        return [method, reauthenticated];
      });
    await tab.go('/');
    await tab.read('#who', 'Signed out');
    await djangoAllauth.signIn(tab);

    await open();
    const password = 'latch-passkey-create >>> input[name=password]';
    const confirm = 'latch-passkey-create >>> [part=dialog-confirm]';
    await authenticator.whilePresent(async () => {
      await tab.click('latch-passkey-create >>> [part=button]');
      await tab.fill(password, 'not the password');
      await tab.click(confirm);
      await tab.read('latch-passkey-create >>> #problem', 'password');
      await tab.fill(password, user.password);
      await tab.click(confirm);
      await tab.read('latch-passkey-create >>> [part=status]', 'Your passkey is ready');
    });
    assert.deepEqual(await lastMethod(), ['password', true]);

    await open();
    await authenticator.whilePresent(async () => {
      await tab.choose('latch-passkey-list >>>', 'Rename');
      await tab.fill('latch-passkey-list >>> input', 'Blue key');
      await tab.click('latch-passkey-list >>> form button');
      await tab.read('latch-passkey-list >>> [part=item-title]', 'Blue key');
    });
    assert.deepEqual(await lastMethod(), ['mfa', true]);
    await profile.close();
    await site.close();
  });

  test('for Supabase says that a user who was deleted is signed out', async () => {
    await installPackages();
    const site = await startApp(supabaseAuth.create);
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /status of 40[13]/ });
    await tab.go('/');
    await tab.read('#who', 'Signed out');
    await supabaseAuth.signIn(tab);
    await tab.go('/');
    await tab.read('#who', `Signed in: ${user.email}`);
    await tab.page.evaluate(() => fetch('/auth/v1/delete-user').then(() => {}));
    await tab.go('/');
    await tab.read('#who', 'Signed out');
    await profile.close();
    await site.close();
  });
});
