import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pagesWithScripts } from '../../demo/server/http/assets.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { startServer } from '../support/node/server.js';

test('the page of docs/first-page.md signs a user up, out and in', async () => {
  const [, html] = /^```html\n(.*?)^```$/ms.exec(await readFile(join(root, 'docs/first-page.md'), 'utf8'))!;
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-first-page-'));
  await writeFile(join(folder, 'index.html'), html!);
  const server = await startServer({ listens: true, pages: pagesWithScripts(folder, join(root, 'dist/cdn')) });
  const browser = await launchBrowser();
  const profile = await openProfile(browser, server.origin);
  // The page has no icon, and this server has no provider, which the button for one finds out.
  const tab = await profile.open({ expects: /status of 404/ });
  const authenticator = await tab.addAuthenticator();
  const isSignedIn = async (expected: boolean): Promise<unknown> =>
    tab.page.waitForFunction(
      async (wanted) => (await (await fetch('/session')).json()).signedIn === wanted,
      { polling: 100 },
      expected,
    );

  await tab.go('/');
  await tab.page.waitForSelector('latch-sign-out-button:defined');
  await tab.fill('latch-sign-up [name=username]', 'alice');
  await authenticator.whilePresent(async () => {
    await tab.page.keyboard.press('Enter');
    await isSignedIn(true);
  });
  await tab.page.click('latch-sign-out-button >>> [part=button]');
  await isSignedIn(false);
  await tab.go('/');
  await tab.waitForAutofill();
  await authenticator.whilePresent(async () => {
    await tab.chooseInAutofill();
    await isSignedIn(true);
  });

  assert.deepEqual(tab.problems, []);
  await profile.close();
  await releaseBrowser(browser);
  await server.stop();
  await rm(folder, { recursive: true });
});
