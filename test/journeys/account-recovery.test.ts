import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { createShownMessages } from '../../server/src/one-time-codes/shown-messages.js';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { expectSession, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';
import { plainPages } from './plain-page.js';
import { testInFullRuns } from '../support/node/quick.js';

const field = 'latch-otp-input input[autocomplete=one-time-code]';
const status = 'latch-otp-input >>> [part=status]';

let browser: Browser;
let server: TestServer;
before(async () => {
  browser = await launchBrowser();
  const pages = await plainPages();
  const own = `<!doctype html><title>Code</title><link rel="icon" href="/favicon.svg"><script type="module" src="/cdn/latchkey.js"></script><latch-otp-input><label>Code <input id="own"></label></latch-otp-input>`;
  const ownPage = { body: new TextEncoder().encode(own), contentType: 'text/html', immutable: false };
  server = await startDemo({
    shownMessages: createShownMessages(Date.now),
    pages: async (path) => (path === '/own' ? ownPage : pages(path)),
  });
});
after(async () => {
  await releaseBrowser(browser);
  await server.stop();
});

/** Reads the code in the latest message, on the page that shows them. */
async function readCode(profile: Profile): Promise<string> {
  const tab = await profile.open();
  await tab.go('/messages');
  await tab.find('.messages li');
  const [, code] = /\n@localhost #(\d{6})$/.exec(
    await tab.page.$eval('.messages li pre', ({ textContent }) => textContent),
  )!;
  await tab.page.close();
  return code!;
}

/** Everything that the tab shows, remembers and has in its address. */
function everythingIn({ page }: Tab): Promise<string> {
  return page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input')].map(({ value }) => value),
      location.href,
      JSON.stringify(history.state),
      JSON.stringify({ ...localStorage, ...sessionStorage }),
    ].join(),
  );
}

test('a user who has lost their passkey gets back in by mail, creates a new one, and can do nothing else before they have used it', async () => {
  const home = await openProfile(browser, server.origin);
  const desk = await home.open();
  const authenticator = await desk.addAuthenticator();
  await authenticator.whilePresent(() => signUp(desk, 'alice', ''));
  await desk.go('/otp-input');
  await desk.read('[data-fact=address]', 'You have none yet.');
  await desk.fill('#email', 'Alice@Example.com');
  await desk.click('form button');
  await desk.read(status, 'a code is on its way.');
  await desk.fill(field, await readCode(home));
  await desk.click('latch-otp-input >>> [part=button]');
  await desk.read('[data-fact=address]', 'alice@example.com is verified.');
  await home.close();

  const away = await openProfile(browser, server.origin);
  const tab = await away.open({ expects: /status of 403/ });
  const newAuthenticator = await tab.addAuthenticator();
  await tab.go('/otp-input');
  await tab.fill('#to', 'alice@example.com');
  await tab.page.keyboard.press('Enter');
  await tab.read(status, 'a code is on its way.');
  const code = await readCode(away);
  await tab.find(`${field}:focus`);
  await tab.page.keyboard.type(code);
  await tab.page.keyboard.press('Enter');
  await tab.find('[data-view=new-passkey]');
  assert.ok(!(await everythingIn(tab)).includes(code));

  const change = () =>
    tab.page.evaluate(async () => {
      const answer = await fetch('/account', {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: '{"email":"mallory@example.com"}',
      });
      return [answer.status, ((await answer.json()) as { methods?: string[] }).methods];
    });
  assert.deepEqual(await change(), [403, ['passkey']]);
  await newAuthenticator.whilePresent(async () => {
    await tab.click('latch-passkey-create >>> [part=button]');
    await tab.read('latch-passkey-create >>> [part=status]', 'Your passkey is ready');
  });
  assert.deepEqual(await change(), [403, ['passkey']]);

  await tab.go('/home');
  await tab.find('[data-view=account]');
  await expectSession(tab, 'alice', 'with a one-time code');
  await away.close();
});

testInFullRuns('a user without an account gets the same answers, and no message', async () => {
  const profile = await openProfile(browser, server.origin);
  const tab = await profile.open({ expects: /status of 400/ });
  await tab.go('/otp-input');
  await tab.fill('#to', 'unknown@example.com');
  await tab.click('form button');
  await tab.read(status, 'If we know that address, a code is on its way.');
  await tab.fill(field, '000000');
  await tab.click('latch-otp-input >>> [part=button]');
  await tab.read(status, 'That code is wrong or expired.');
  assert.equal(await tab.page.$eval(field, (input) => (input as HTMLInputElement).value), '');
  await tab.go('/messages');
  await tab.find('[data-found]');
  await tab.until(() => document.querySelector('[data-found]')!.textContent !== '');
  assert.ok(!(await tab.page.evaluate(() => document.body.innerText)).includes('unknown@'));
  await profile.close();
  assert.deepEqual(server.logs, []);
});

testInFullRuns('a code that was entered is not there any more when a user goes back to the page', async () => {
  const profile = await openProfile(browser, server.origin);
  const tab = await profile.open();
  await tab.go('/own');
  await tab.find('#own[autocomplete=one-time-code]');
  await tab.page.type('#own', '12345');
  await tab.go('/messages');
  await tab.page.goBack();
  await tab.find('#own[autocomplete=one-time-code]');
  assert.equal(await tab.page.$eval('#own', (input) => (input as HTMLInputElement).value), '');
  await profile.close();
});
