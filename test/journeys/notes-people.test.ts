import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser } from '../support/node/browser.js';
import type { Tab } from '../support/node/tab.js';
import { createPasskey, signUp } from './account-page.js';
import { comeBack, goOffline, openNote, openNotes, readList, status, unlock, unlockButton, writeElsewhere, writeNote } from './notes-page.js';
import { startNotesSite, type NotesSite } from './notes-site.js';

const signOutButton = 'latch-sign-out-button >>> [part=button]';

describe('the private notes of one person', () => {
  let browser: Browser;
  let site: NotesSite;
  before(async () => {
    browser = await launchBrowser();
    site = await startNotesSite();
  });
  after(async () => {
    await browser.close();
    await site.stop();
  });

  /** Everything that the page has in it, whether it is shown or not. */
  const readPage = ({ page }: Tab): Promise<string> =>
    page.evaluate(() => {
      const textsIn = (root: Document | ShadowRoot): string[] =>
        [...root.querySelectorAll('*')].flatMap((element) => [element.textContent, (element as HTMLTextAreaElement).value ?? '', ...(element.shadowRoot ? textsIn(element.shadowRoot) : [])]);
      return textsIn(document).join('\n');
    });

  test('are counted and named before a sign-out that would lose them, and are gone after it, offline too', async () => {
    const { profile, tab } = await openNotes(browser, site, 'leaver');
    await goOffline(tab, site);
    await writeNote(tab, 'Not sent yet');
    await tab.click(signOutButton);
    await tab.read('latch-sign-out-button >>> dialog[open]', '1 change has not been sent to the server.');
    await tab.click('latch-sign-out-button >>> dialog[open] [value=yes]');
    await tab.find('[data-view=sign-in]');
    assert.ok(!(await readPage(tab)).includes('Not sent yet'));
    await comeBack(tab, site);
    await tab.page.reload();
    await tab.find('[data-view=sign-in]');
    assert.deepEqual(site.arrivals.filter(({ text }) => text === 'Not sent yet'), []);
    await profile.close();
  });

  test('are in the page of nobody else: they go with the lock, and whoever signs in next finds their own', async () => {
    const { profile, tab, authenticator } = await openNotes(browser, site, 'alice');
    await writeNote(tab, 'Only for Alice');
    await openNote(tab, 'Only for Alice');
    await tab.click(unlockButton);
    await tab.find('latch-vault-unlock:not([unlocked])');
    assert.ok(!(await readPage(tab)).includes('Only for Alice'));

    await unlock(tab, authenticator);
    await tab.read('.notes', 'Only for Alice');
    const other = await profile.open();
    await other.addAuthenticator();
    await other.devtools.send('Network.clearBrowserCookies');
    await signUp(other, 'bob');
    // the other tab hears of it
    await tab.find('latch-vault-unlock:not([unlocked])');
    assert.ok(!(await readPage(tab)).includes('Only for Alice'));
    // It is locked again sooner than one could see it open.
    await tab.page.evaluate(() => addEventListener('latch-locked', () => (document.body.dataset['locked'] = 'again')));
    await authenticator.whilePresent(async () => {
      await tab.click(unlockButton);
      await tab.find('body[data-locked=again]');
    });
    await tab.find('latch-vault-unlock:not([unlocked])');
    assert.ok(!(await readPage(tab)).includes('Only for Alice'));

    await tab.click(signOutButton);
    await tab.find('[data-view=sign-in]');
    await signUp(tab, 'carol');
    await createPasskey(tab, authenticator);
    await tab.go('/private-notes');
    await unlock(tab, authenticator);
    await tab.read('[data-state]', 'You have no notes yet.');
    assert.deepEqual(await readList(tab), []);
    await profile.close();
  });

  test('come back from the server when the browser has deleted them, and follow what other devices do', async () => {
    const { profile, tab, authenticator } = await openNotes(browser, site, 'evicted');
    await writeNote(tab, 'Kept by the server');
    await tab.read(status, 'All your changes are sent.');
    await tab.go('about:blank');
    await tab.devtools.send('Storage.clearDataForOrigin', { origin: site.origin, storageTypes: 'indexeddb' });
    await writeElsewhere(site, 'evicted', '/notes/from-elsewhere', 'Written elsewhere');
    await tab.go('/private-notes');
    await tab.read('latch-vault-unlock >>> [part=about]', 'Your browser has deleted what this app kept on this device.');
    await unlock(tab, authenticator);
    await tab.read('.notes', 'Kept by the server');
    assert.deepEqual((await readList(tab)).sort(), ['Kept by the server', 'Written elsewhere']);

    await writeElsewhere(site, 'evicted', '/notes/from-elsewhere', undefined);
    await tab.page.evaluate(() => dispatchEvent(new Event('online')));
    await tab.until(() => document.querySelectorAll('.notes li').length === 1);
    assert.deepEqual(await readList(tab), ['Kept by the server']);
    await openNote(tab, 'Kept by the server');
    await tab.click('[data-delete]');
    await tab.click('dialog[open] [value=delete]');
    await tab.read('[data-state]', 'You have no notes yet.');
    await tab.read(status, 'All your changes are sent.');
    const account = await site.server.store.findAccountByUsername('evicted');
    assert.deepEqual(await site.server.store.listNotes(account!.id), []);
    await profile.close();
  });
});
