import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { ServerConfig } from '../../server/src/config/server-config.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { codeIn, otherThan, receiveCode } from '../support/node/codes.js';
import { signUp } from '../support/node/people.js';
import { appWith, setUpApp } from '../support/node/second-factors.js';
import type { TestServer } from '../support/node/server.js';
import type { Tab } from '../support/node/tab.js';
import { createPasskey, signOut, signUp as signUpInPage } from './account-page.js';
import { startDemo } from './demo-site.js';
import { startFamilySite } from './family-site.js';
import { fetchIn } from './worker-site.js';

const card = 'latch-sign-in';
const username = 'input[autocomplete~=username]';
const passwordField = 'input[autocomplete=current-password]';
const submit = `${card} > form[data-latch-card] > button`;
const heading = `${card} >>> h2`;
const code = `${card} >>> input[autocomplete=one-time-code]`;
const confirm = `${card} >>> form button`;
/** What is wrong, below its field. */
const problem = `${card} >>> .latch-problem`;
const password = 'correct horse battery';

/** Enters name and password in the card. */
async function enterPassword(tab: Tab, name: string): Promise<void> {
  await tab.go('/sign-in');
  await tab.fill(username, name);
  await tab.click(submit);
  await tab.fill(passwordField, password);
  await tab.click(submit);
}

const expectAccount = (tab: Tab, name: string): Promise<unknown> =>
  tab.read('[data-view=account] h1', `Hello, ${name}`);
const activeField = (tab: Tab): Promise<unknown> =>
  tab.page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('name'));

describe('the next steps in the sign-in card', () => {
  let browser: Browser;
  const servers: TestServer[] = [];
  before(async () => {
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    for (const server of servers) await server.stop();
  });

  async function visit(config: Partial<ServerConfig> = {}) {
    const server = await startDemo({ config });
    servers.push(server);
    const profile = await openProfile(browser, server.origin);
    // Wrong codes are 400, and this server has no providers.
    return { server, profile, tab: await profile.open({ expects: /status of (400|404|401)/ }) };
  }

  test('ask for a code after the password, say what is wrong with it, and lead back without loss', async () => {
    const { server, profile, tab } = await visit();
    const ada = await signUp(server, 'ada', password);
    const app = await setUpApp(ada.browser, server.clock);
    await enterPassword(tab, 'ada');
    await tab.read(heading, 'Confirm it’s you');
    assert.equal(await activeField(tab), 'code');
    await tab.click(confirm);
    await tab.read(problem, 'Enter the code.');
    await tab.fill(code, '123 456');
    await tab.click(confirm);
    await tab.read(problem, 'That code is wrong or was used.');
    await tab.click(`${card} >>> footer [part=action]`);
    assert.equal(await tab.page.$eval(username, (input) => (input as HTMLInputElement).value), 'ada');
    await tab.click(submit);
    await tab.fill(passwordField, password);
    await tab.click(submit);
    await tab.fill(code, app.code());
    await tab.click(confirm);
    await expectAccount(tab, 'ada');
    await profile.close();
  });

  test('take a recovery code, and go on after a reload at the address that a form without script leads to', async () => {
    const { server, profile, tab } = await visit();
    const bo = await signUp(server, 'bo', password);
    const app = await setUpApp(bo.browser, server.clock);
    await enterPassword(tab, 'bo');
    await tab.read(heading, 'Confirm it’s you');
    await tab.go('/sign-in?error=next_step');
    await tab.read(heading, 'Confirm it’s you');
    await tab.click(`${card} >>> button.plain`);
    await tab.fill(`${card} >>> input[name=recovery]`, app.recoveryCodes[0]!);
    await tab.click(confirm);
    await expectAccount(tab, 'bo');
    await profile.close();
  });

  test('set an authenticator app up where the policy requires one, show recovery codes once, and then terms', async () => {
    const termsUrl = 'https://example.com/terms';
    const { server, profile, tab } = await visit({ secondFactor: 'required', termsUrl });
    const cy = server.visitor();
    assert.equal((await cy.post('/signup', { username: 'cy', password })).status, 201);
    await enterPassword(tab, 'cy');
    await tab.read(heading, 'Set up an authenticator app');
    await tab.find(`${card} >>> .qr svg`);
    const secret = await tab.page.$eval(`${card} >>> .key code`, ({ textContent }) => textContent);
    const app = appWith(secret.replaceAll(' ', ''), server.clock);
    await tab.fill(code, app.code());
    await tab.click(confirm);
    await tab.read(heading, 'Save your recovery codes');
    assert.equal((await tab.page.$$(`${card} >>> .codes li`)).length, 10);
    await tab.click(`${card} >>> [part=button]`);
    await tab.read(heading, 'Accept the terms');
    assert.equal(await tab.page.$eval(`${card} >>> p a`, (link) => (link as HTMLAnchorElement).href), termsUrl);
    await tab.click(confirm);
    await tab.read(problem, 'Accept the terms to continue.');
    await tab.click(`${card} >>> input[type=checkbox]`);
    await tab.click(confirm);
    await expectAccount(tab, 'cy');
    await profile.close();
  });

  test('keep the recovery codes in sight until they are saved, although the session has begun with the code', async () => {
    const { server, profile, tab } = await visit({ secondFactor: 'required' });
    assert.equal((await server.visitor().post('/signup', { username: 'ed', password })).status, 201);
    await enterPassword(tab, 'ed');
    await tab.find(`${card} >>> .key code`);
    const secret = await tab.page.$eval(`${card} >>> .key code`, ({ textContent }) => textContent);
    await tab.fill(code, appWith(secret.replaceAll(' ', ''), server.clock).code());
    const told = tab.page.waitForResponse((response) => new URL(response.url()).pathname === '/session');
    await tab.click(confirm);
    await told;
    await tab.page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
    });
    await tab.read(heading, 'Save your recovery codes');
    assert.equal((await tab.page.$$(`${card} >>> .codes li`)).length, 10);
    await tab.click(`${card} >>> [part=button]`);
    await expectAccount(tab, 'ed');
    await profile.close();
  });

  test('take a passkey after the password, where the account requires one', async () => {
    const { profile, tab } = await visit();
    const authenticator = await tab.addAuthenticator();
    await signUpInPage(tab, 'dee', password);
    await createPasskey(tab, authenticator);
    const required = { method: 'PATCH', body: '{"required":true}', headers: { 'Content-Type': 'application/json' } };
    assert.match(await fetchIn(tab, '/account/second-factor', required), /^200 /);
    await signOut(tab);
    await enterPassword(tab, 'dee');
    await tab.read(heading, 'Confirm it’s you');
    assert.equal(await tab.page.$(code), null);
    await authenticator.whilePresent(async () => {
      await tab.click(`${card} >>> [part=button]`);
      await expectAccount(tab, 'dee');
    });
    assert.match(await fetchIn(tab, '/session'), /"authMethod":"passkey/);
    await profile.close();
  });

  test('ask for the code that was sent to the address, and take another address in place of a mistyped one', async () => {
    const { server, profile, tab } = await visit({ verifyAddress: 'added' });
    const eve = await signUp(server, 'eve', password);
    assert.equal((await eve.browser.patch('/account', { email: 'eve@example.cmo' })).status, 200);
    await enterPassword(tab, 'eve');
    await tab.read(heading, 'Confirm your address');
    await tab.read(`${card} >>> p`, 'Enter e…@example.cmo in full. We’ll send a code there.');
    assert.equal(await activeField(tab), 'address');
    await tab.click(confirm);
    await tab.read(problem, 'Enter your email address or phone number.');
    await tab.fill(`${card} >>> input[name=address]`, 'eve@example.com');
    await tab.click(confirm);
    await tab.find(code);
    assert.equal(await activeField(tab), 'code');
    const sent = codeIn((await server.sent()).at(-1)!);
    await tab.fill(code, otherThan(sent));
    await tab.click(confirm);
    await tab.read(problem, 'That code is wrong or expired.');
    await tab.find(`${code}[aria-invalid=true]`);
    await tab.fill(code, sent);
    await tab.find(`${code}[aria-invalid=false]`);
    await tab.click(confirm);
    await expectAccount(tab, 'eve');
    assert.match(await fetchIn(tab, '/account'), /"email":\{"address":"eve@example.com","verified":true\}/);
    await profile.close();
  });

  test('take a code to an address that was verified elsewhere meanwhile', async () => {
    const { server, profile, tab } = await visit({ verifyAddress: 'added' });
    const { browser: elsewhere } = await signUp(server, 'flo', password);
    assert.equal((await elsewhere.patch('/account', { email: 'flo@example.com' })).status, 200);
    await enterPassword(tab, 'flo');
    await tab.fill(`${card} >>> input[name=address]`, 'flo@example.com');
    await tab.click(confirm);
    await tab.find(code);
    const sent = codeIn((await server.sent()).at(-1)!);
    const { body } = await elsewhere.post('/otp/verify', {
      code: await receiveCode(server, elsewhere, 'flo@example.com'),
    });
    assert.deepEqual(body, { signedIn: false });
    await tab.fill(code, sent);
    await tab.click(confirm);
    await expectAccount(tab, 'flo');
    assert.match(await fetchIn(tab, '/session'), /"authMethod":"password"/);
    await profile.close();
  });

  test('say that nothing waits any more when the sign-in has ended elsewhere, and lead back', async () => {
    const { server, profile, tab } = await visit({ verifyAddress: 'added' });
    const { browser: elsewhere } = await signUp(server, 'gus', password);
    await elsewhere.patch('/account', { email: 'gus@example.com' });
    await enterPassword(tab, 'gus');
    await tab.read(heading, 'Confirm your address');
    assert.equal((await elsewhere.put('/account/password', { password: 'staple of another horse' })).status, 204);
    await tab.fill(`${card} >>> input[name=address]`, 'gus@example.com');
    await tab.click(confirm);
    await tab.find(code);
    await tab.fill(code, '123456');
    await tab.click(confirm);
    await tab.read(problem, 'That code is wrong or expired.');
    await tab.click(`${card} >>> footer button`);
    await tab.find(`${username}:enabled`);
    await profile.close();
  });

  test('are reported with the way that the sign-in began, also by the field for codes', async () => {
    const { server, profile, tab } = await visit({ verifyAddress: 'added' });
    const { browser: elsewhere } = await signUp(server, 'hal', password);
    await elsewhere.patch('/account', { email: 'hal@example.com' });
    await enterPassword(tab, 'hal');
    await tab.read(heading, 'Confirm your address');
    await tab.go('/otp-input');
    await tab.page.evaluate(() =>
      addEventListener('latch-signed-in', ({ detail }) => (document.documentElement.id = detail.method), {
        capture: true,
      }),
    );
    await tab.fill('#to', 'hal@example.com');
    await tab.click('latch-otp-input form button');
    await tab.read('latch-otp-input >>> [part=status]', 'a code is on its way.');
    await tab.fill('latch-otp-input input[autocomplete=one-time-code]', codeIn((await server.sent()).at(-1)!));
    await tab.page.keyboard.press('Enter');
    await tab.find('html#password');
    assert.match(await fetchIn(tab, '/session'), /"authMethod":"password"/);
    await profile.close();
  });

  test('let the user choose an account, at a backend where one password leads to several', async () => {
    const site = await startFamilySite(password, ['fay', 'gil']);
    for (const name of ['fay', 'gil']) await signUp(site.server, name, password);
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /status of (400|404|401)/ });
    await enterPassword(tab, 'family');
    await tab.read(heading, 'Choose an account');
    assert.deepEqual(
      await tab.page.$$eval(`${card} >>> button.neutral bdi`, (names) => names.map(({ textContent }) => textContent)),
      ['fay', 'gil'],
    );
    await tab.click(`${card} >>> button.neutral:last-of-type`);
    await expectAccount(tab, 'gil');
    await profile.close();
    await site.stop();
  });
});
