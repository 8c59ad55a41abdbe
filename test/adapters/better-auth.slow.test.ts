import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import type { Browser } from 'puppeteer-core';
import { timeStepAt, totpCode } from '../../src/conformance/totp.js';
import { createDatabase, skipWithoutPostgres } from '../support/node/postgres.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import { post, walkThroughElements } from './app-journey.js';
import { startApp, type AppSite } from './app-site.js';
import { startBetterAuth, type BetterAuthOptions } from './better-auth.js';
import { runDocumented } from './documented-server.js';
import { installPackages } from './packages.js';

const user = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
const card = (selector: string) => `latch-sign-in >>> ${selector}`;
const status = card('[part=status]');

async function startSite(options?: BetterAuthOptions): Promise<AppSite> {
  return startApp(async (origin) => ({
    handle: await startBetterAuth(origin, options),
    head: '<meta name="latch-backend" content="better-auth">',
  }));
}

/** Types the name and the password into the card. */
async function enter(tab: Tab, { email, password }: { email: string; password: string }): Promise<void> {
  await tab.fill('latch-sign-in > form input[name=username]', email);
  await tab.click('latch-sign-in > form > button');
  await tab.fill('latch-sign-in > form input[name=password]', password);
  await tab.click('latch-sign-in > form > button');
}

/** Creates an account in the card. */
async function signUp(tab: Tab, { email, password }: { email: string; password: string }): Promise<void> {
  await tab.click(card('footer [part=action]'));
  await tab.fill('latch-sign-up > form input[name=username]', email);
  await tab.fill('latch-sign-up > form input[name=password]', password);
  await tab.click('latch-sign-up > form > button');
}

const next = card('form[data-latch-card] button');

/** Asks the database of a backend. */
async function query(connectionString: string, sql: string): Promise<pg.QueryResult> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  return database.query(sql).finally(() => database.end());
}

describe('Better Auth with its passkey plugin', { skip: await skipWithoutPostgres() }, () => {
  let browser: Browser;
  const sites: AppSite[] = [];
  before(async () => {
    await installPackages();
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    for (const site of sites) await site.close();
  });

  /** A tab at the card of an app whose backend has these options. */
  const openCard = async (options?: BetterAuthOptions, expects = /status of 40[0-3]/) => {
    const site = await startSite(options);
    sites.push(site);
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects });
    await tab.go('/card');
    return { tab, profile };
  };

  test('creates, lists and names passkeys, signs in with them by button and in autofill, and signs out', async () => {
    const site = await startSite();
    sites.push(site);
    await walkThroughElements({
      browser,
      site,
      name: user.email,
      canChange: true,
      expects: /status of 401/,
      signIn: (tab) => post(tab, '/api/auth/sign-up/email', user),
    });
  });

  test('runs as the documentation sets it up', async () => {
    await runDocumented('Better Auth', { DATABASE_URL: await createDatabase() }, async (origin) => {
      const ask = (path: string, body?: object) =>
        fetch(`${origin}/api/auth/${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { 'content-type': 'application/json', origin },
          ...(body && { body: JSON.stringify(body) }),
        });
      assert.equal(await (await ask('get-session')).json(), null);
      assert.equal((await ask('sign-up/email', user)).status, 200);
      assert.equal((await ask('passkey/generate-authenticate-options')).status, 200);
      assert.equal((await ask('two-factor/verify-totp', { code: '123456' })).status, 401);
    });
  });

  test('steps up by the password, and by a passkey once there is one', async () => {
    const databaseUrl = await createDatabase();
    const site = await startSite({ databaseUrl });
    sites.push(site);
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /status of 40[13]/ });
    const authenticator = await tab.addAuthenticator();
    const open = async () => {
      await query(databaseUrl, `update session set "createdAt" = now() - interval '2 days'`);
      await tab.go('/');
      await tab.read('#who', `Signed in: ${user.email}`);
    };
    const countFresh = async () =>
      (await query(databaseUrl, `select id from session where "createdAt" > now() - interval '1 day'`)).rowCount;
    await tab.go('/');
    await tab.read('#who', 'Signed out');
    await post(tab, '/api/auth/sign-up/email', user);

    await open();
    await authenticator.whilePresent(async () => {
      await tab.click('latch-passkey-create >>> [part=button]');
      await tab.fill('latch-passkey-create >>> input[name=password]', user.password);
      await tab.click('latch-passkey-create >>> [part=dialog-confirm]');
      await tab.read('latch-passkey-create >>> [part=status]', 'Your passkey is ready');
    });

    await open();
    assert.equal(await countFresh(), 0);
    await authenticator.whilePresent(async () => {
      await tab.click('latch-passkey-create >>> [part=button]');
      await tab.read('latch-passkey-create >>> [part=status]', 'already');
    });
    assert.equal(await countFresh(), 1);
    await profile.close();
  });

  test('lists the devices, and says that a name is taken or a password wrong', async () => {
    const { tab, profile } = await openCard(undefined, /status of 4(01|22)/);
    // Once the adapter is there, which the page loads.
    await tab.find('latch-sign-in > form input[name=username][type=email]');
    await tab.read('latch-sign-in > form label', 'Email');
    await signUp(tab, user);
    await tab.read('#who', `Signed in: ${user.email}`);
    await tab.read('latch-session-list >>> [part=item-title]', 'Chrome');
    await tab.click('latch-sign-out-button >>> [part=button]');
    await tab.read('#who', 'Signed out');
    await tab.go('/card');
    await signUp(tab, user);
    await tab.read('latch-sign-up > form .latch-problem', 'taken');
    await tab.go('/card');
    await enter(tab, { ...user, password: 'not the password' });
    await tab.read('latch-sign-in > form', 'Wrong username or password');
    await profile.close();
  });

  test('signs in with the code of an authenticator app, and with a backup code, only after the password', async () => {
    const { tab, profile } = await openCard({ twoFactor: {} });
    await post(tab, '/api/auth/sign-up/email', user);
    const ask = (path: string, body: object) =>
      tab.page.evaluate(
        async (address, json) => {
          const headers = { 'content-type': 'application/json' };
          return (await fetch(address, { method: 'POST', headers, body: json })).json();
        },
        `/api/auth/two-factor/${path}`,
        JSON.stringify(body),
      );
    const { totpURI, backupCodes } = (await ask('enable', { password: user.password })) as {
      totpURI: string;
      backupCodes: string[];
    };
    const secret = new URL(totpURI).searchParams.get('secret')!;
    const code = () => totpCode(secret, timeStepAt(Date.now()));
    await ask('verify-totp', { code: await code() });
    await tab.go('/card');
    await tab.read('#who', `Signed in: ${user.email}`);
    await tab.click('latch-sign-out-button >>> [part=button]');
    await tab.read('#who', 'Signed out');

    await tab.go('/card');
    await enter(tab, user);
    await tab.read(card('h2'), 'Confirm it’s you');
    await tab.read('#who', 'Signed out');
    await tab.fill(card('input[name=code]'), '000000');
    await tab.click(next);
    await tab.read(card('.latch-problem'), 'That code is wrong');
    await tab.fill(card('input[name=code]'), await code());
    await tab.click(next);
    await tab.read('#who', `Signed in: ${user.email}`);
    await tab.click('latch-sign-out-button >>> [part=button]');
    await tab.read('#who', 'Signed out');

    await tab.go('/card');
    await enter(tab, user);
    await tab.read(card('h2'), 'Confirm it’s you');
    await tab.click(card('[part=action]'));
    await tab.fill(card('input[name=recovery]'), backupCodes[0]!);
    await tab.click(next);
    await tab.read('#who', `Signed in: ${user.email}`);
    await profile.close();
  });

  test('says that a second factor took too long, and begins again', async () => {
    const databaseUrl = await createDatabase();
    const codes: string[] = [];
    const sendOTP = async ({ otp }: { otp: string }) => void codes.push(otp);
    const { tab, profile } = await openCard({ twoFactor: { sendOTP }, databaseUrl });
    await post(tab, '/api/auth/sign-up/email', user);
    await post(tab, '/api/auth/two-factor/enable', { password: user.password, method: 'otp' });
    await post(tab, '/api/auth/sign-out', {});
    await tab.go('/card');
    await enter(tab, user);
    await tab.read(card('h2'), 'Confirm your address');
    await query(databaseUrl, 'delete from verification');
    await tab.fill(card('input[name=code]'), codes.at(-1)!);
    await tab.click(next);
    await tab.read(status, 'took too long');
    await tab.go('/card');
    await enter(tab, user);
    await tab.read(card('h2'), 'Confirm your address');
    await tab.fill(card('input[name=code]'), codes.at(-1)!);
    await tab.click(next);
    await tab.read('#who', `Signed in: ${user.email}`);
    await profile.close();
  });

  test('signs in with a code that the backend sends', async () => {
    const codes: string[] = [];
    const sendOTP = async ({ otp }: { otp: string }) => void codes.push(otp);
    const { tab, profile } = await openCard({ twoFactor: { sendOTP } });
    await post(tab, '/api/auth/sign-up/email', user);
    await post(tab, '/api/auth/two-factor/enable', { password: user.password, method: 'otp' });
    await post(tab, '/api/auth/sign-out', {});
    await tab.go('/card');
    await enter(tab, user);
    await tab.read(card('h2'), 'Confirm your address');
    await tab.read('#who', 'Signed out');
    await tab.fill(card('input[name=code]'), codes.at(-1)!);
    await tab.click(next);
    await tab.read('#who', `Signed in: ${user.email}`);
    await profile.close();
  });

  test('waits until the link of the message is opened', async () => {
    const links: string[] = [];
    const { tab, profile } = await openCard({
      emailAndPassword: { requireEmailVerification: true },
      emailVerification: {
        sendVerificationEmail: async ({ url }: { url: string }) => void links.push(url),
        autoSignInAfterVerification: true,
      },
    });
    await signUp(tab, user);
    await tab.read(card('h2'), 'Confirm your address');
    await tab.read(card('p'), user.email);
    await tab.read('#who', 'Signed out');
    assert.equal(links.length, 1);
    await tab.click(card('[part=button]'));
    await tab.read(status, 'not signed in yet');

    await tab.go('/card');
    await enter(tab, user);
    await tab.read(card('h2'), 'Confirm your address');
    assert.equal(links.length, 2);
    const other = await profile.open({});
    await other.go(links[1]!);
    await other.page.close();
    await tab.click(card('[part=button]'));
    await tab.read('#who', `Signed in: ${user.email}`);
    await profile.close();
  });

  test('signs a new user in whom the backend does not sign in itself', async () => {
    const { tab, profile } = await openCard({ emailAndPassword: { autoSignIn: false } });
    await signUp(tab, user);
    await tab.read('#who', `Signed in: ${user.email}`);
    await tab.click('latch-sign-out-button >>> [part=button]');
    await tab.read('#who', 'Signed out');
    await tab.go('/card');
    await signUp(tab, { ...user, password: 'the password of another' });
    await tab.read('latch-sign-up > form .latch-problem', 'taken');
    await tab.read('#who', 'Signed out');
    await profile.close();
  });
});
