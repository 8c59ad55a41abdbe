import assert from 'node:assert/strict';
import { readFile, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { build } from 'vite';
import { assetsIn, type Asset } from '../../server/src/http/assets.js';
import { png } from '../cli/site.js';
import { latchkeyHere } from '../cli/run-cli.js';
import { prepareApp, serveBeside } from '../journeys/framework-app.js';
import { post } from '../journeys/notes-page.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import type { Authenticator } from '../support/node/virtual-authenticator.js';
import { extractSnippets } from './snippets.js';
import { createStranger, root, type Stranger } from './stranger.js';

const account = { username: 'ada', password: 'correct horse battery' };
/** Another page of the app, on which users who are signed in create a passkey. */
const pageToCreatePasskeys = `<!doctype html>
<title>Create a passkey</title>
<latch-passkey-create></latch-passkey-create>
<script type="module">import 'latchkey/define/passkey-create';</script>
`;
/** What a new app made with Vite has for React. */
const pageForReact = `<!doctype html>
<title>React app</title>
<link rel="icon" href="data:," />
<div id="root"></div>
<script type="module" src="/src/main.tsx"></script>
`;
const mainForReact = `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import App from './App.tsx';

createRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>);
`;
const icon: Asset = { body: new Uint8Array(png(16, 16)), contentType: 'image/png', immutable: false };

/** What a user of a built app has, and what its pages sent. */
interface Visit {
  tab: Tab;
  authenticator: Authenticator;
  origin: string;
}

/** The code blocks of a guide in one language, word for word. */
async function readBlocks(guide: string, language: string): Promise<string[]> {
  const text = await readFile(join(root, 'skill', guide), 'utf8');
  return extractSnippets(text, guide).flatMap((snippet) => (snippet.language === language ? snippet.text : []));
}

/** Has the user dismiss the next prompt for a passkey. Autofill is no prompt. */
async function dismissNextPrompt({ page }: Tab, method: 'create' | 'get'): Promise<void> {
  await page.evaluate((name) => {
    const real = navigator.credentials[name].bind(navigator.credentials) as (
      options?: CredentialRequestOptions,
    ) => Promise<Credential | null>;
    navigator.credentials[name] = (options?: CredentialRequestOptions) => {
      if (options?.mediation === 'conditional') return real(options);
      navigator.credentials[name] = real;
      return Promise.reject(new DOMException('The user dismissed the prompt.', 'NotAllowedError'));
    };
  }, method);
}

const isSignedIn = ({ page }: Tab): Promise<boolean> =>
  page.evaluate(async () => {
    const response = await fetch('/session');
    return ((await response.json()) as { signedIn: boolean }).signedIn;
  });

/** Adds a passkey to the account that is signed in, as a page for settings would. */
async function registerPasskey(tab: Tab, authenticator: Authenticator): Promise<void> {
  await tab.go('/create');
  await authenticator.whilePresent(async () => {
    await tab.click('latch-passkey-create >>> [part=button]');
    await tab.read('latch-passkey-create >>> [part=status]', 'Your passkey is ready');
  });
  await authenticator.hold(1);
}

/** Signs in with the card, by password. */
async function signInByPassword(tab: Tab): Promise<void> {
  await tab.fill('latch-sign-in input[autocomplete~=username]', account.username);
  await tab.page.keyboard.press('Enter');
  await tab.find('latch-sign-in input[autocomplete=current-password]:focus');
  await tab.page.keyboard.type(account.password);
  await tab.page.keyboard.press('Enter');
}

/** Signs in with the card, by passkey, after the user has dismissed one prompt. */
async function signInByPasskey(tab: Tab, authenticator: Authenticator): Promise<void> {
  await dismissNextPrompt(tab, 'get');
  await tab.click('latch-sign-in >>> [part=button]');
  await tab.waitForAutofill();
  assert.equal(await isSignedIn(tab), false);
  await authenticator.whilePresent(async () => {
    await tab.click('latch-sign-in >>> [part=button]');
    await tab.read('main h1', 'You are signed in');
  });
}

const lock = 'latch-vault-unlock >>> [part=button]';

/** Creates the vault of an account without a passkey: the passkey is created first. */
async function createVault(tab: Tab, authenticator: Authenticator): Promise<void> {
  const dialog = 'latch-vault-unlock >>> dialog[open]';
  await authenticator.whilePresent(async () => {
    await tab.click(lock);
    await tab.click(`${dialog} [part=dialog-confirm]`);
    await tab.read(`${dialog} p`, 'Use it once to finish.');
    await tab.click(`${dialog} [part=dialog-confirm]`);
    await tab.find('latch-vault-unlock[unlocked]');
  });
}

describe('the skill', () => {
  let stranger: Stranger;
  let browser: Browser;
  before(async () => {
    stranger = await createStranger();
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    await stranger.remove();
  });

  /**
   * Puts the page of a guide into an app with nothing else in it, builds the app, and has a new user visit it beside the
   * reference server. Fails if a request of the page holds a secret: of a passkey, or one of `secrets`.
   */
  async function follow(guide: string, secrets: string[], work: (visit: Visit) => Promise<void>): Promise<void> {
    const [page = pageForReact] = await readBlocks(guide, 'html');
    const inputs = [
      await stranger.write(`${guide}/index.html`, page),
      await stranger.write(`${guide}/create.html`, pageToCreatePasskeys),
    ];
    const rolldownOptions = { input: inputs };
    await build({
      root: join(stranger.folder, guide),
      configFile: false,
      logLevel: 'silent',
      build: { rolldownOptions },
    });
    const files = assetsIn(join(stranger.folder, guide, 'dist'));
    const site = await serveBeside(async (path) => (path === '/favicon.ico' ? icon : files(path)));
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /status of 40[134]|ERR_INTERNET_DISCONNECTED/ });
    const sent: string[] = [];
    tab.page.on('request', (request) => {
      sent.push(`${request.url()}\n${request.postData() ?? ''}`);
    });
    const authenticator = await tab.addAuthenticator();
    const known = [...secrets];
    await tab.go('/');
    await work({ tab, authenticator, origin: site.origin });

    known.push(...(await tab.page.evaluate(() => window.watch.secrets)));
    for (const { privateKey } of await authenticator.passkeys()) known.push(privateKey);
    for (const secret of known) {
      const bytes = Buffer.from(secret, /^[\da-f]{64}$/.test(secret) ? 'hex' : 'utf8');
      for (const spelling of [secret, bytes.toString('base64').replace(/=+$/, ''), bytes.toString('base64url')])
        assert.ok(!sent.some((request) => request.includes(spelling)), `a request holds ${spelling}`);
    }
    const urls = sent.map((request) => request.split('\n')[0]!);
    assert.ok(
      urls.every((url) => url.startsWith(site.origin) || url.startsWith('data:')),
      urls.join('\n'),
    );
    assert.ok(!urls.some((url) => url.includes(encodeURIComponent(account.password))));
    await profile.close();
    await site.stop();
  }

  test('is in the package, and lists each of its guides', async () => {
    const guides = (await readdir(join(root, 'skill'))).filter((file) => file !== 'SKILL.md');
    const index = await readFile(join(stranger.folder, 'node_modules/latchkey/skill/SKILL.md'), 'utf8');
    assert.match(index, /^---\nname: latchkey\ndescription: .{40,1024}\n---\n/);
    for (const guide of guides) {
      assert.ok(stranger.packed.includes(`skill/${guide}`), guide);
      assert.ok(index.includes(`(${guide})`), guide);
    }
  });

  test('adds a sign-in: by password, with the offer of a passkey, and by passkey after a dismissed prompt', () =>
    follow('add-sign-in.md', [], async ({ tab, authenticator }) => {
      await post(tab, '/signup', account);
      await tab.go('/');
      await tab.read('main h1', 'You are signed in');
      await tab.click('latch-sign-out-button >>> [part=button]');
      await signInByPassword(tab);
      await authenticator.whilePresent(async () => {
        await tab.click('latch-passkey-create >>> [part=button]');
        await tab.read('main h1', 'You are signed in');
      });
      await tab.click('latch-sign-out-button >>> [part=button]');
      await tab.waitForAutofill();
      await signInByPasskey(tab, authenticator);
    }));

  test('adds a sign-up: a dismissed prompt leaves no account, and the next one creates it', () =>
    follow('add-sign-up.md', [], async ({ tab, authenticator }) => {
      await tab.fill('latch-sign-up input[autocomplete~=username]', account.username);
      await dismissNextPrompt(tab, 'create');
      await tab.page.keyboard.press('Enter');
      await tab.read('latch-sign-up >>> [part=status]', 'No account was created. Try again.');
      assert.equal(await isSignedIn(tab), false);
      await authenticator.whilePresent(async () => {
        await tab.click('latch-sign-up form[data-latch-card] > button');
        await tab.read('h1', 'Your account is ready');
      });
      assert.equal(await isSignedIn(tab), true);
      await authenticator.hold(1);
    }));

  test('makes a settings page: a passkey is added after a dismissed prompt, and the list keeps it', () =>
    follow('settings-page.md', [], async ({ tab, authenticator }) => {
      await post(tab, '/signup', account);
      await tab.go('/');
      const add = 'latch-passkey-list >>> button[part=button]';
      await tab.find(add);
      await dismissNextPrompt(tab, 'create');
      await tab.click(add);
      await tab.read('latch-passkey-list >>> [part=status]', 'Nothing changed.');
      await authenticator.whilePresent(async () => {
        await tab.click(add);
        await tab.read('latch-passkey-list >>> [part=status]', 'Your passkey is ready');
      });
      await tab.page.reload();
      await tab.find('latch-passkey-list >>> [part=item]');
      await tab.find('latch-session-list >>> [part=item]');
      await tab.click('latch-sign-out-button >>> [part=button]');
      await tab.find('latch-passkey-list a[slot=sign-in]');
      await tab.until(
        async () => ((await (await fetch('/session')).json()) as { signedIn: boolean }).signedIn === false,
      );
    }));

  test('adds passkeys to a form that exists: the password still signs in', () =>
    follow('existing-backend.md', [], async ({ tab }) => {
      await tab.waitForAutofill();
      await post(tab, '/signup', account);
      await post(tab, '/logout', {});
      await tab.go('/');
      await tab.waitForAutofill();
      await dismissNextPrompt(tab, 'get');
      await tab.click('latch-passkey-field >>> [part=button]');
      await tab.waitForAutofill();
      assert.equal(await isSignedIn(tab), false);
      await tab.fill('#username', account.username);
      await tab.fill('#password', account.password);
      await tab.click('form > button');
      await tab.read('main h1', 'You are signed in');
      assert.equal(await isSignedIn(tab), true);
    }));

  test('adds a sign-in to a React app: by password, and by passkey after a dismissed prompt', async () => {
    const [component] = await readBlocks('react-app.md', 'tsx');
    await prepareApp('react');
    await stranger.write('react-app.md/src/App.tsx', component!);
    await stranger.write('react-app.md/src/main.tsx', mainForReact);
    const modules = join(root, 'demo/frameworks/react/node_modules');
    await symlink(modules, join(stranger.folder, 'react-app.md/node_modules'));
    await follow('react-app.md', [], async ({ tab, authenticator }) => {
      await tab.waitForAutofill();
      await post(tab, '/signup', account);
      await registerPasskey(tab, authenticator);
      await tab.go('/');
      await tab.read('main h1', 'You are signed in');
      await tab.click('latch-sign-out-button >>> [part=button]');
      await tab.waitForAutofill();
      await signInByPasskey(tab, authenticator);
      await tab.click('latch-sign-out-button >>> [part=button]');
      await signInByPassword(tab);
      await tab.until(
        async () => ((await (await fetch('/session')).json()) as { signedIn: boolean }).signedIn === true,
      );
    });
  });

  test('confirms a sensitive action: another device stays signed in after a dismissed prompt, and not after the next', () =>
    follow('step-up.md', [], async ({ tab, authenticator, origin }) => {
      await post(tab, '/signup', account);
      await registerPasskey(tab, authenticator);
      const elsewhere = await openProfile(browser, origin);
      const other = await elsewhere.open({ expects: /status of 401/ });
      await other.go('/');
      await post(other, '/login', account);
      await tab.go('/');
      const button = 'latch-passkey-button >>> [part=button]';
      await tab.find(button);
      await dismissNextPrompt(tab, 'get');
      await tab.click(button);
      await tab.read('latch-passkey-button >>> [part=status]', 'Try again');
      assert.equal(await isSignedIn(other), true);
      await authenticator.whilePresent(async () => {
        await tab.click(button);
        await tab.read('p[role=status]', 'Other devices signed out: 1.');
      });
      assert.equal(await isSignedIn(other), false);
      assert.equal(await isSignedIn(tab), true);
      await elsewhere.close();
    }));

  test('makes a sign-in for a shared device: a user signs in after a dismissed prompt, and leaves nothing behind', () =>
    follow('shared-device.md', [], async ({ tab, authenticator }) => {
      await post(tab, '/signup', account);
      await registerPasskey(tab, authenticator);
      await post(tab, '/logout', {});
      await tab.go('/');
      const button = 'latch-passkey-button >>> [part=button]';
      await tab.find(button);
      await dismissNextPrompt(tab, 'get');
      await tab.click(button);
      await tab.read('latch-passkey-button >>> [part=status]', 'No passkey was used.');
      await authenticator.whilePresent(async () => {
        await tab.click(button);
        await tab.read('main h1', 'You are signed in');
      });
      await tab.page.evaluate(() => localStorage.setItem('left', 'behind'));
      await tab.click('latch-sign-out-button >>> [part=button]');
      await tab.click('latch-sign-out-button >>> dialog[open] [part=dialog-confirm]');
      await tab.read('main h1', 'Front desk');
      assert.equal(await isSignedIn(tab), false);
      assert.equal(await tab.page.evaluate(() => localStorage.getItem('left')), null);
    }));

  test('keeps changes without a connection: they are sent once it is back', () =>
    follow('offline.md', [], async ({ tab, authenticator }) => {
      const written = 'written without a connection';
      await post(tab, '/signup', account);
      await tab.go('/');
      await createVault(tab, authenticator);
      await tab.until(() => document.querySelector('latch-offline-status')!.outbox !== undefined);
      await tab.page.setOfflineMode(true);
      await tab.fill('textarea', written);
      await tab.page.keyboard.press('Tab');
      await tab.read('latch-offline-status >>> [part=status]', 'You’re offline.');
      await tab.page.setOfflineMode(false);
      await tab.until(async (text) => {
        const response = await fetch('/notes/today', { cache: 'no-store' });
        return response.ok && ((await response.json()) as { text: string }).text === text;
      }, written);
    }));

  const note = 'a note for one reader';
  test('adds a vault: a note is read again after a reload and a dismissed prompt, and never sent', () =>
    follow('vault.md', [note], async ({ tab, authenticator }) => {
      await post(tab, '/signup', account);
      await tab.go('/');
      await createVault(tab, authenticator);
      await tab.fill('#note', note);
      await tab.page.keyboard.press('Tab');
      await tab.read('[role=status]', 'Saved.');
      await tab.page.reload();
      await tab.find(lock);
      await dismissNextPrompt(tab, 'get');
      await tab.click(lock);
      await tab.read('latch-vault-unlock >>> [part=status]', 'Nothing changed. Try again.');
      await authenticator.whilePresent(async () => {
        await tab.click(lock);
        await tab.find('latch-vault-unlock[unlocked]');
      });
      await tab.until((text) => document.querySelector('textarea')!.value === text, note);
      assert.ok(
        (await tab.page.evaluate(() => window.watch.secrets)).length > 0,
        'the passkey gave no secret to look for',
      );
    }));

  test('writes a manifest without fault, and a page with a button that installs it', async () => {
    const [manifest] = await readBlocks('manifest.md', 'json');
    const file = await stranger.write('manifest.md/public/manifest.webmanifest', manifest!);
    for (const side of [192, 512])
      await stranger.write(`manifest.md/public/icon-${side}.png`, png(side, side) as unknown as string);
    const { code, stdout } = await latchkeyHere('check-manifest', file, '--strict');
    assert.equal(code, 0, stdout);
    await follow('manifest.md', [], async ({ tab }) => {
      await tab.find('latch-install-button:defined >>> [part=button]');
    });
  });
});
