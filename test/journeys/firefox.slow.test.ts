import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { KeyInput } from 'puppeteer-core';
import { minutes } from '../support/node/clock.js';
import { codeIn } from '../support/node/codes.js';
import { skipWithoutFirefox } from '../support/node/firefox-path.js';
import { launchFirefox, type Firefox } from '../support/node/firefox.js';
import { root } from '../support/node/program.js';
import { signUp as signUpAtServer } from '../support/node/people.js';
import { startProxy } from '../support/node/proxy.js';
import { setUpApp } from '../support/node/second-factors.js';
import type { Visit } from '../support/node/tab.js';
import {
  createPasskey,
  expectSession,
  readPasskeyNames,
  signInByPassword,
  signInThroughAutofill,
  signInThroughButton,
  signOut,
  signUp,
} from './account-page.js';
import { startDemo } from './demo-site.js';
import { serveFirstPage, serveSinglePageApp, walkFirstPage, walkSinglePageApp } from './documented-pages.js';
import { replaceButton, startFedCmSite, type FedCmSite } from './fedcm-visit.js';
import {
  button as oidcButton,
  choose,
  openWindow,
  startProviderSite,
  status as oidcStatus,
  whoIsSignedIn,
} from './provider-site.js';
import { expectKept, fetchIn, readCaches, registerWorker, startWorkerSite, notifyWorker } from './worker-site.js';
import { isSoak } from '../support/node/quick.js';

/**
 * Firefox takes its time: what is the same code as in Chromium, and no part of what was promised for both, is walked in
 * the soak.
 */
const soak = { skip: !isSoak && 'It is part of the soak.' };

const lock = 'latch-vault-unlock >>> [part=button]';
const dialog = 'latch-vault-unlock >>> dialog[open]';
const outboxStatus = 'latch-offline-status >>> [part=status]';

const isNote = (text: string) => document.querySelector('textarea')!.value === text;

describe('in Firefox', { skip: skipWithoutFirefox, timeout: 600_000 }, () => {
  let firefox: Firefox;
  let site: FedCmSite;
  /** The addresses that the tests have come by so far. */
  const opened = new Set<string>();
  before(async () => {
    site = await startFedCmSite();
    firefox = await launchFirefox();
  });
  after(async () => {
    await firefox?.close();
    await site?.stop();
  });

  async function withTab(origin: string, work: (tab: Visit) => Promise<void>): Promise<void> {
    const profile = await firefox.openProfile(origin);
    const tab = await profile.open();
    tab.page.on('framenavigated', (frame) => opened.add(frame.url()));
    await work(tab);
    await profile.close();
  }

  test('a newcomer signs up, creates a passkey, and signs in through autofill, the button and the password form', () =>
    withTab(site.server.origin, async (tab) => {
      await signUp(tab, 'alice', 'correct horse');
      await createPasskey(tab, firefox.authenticator);
      assert.match((await readPasskeyNames(tab)).join(), /^Passkey \(Firefox on \w+\)$/);
      await tab.read('latch-session-list >>> li', 'Firefox on ');
      await signOut(tab);
      await signInThroughAutofill(tab, firefox.authenticator);
      await expectSession(tab, 'alice', 'with a passkey');
      await signOut(tab);
      await signInThroughButton(tab, firefox.authenticator);
      await expectSession(tab, 'alice', 'with a passkey');
      await signOut(tab);
      await signInByPassword(tab, 'alice', 'correct horse');
      await expectSession(tab, 'alice', 'with a password');
    }));

  test('the first pages of the documents sign a user up, out and in without a reload', async () => {
    const firstPage = await serveFirstPage();
    await withTab(firstPage.origin, (tab) => walkFirstPage(tab, firefox.authenticator));
    await firstPage.stop();
    const app = await serveSinglePageApp();
    await withTab(app.origin, async (tab) => {
      // Firefox does not count a simulated authenticator as one of the device, which passkeys are offered for.
      await tab.page.evaluateOnNewDocument(() => {
        if (!('PublicKeyCredential' in globalThis)) return;
        const native = PublicKeyCredential.getClientCapabilities.bind(PublicKeyCredential);
        const isHere = { passkeyPlatformAuthenticator: true, userVerifyingPlatformAuthenticator: true };
        PublicKeyCredential.getClientCapabilities = async () => ({ ...(await native()), ...isHere });
      });
      await walkSinglePageApp(app, tab, firefox.authenticator);
    });
    await app.stop();
  });

  test('a password and the code of an authenticator app sign in at the card', () =>
    withTab(site.server.origin, async (tab) => {
      const userId = await signUpAtServer(site.server, 'olga', 'correct horse');
      const app = await setUpApp(userId.browser, site.server.clock);
      const submit = 'latch-sign-in > form[data-latch-card] > button';
      await tab.go('/sign-in');
      await tab.fill('input[autocomplete~=username]', 'olga');
      await tab.click(submit);
      await tab.fill('input[autocomplete=current-password]', 'correct horse');
      await tab.click(submit);
      await tab.read('latch-sign-in >>> h2', 'Confirm it’s you');
      await tab.fill('latch-sign-in >>> input[autocomplete=one-time-code]', app.code());
      await tab.page.keyboard.press('Enter');
      await tab.read('[data-view=account] h1', 'Hello, olga');
    }));

  test('the settings tag loads its sections, and changes the name', () =>
    withTab(site.server.origin, async (tab) => {
      await signUp(tab, 'grace', 'correct horse');
      await tab.go('/account-settings');
      await tab.click('latch-account >>> [data-opens=name]');
      await tab.fill('latch-account >>> input[name=displayName]', 'Grace Hopper');
      await tab.page.keyboard.press('Enter');
      await tab.read('latch-account >>> section bdi', 'Grace Hopper');
      await tab.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      await tab.find('latch-account >>> [data-section=devices] latch-session-list');
    }));

  test(
    'a dialog that a passkey leaves without an answer is no failed sign-in, and autofill offers it again',
    soak,
    () =>
      withTab(site.server.origin, async (tab) => {
        await signUp(tab, 'bob');
        await createPasskey(tab, firefox.authenticator);
        await signOut(tab);
        await tab.waitForAutofill();
        await firefox.authenticator.whileMistaken(async () => {
          await tab.click('latch-passkey-field >>> [part=button]');
          await tab.until(() => window.watch.outcomes.includes('NotAllowedError'));
        });
        assert.deepEqual(
          await tab.page.evaluate(() => window.watch.events.filter((event) => event.includes('failed'))),
          [],
        );
        await signInThroughAutofill(tab, firefox.authenticator);
      }),
  );

  test(
    'a passkey is renamed, removed with that same passkey when the session is old, and still offered by a browser that cannot be told',
    soak,
    () =>
      withTab(site.server.origin, async (tab) => {
        await signUp(tab, 'erin', 'correct horse');
        await createPasskey(tab, firefox.authenticator);
        await tab.go('/passkey-list');
        await tab.choose('latch-passkey-list >>>', 'Rename');
        await tab.find('latch-passkey-list >>> #nickname');
        await tab.page.keyboard.type('Laptop');
        await tab.page.keyboard.press('Enter');
        await tab.read('latch-passkey-list >>> [part=item-title]', 'Laptop');
        site.server.clock.advance(6 * minutes);
        await tab.choose('latch-passkey-list >>>', 'Remove');
        await tab.click('latch-passkey-list >>> dialog [value=yes]');
        await tab.read('latch-passkey-list >>> [part=status]', 'Passkey removed.');
        await tab.go('/home');
        await signOut(tab);
        await tab.chooseInAutofill();
        await tab.read(
          'latch-passkey-field >>> [part=status]',
          'That passkey was removed from this account. Sign in another way.',
        );
      }),
  );

  test('a box is drawn for each digit of a code, in light and in dark pages', () =>
    withTab(site.server.origin, async (tab) => {
      await tab.go('/otp-input');
      await tab.page.evaluate(() => document.body.append(document.createElement('latch-otp-input')));
      await tab.find('body > latch-otp-input input');
      for (const scheme of ['light', 'dark']) {
        await tab.page.evaluate((value) => {
          document.documentElement.style.cssText = `color-scheme: ${value}; background: Canvas; color: CanvasText`;
        }, scheme);
        const clip = await tab.page.$eval('body > latch-otp-input', ({ shadowRoot }) => {
          const { x, y, width, height } = shadowRoot!.querySelector('.row')!.getBoundingClientRect();
          return { x: x + scrollX - 4, y: y + scrollY, width: width + 8, height };
        });
        const picture = await tab.page.screenshot({ clip, encoding: 'base64' });
        assert.equal(await tab.page.evaluate(countLines, picture), 12, `at the sides of six boxes in ${scheme}`);
      }
    }));

  test('a one-time code is typed to verify an address, and pasted to get back in', soak, () =>
    withTab(site.server.origin, async (tab) => {
      const readCode = async () => codeIn((await site.server.sent()).at(-1)!);
      const field = 'latch-otp-input input[autocomplete=one-time-code]';
      await signUp(tab, 'carol');
      await tab.go('/otp-input');
      await tab.fill('#email', 'carol@example.com');
      await tab.click('form button');
      await tab.read('latch-otp-input >>> [part=status]', 'a code is on its way.');
      await tab.find(`${field}:focus`);
      await tab.page.keyboard.type(await readCode());
      await tab.page.keyboard.press('Enter');
      await tab.read('[data-fact=address]', 'carol@example.com is verified.');
      await tab.go('/home');
      await signOut(tab);

      await tab.go('/otp-input');
      await tab.fill('#to', 'carol@example.com');
      await tab.page.keyboard.press('Enter');
      await tab.read('latch-otp-input >>> [part=status]', 'a code is on its way.');
      await tab.page.evaluate(() => {
        document.body.append(Object.assign(document.createElement('input'), { id: 'message' }));
      });
      await tab.fill('#message', (await readCode()).replace(/...$/, ' $&'));
      await pressWithControl(tab, 'a', 'x');
      await tab.click(field);
      await pressWithControl(tab, 'v');
      await tab.page.keyboard.press('Enter');
      await tab.find('[data-view=new-passkey]');
    }),
  );

  test('an account at a provider signs in, in a window and in the same one', soak, async () => {
    const provider = await startProviderSite();
    await withTab(provider.origin, async (tab) => {
      await tab.go('/popup');
      await choose(await openWindow(tab), 'ada');
      await tab.read(oidcStatus, 'You’re signed in.');
      assert.equal(await whoIsSignedIn(tab), 'ada');
    });
    await withTab(provider.origin, async (tab) => {
      await tab.go('/redirect');
      await tab.click(oidcButton);
      await tab.find('button[name=person]');
      await choose(tab.page, 'grace');
      await tab.find('[data-view=account]');
      assert.equal(await whoIsSignedIn(tab), 'grace');
    });
    await provider.stop();
  });

  test('what the browser does not have is left to something else, or said not to be there', soak, () =>
    withTab(site.server.origin, async (tab) => {
      await tab.go('/fedcm-button');
      await tab.until(
        () =>
          document.querySelector('latch-oidc-button')!.checkVisibility() &&
          !document.querySelector('latch-fedcm-button')!.shadowRoot!.querySelector('[part=button]'),
      );
      await replaceButton(tab, {});
      await tab.click('latch-fedcm-button >>> [part=button]');
      await tab.read(
        'latch-fedcm-button >>> [part=status]',
        'This browser can’t sign you in with a provider. Sign in another way.',
      );
      await tab.go('/digital-credential-button');
      await tab.click('latch-digital-credential-button >>> [part=button]');
      await tab.read(
        'latch-digital-credential-button >>> [part=status]',
        'This browser can’t show a digital ID here. Use another way.',
      );
      await tab.until(() =>
        document.querySelector('latch-digital-credential-button > [slot=fallback]')!.checkVisibility(),
      );
      await tab.go('/install-button');
      await tab.click('latch-install-button >>> [part=button]');
      await tab.find('latch-install-button >>> dialog[open]');
      await signUp(tab, 'peggy', 'correct horse');
      await signOut(tab);
      await tab.go('/password-form');
      await tab.fill('#username', 'peggy');
      await tab.fill('#password', 'correct horse');
      await tab.click('form button');
      await tab.read('latch-passkey-list >>> .empty', 'No passkeys yet');
      await expectSession(tab, 'peggy', 'with a password');
    }),
  );

  test('a payment is shown by the page, and confirmed with a passkey', soak, () =>
    withTab(site.server.origin, async (tab) => {
      await signUp(tab, 'dora');
      await createPasskey(tab, firefox.authenticator);
      await tab.go('/payment-button');
      await tab.click('latch-payment-button >>> [part=button]');
      await tab.click('latch-payment-button >>> dialog[open] button[value=yes]');
      await tab.read('latch-payment-button >>> [part=status]', 'Payment confirmed.');
    }),
  );

  test('a note written offline is unlocked after a cold start, and sent once by whom it belongs to, even if the answer is lost', async () => {
    const proxy = await startProxy();
    const server = await startDemo({ config: { origins: [proxy.origin] } });
    proxy.leadTo(server.origin);
    const findNotes = async () => {
      const account = (await server.store.findAccountByUsername('writer'))!;
      return (await server.store.listNotes(account.id)).map(({ text }) => text).sort();
    };
    const hasOutbox = () =>
      (document.querySelector('latch-offline-status') as (Element & { outbox?: unknown }) | null)?.outbox !== undefined;
    const write = async (tab: Visit, text: string) => {
      await tab.click('[data-new]');
      await tab.fill('#note', text);
      await tab.read('[data-kept]', 'Kept on this device.');
      await tab.click('[data-part=editor] button');
      await tab.find('[data-part=list]:not([hidden])');
    };
    const readSecrets = (tab: Visit) => tab.page.evaluate(() => window.watch.secrets);

    await withTab(proxy.origin, async (tab) => {
      await signUp(tab, 'writer');
      await tab.go('/private-notes');
      await registerWorker(tab, '/service-worker.js');
      await tab.click(lock);
      await tab.read(
        dialog,
        'Your account has no passkey yet. You’ll be asked twice: once to create it, once to use it.',
      );
      await tab.click(`${dialog} [value=yes]`);
      await tab.read(dialog, 'Now use your new passkey');
      assert.deepEqual(await readSecrets(tab), [], 'Firefox gives no secret when a passkey is made');
      await tab.click(`${dialog} [value=yes]`);
      await tab.find('latch-vault-unlock[unlocked]');
      const given = await readSecrets(tab);
      assert.equal(given.length, 2);
      await tab.until(hasOutbox);
      await write(tab, 'written online');
      await tab.read(outboxStatus, 'All your changes are sent.');

      await proxy.cut();
      await tab.page.reload();
      await tab.page.setOfflineMode(true);
      await tab.read(
        'latch-vault-unlock >>> [part=item-detail]',
        'Your passkey unlocks this app’s data, even offline.',
      );
      await tab.click(lock);
      await tab.read('.notes', 'written online');
      assert.deepEqual(await readSecrets(tab), given, 'and the same one each time that it is used');
      await tab.until(hasOutbox);
      await write(tab, 'written offline');
      await tab.read(outboxStatus, 'You’re offline. One change is waiting on this device.');

      await tab.page.browserContext().deleteCookie(...(await tab.page.browserContext().cookies()));
      proxy.asked.length = 0;
      await proxy.mend();
      await tab.page.setOfflineMode(false);
      await tab.read(outboxStatus, 'Sign in again to send your changes.');
      assert.deepEqual(await findNotes(), ['written online']);
      let sent: Awaited<ReturnType<typeof findNotes>> = [];
      proxy.loseAnswer('PUT', async () => void (sent = await findNotes()));
      await tab.click('[data-session] latch-passkey-field >>> [part=button]');
      await tab.read(outboxStatus, 'All your changes are sent.');
      assert.deepEqual(sent, ['written offline', 'written online']);
      const puts = proxy.asked.filter((request) => request.startsWith('PUT /notes/'));
      assert.deepEqual([puts.length, new Set(puts).size], [2, 1], 'the same note again, whose answer was lost');
      assert.deepEqual(await findNotes(), sent);

      await tab.go('/home');
      await signOut(tab);
      await tab.go('/vault-unlock');
      await tab.read('latch-vault-unlock >>> [part=item-detail]', 'only your passkey can open it');
    });
    await proxy.stop();
    await server.stop();
  });

  test('a lock is closed in all tabs by one, and gone once its owner has signed out', async () => {
    const profile = await firefox.openProfile(site.server.origin);
    const first = await profile.open();
    await signUp(first, 'frank');
    await createPasskey(first, firefox.authenticator);
    await openLock(first);
    const second = await profile.open();
    await openLock(second);
    await first.click(lock);
    await second.find('latch-vault-unlock:not([unlocked])');
    await first.go('/home');
    await first.page.evaluate(() => localStorage.setItem('left', 'behind'));
    await first.click('latch-sign-out-button[everything] >>> [part=button]');
    await first.click('latch-sign-out-button[everything] >>> dialog [value=yes]');
    await first.find('[data-view=sign-in]');
    await second.read('latch-vault-unlock >>> [part=item-detail]', 'only your passkey can open it');
    await first.until(() => localStorage.getItem('left') === null);
    await profile.close();
  });

  test('two people have a lock each on one device: nothing of the other is shown, and signing one out leaves the other’s', () =>
    withTab(site.server.origin, async (tab) => {
      const detail = 'latch-vault-unlock >>> [part=item-detail]';
      const keep = async (text: string) => {
        await tab.fill('#note', text);
        await tab.read('[data-kept]', 'Kept.');
        await tab.click(lock);
        await tab.find('latch-vault-unlock:not([unlocked])');
      };
      await signUp(tab, 'ruth');
      await createPasskey(tab, firefox.authenticator);
      await openLock(tab);
      await keep('of ruth');

      await tab.page.browserContext().deleteCookie(...(await tab.page.browserContext().cookies()));
      await signUp(tab, 'sven');
      await createPasskey(tab, firefox.authenticator);
      await tab.go('/vault-unlock');
      await tab.read(detail, 'only your passkey can open it');
      await openLock(tab);
      assert.equal(await tab.page.$eval('#note', (note) => (note as HTMLTextAreaElement).value), '');
      await keep('of sven');

      await tab.go('/home');
      await signOut(tab);
      await signInByPassword(tab, 'ruth', 'correct horse');
      await openLock(tab);
      await tab.until(isNote, 'of ruth');
    }));

  test('a lock is closed when its page is left, and what was in it is not there when the person comes back', () =>
    withTab(site.server.origin, async (tab) => {
      await signUp(tab, 'heidi');
      await createPasskey(tab, firefox.authenticator);
      await openLock(tab);
      await tab.fill('#note', 'secret');
      await tab.read('[data-kept]', 'Kept.');
      await tab.page.evaluate(() =>
        addEventListener('pageshow', ({ persisted }) => (document.title = `kept alive: ${persisted}`)),
      );
      await tab.go('/home');
      await tab.page.evaluate(() => void setTimeout(() => history.back()));
      await tab.until(() => document.title === 'kept alive: true');
      await tab.read(
        'latch-vault-unlock >>> [part=item-detail]',
        'Your passkey unlocks this app’s data, even offline.',
      );
      assert.equal(await tab.page.$eval('#note', (note) => (note as HTMLTextAreaElement).value), '');
      await tab.click(lock);
      await tab.until(isNote, 'secret');
    }));

  test('the worker of the demo learns who is signed in, and forgets them when they sign out on another page', () =>
    withTab(site.server.origin, async (tab) => {
      const isUserKnown = async (expected: boolean) =>
        (await caches.keys()).some((name) => name.startsWith('latchkey.user.')) === expected;
      await signUp(tab, 'ivan');
      await tab.go('/private-notes');
      await tab.until(isUserKnown, true);
      await tab.go('/home');
      await signOut(tab);
      await tab.until(isUserKnown, false);
    }));

  test('the worker keeps what is listed, shows the page for when there is no connection, and forgets a person who signs out', async () => {
    const kept = await startWorkerSite(
      (_request, { pathname }) =>
        new Response(`this is ${pathname}`, { headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-cache' } }),
    );
    await withTab(kept.origin, async (tab) => {
      await tab.go('/');
      await registerWorker(
        tab,
        '/service-worker.js?claim&cache-first=/assets/*&personal=/feed/*&offline-page=/offline',
      );
      await notifyWorker(tab, { type: 'latchkey.signed-in', userId: 'a1' });
      for (const path of ['/assets/a.js', '/feed/1', '/other.txt', '/session'])
        assert.equal(await fetchIn(tab, path), `200 this is ${path}`);
      await expectKept(tab, ['/assets/a.js', '/feed/1', '/offline']);
      await kept.stop();
      await tab.go('/elsewhere');
      assert.equal(await tab.page.evaluate(() => document.body.textContent), 'this is /offline');
      assert.deepEqual(
        await Promise.all(['/assets/a.js', '/feed/1', '/other.txt', '/session'].map((path) => fetchIn(tab, path))),
        ['200 this is /assets/a.js', '200 this is /feed/1', 'TypeError', 'TypeError'],
      );
      await notifyWorker(tab, { type: 'latchkey.signed-out' });
      await expectKept(tab, ['/assets/a.js', '/offline']);
      assert.deepEqual(
        (await readCaches(tab)).filter(([name]) => name.startsWith('latchkey.user.')),
        [],
      );
    });
  });

  test('every other page of the demo opens without an error', soak, () =>
    withTab(site.server.origin, async (tab) => {
      const pages = (await readdir(join(root, 'dist/demo')))
        .filter((file) => file.endsWith('.html'))
        .map((file) => `/${file.replace(/(?:index)?\.html$/, '')}`);
      for (const page of pages.filter((path) => !opened.has(site.server.origin + path))) {
        await tab.go(page);
        await tab.until(() => [...document.querySelectorAll(':not(:defined)')].length === 0);
      }
    }),
  );
});

/** Runs in the page: how many upright lines there are half way down a picture, a PNG in base64. */
async function countLines(picture: string): Promise<number> {
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
  canvas.drawImage(bitmap, 0, 0);
  const { data } = canvas.getImageData(0, bitmap.height / 2, bitmap.width, 1);
  const isLine = (x: number) => Math.abs(data[4 * x]! - data[0]!) > 64;
  return Array.from({ length: bitmap.width }, (_, x) => x).filter((x) => isLine(x) && !isLine(x - 1)).length;
}

async function openLock(tab: Visit): Promise<void> {
  await tab.go('/vault-unlock');
  await tab.click(lock);
  await tab.find('latch-vault-unlock[unlocked]');
}

async function pressWithControl({ page }: Visit, ...keys: KeyInput[]): Promise<void> {
  await page.keyboard.down('Control');
  for (const key of keys) await page.keyboard.press(key);
  await page.keyboard.up('Control');
}
