import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tab } from '../support/node/tab.js';
import { createPasskey, signUp } from './account-page.js';
import {
  comeBack,
  describeNotes,
  goOffline,
  openNote,
  openAsNewcomer,
  openNotes,
  password,
  post,
  readList,
  status,
  unlock,
  unlockButton,
  writeElsewhere,
  writeNote,
} from './notes-page.js';
import { testInFullRuns } from '../support/node/quick.js';

const signOutButton = 'latch-sign-out-button >>> [part=button]';

describeNotes('the private notes of one person', (place) => {
  /** Everything that the page has in it, whether it is shown or not. */
  const readPage = ({ page }: Tab): Promise<string> =>
    page.evaluate(() => {
      const textsIn = (root: Document | ShadowRoot): string[] =>
        [...root.querySelectorAll('*')].flatMap((element) => [
          element.textContent,
          (element as HTMLTextAreaElement).value ?? '',
          ...(element.shadowRoot ? textsIn(element.shadowRoot) : []),
        ]);
      return textsIn(document).join('\n');
    });

  /** The lock offers one of their own to a user who has none, whatever others have on the device. */
  const offersOwn = (tab: Tab) => tab.read(unlockButton, 'Lock with a passkey');

  test('are counted and named before a sign-out that would lose them, and are gone after it, offline too', async () => {
    const { profile, tab } = await openNotes(place, 'leaver');
    await goOffline(tab, place.site);
    await writeNote(tab, 'Not sent yet');
    await tab.click(signOutButton);
    await tab.read('latch-sign-out-button >>> dialog[open]', '1 change has not been sent to the server.');
    await tab.click('latch-sign-out-button >>> dialog[open] [value=yes]');
    await tab.find('[data-view=sign-in]');
    assert.ok(!(await readPage(tab)).includes('Not sent yet'));
    await comeBack(tab, place.site);
    await tab.page.reload();
    await tab.find('[data-view=sign-in]');
    assert.deepEqual(
      place.site.arrivals.filter(({ text }) => text === 'Not sent yet'),
      [],
    );
    await profile.close();
  });

  test('are removed from the page by the lock, and the next user who signs in finds their own', async () => {
    const { profile, tab, authenticator } = await openNotes(place, 'alice');
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
    await offersOwn(tab);
    await tab.click(signOutButton);
    // What Alice has not sent, and her notes, are no business of Bob's sign-out.
    await tab.read(unlockButton, 'Unlock');

    await signUp(tab, 'carol');
    await createPasskey(tab, authenticator);
    await tab.go('/private-notes');
    await offersOwn(tab);
    await unlock(tab, authenticator);
    await tab.read('[data-state]', 'You have no notes yet.');
    assert.deepEqual(await readList(tab), []);
    assert.ok(!(await readPage(tab)).includes('Only for Alice'));

    await tab.devtools.send('Network.clearBrowserCookies');
    await post(tab, '/login', { username: 'alice', password });
    await tab.page.reload();
    await unlock(tab, authenticator);
    await tab.read('.notes', 'Only for Alice');
    await profile.close();
  });

  testInFullRuns(
    'stay with what waits to be sent when another user of the device signs out, who is asked nothing',
    async () => {
      const { profile, tab, authenticator } = await openNotes(place, 'erin');
      await goOffline(tab, place.site);
      await writeNote(tab, 'Erin’s, not sent yet');
      await tab.click(unlockButton);
      await tab.find('latch-vault-unlock:not([unlocked])');
      await comeBack(tab, place.site);

      await tab.devtools.send('Network.clearBrowserCookies');
      await signUp(tab, 'frida');
      await createPasskey(tab, authenticator);
      await tab.go('/private-notes');
      await offersOwn(tab);
      await unlock(tab, authenticator);
      await writeNote(tab, 'Frida’s');
      await tab.read(status, 'All your changes are sent.');
      assert.ok(!(await readPage(tab)).includes('Erin’s'));
      await tab.click(signOutButton);
      await tab.read(unlockButton, 'Unlock');
      assert.ok(!place.site.arrivals.some(({ text }) => text === 'Erin’s, not sent yet'));

      await post(tab, '/login', { username: 'erin', password });
      await tab.page.reload();
      await unlock(tab, authenticator);
      await tab.read('.notes', 'Erin’s, not sent yet');
      await tab.read(status, 'All your changes are sent.');
      assert.deepEqual(await readList(tab), ['Erin’s, not sent yet']);
      await profile.close();
    },
  );

  testInFullRuns('are not started in a lock that another page created', async () => {
    const { profile, tab, authenticator } = await openAsNewcomer(place, 'maker');
    await tab.go('/vault-unlock');
    await authenticator.whilePresent(async () => {
      await tab.click(unlockButton);
      await tab.find('latch-vault-unlock[unlocked]');
    });
    await tab.devtools.send('Network.clearBrowserCookies');
    await post(tab, '/signup', { username: 'finder' });
    for (const path of ['/private-notes', '/offline-status']) {
      await tab.go(path);
      await offersOwn(tab);
    }

    await post(tab, '/login', { username: 'maker', password });
    await tab.go('/private-notes');
    await unlock(tab, authenticator);
    await writeNote(tab, 'By the maker');
    await tab.read(status, 'All your changes are sent.');
    await profile.close();
  });

  testInFullRuns(
    'come back from the server when the browser has deleted them, and follow what other devices do',
    async () => {
      const { profile, tab, authenticator } = await openNotes(place, 'evicted');
      await writeNote(tab, 'Kept by the server');
      await tab.read(status, 'All your changes are sent.');
      await tab.go('about:blank');
      await tab.devtools.send('Storage.clearDataForOrigin', { origin: place.site.origin, storageTypes: 'indexeddb' });
      await writeElsewhere(place.site, 'evicted', '/notes/from-elsewhere', 'Written elsewhere');
      await tab.go('/private-notes');
      await tab.read(
        'latch-vault-unlock >>> [part=item-detail]',
        'Your browser deleted this app’s data on this device.',
      );
      await unlock(tab, authenticator);
      await tab.read('.notes', 'Kept by the server');
      assert.deepEqual((await readList(tab)).sort(), ['Kept by the server', 'Written elsewhere']);

      await writeElsewhere(place.site, 'evicted', '/notes/from-elsewhere', undefined);
      await tab.page.evaluate(() => dispatchEvent(new Event('online')));
      await tab.until(() => document.querySelectorAll('.notes li').length === 1);
      assert.deepEqual(await readList(tab), ['Kept by the server']);
      await openNote(tab, 'Kept by the server');
      await tab.click('[data-delete]');
      await tab.click('dialog[open] [value=delete]');
      await tab.read('[data-state]', 'You have no notes yet.');
      await tab.read(status, 'All your changes are sent.');
      const account = await place.site.server.store.findAccountByUsername('evicted');
      assert.deepEqual(await place.site.server.store.listNotes(account!.id), []);
      await profile.close();
    },
  );
});
