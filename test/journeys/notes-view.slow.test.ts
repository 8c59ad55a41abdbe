import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tab } from '../support/node/tab.js';
import {
  comeBack,
  describeNotes,
  goOffline,
  isKept,
  openNote,
  openAsNewcomer,
  openNotes,
  readList,
  startCold,
  status,
  unlock,
  unlockButton,
  writeElsewhere,
  writeNote,
} from './notes-page.js';

describeNotes('the page of private notes', (place) => {
  const readFocus = ({ page }: Tab): Promise<string> =>
    page.evaluate(() => document.activeElement!.textContent || document.activeElement!.id);

  test('is used with the keyboard alone, and the focus is never lost', async () => {
    const { profile, tab } = await openNotes(place, 'typist');
    const { keyboard } = tab.page;
    await tab.page.focus('[data-new]');
    await keyboard.press('Enter');
    assert.equal(await readFocus(tab), 'note');
    await keyboard.type('Written by hand');
    await tab.read('[data-kept]', 'Kept on this device.');
    await keyboard.press('Tab');
    assert.equal(await readFocus(tab), 'Done');
    await keyboard.press('Enter');
    await tab.until(() => document.activeElement?.textContent.startsWith('Written by hand'));
    await tab.read(status, 'All your changes are sent.');
    await keyboard.press('Enter');
    await tab.find('[data-part=editor]:not([hidden])');
    for (let step = 0; step < 2; step++) await keyboard.press('Tab');
    assert.equal(await readFocus(tab), 'Delete');
    await keyboard.press('Enter');
    await tab.find('dialog[open]');
    await keyboard.press('Escape');
    assert.equal(await readFocus(tab), 'Delete');
    await keyboard.press('Enter');
    await keyboard.press('Enter');
    await tab.until(() => document.activeElement?.id === 'list-heading');
    assert.deepEqual(await readList(tab), []);
    await profile.close();
  });

  test('keeps a word that is cut short by the lock, and sends it when it is unlocked again', async () => {
    const { profile, tab, authenticator } = await openNotes(place, 'sudden');
    await tab.click('[data-new]');
    await tab.page.keyboard.type('Cut sho');
    await tab.read('[data-kept]', 'Kept on this device.');
    await tab.page.evaluate(() => (document.querySelector('latch-vault-unlock') as Element & { lock(): void }).lock());
    await tab.find('latch-vault-unlock:not([unlocked])');
    assert.deepEqual(await tab.page.$eval('#note', (note) => (note as HTMLTextAreaElement).value), '');
    await unlock(tab, authenticator);
    await tab.read('.notes', 'Cut sho');
    await tab.read(status, 'All your changes are sent.');
    assert.deepEqual(
      place.site.arrivals.map(({ text }) => text).filter((text) => text?.startsWith('Cut')),
      ['Cut sho'],
    );
    await profile.close();
  });

  test('leaves alone what a user is typing while the same note comes from elsewhere', async () => {
    const { profile, tab } = await openNotes(place, 'twice');
    await writeElsewhere(place.site, 'twice', '/notes/shared', 'As it was');
    await tab.page.evaluate(() => dispatchEvent(new Event('online')));
    await tab.read('.notes', 'As it was');
    await openNote(tab, 'As it was');
    await tab.page.keyboard.type('. And more');
    await writeElsewhere(place.site, 'twice', '/notes/shared', 'From elsewhere');
    await writeElsewhere(place.site, 'twice', '/notes/other', 'Another one');
    await tab.page.evaluate(() => dispatchEvent(new Event('online')));
    await tab.until(() => document.querySelector('.notes')!.textContent.includes('Another one'));
    assert.equal(await tab.page.$eval('#note', (note) => (note as HTMLTextAreaElement).value), 'As it was. And more');
    await tab.click('[data-part=editor] button');
    await tab.read('.texts', 'From elsewhere');
    await profile.close();
  });

  test('opens the note that is pressed while the list changes around it', async () => {
    const { profile, tab } = await openNotes(place, 'presser');
    await writeElsewhere(place.site, 'presser', '/notes/pressed', 'The pressed one');
    await writeElsewhere(place.site, 'presser', '/notes/before', 'The later one');
    await tab.page.evaluate(() => dispatchEvent(new Event('online')));
    await tab.until(() => document.querySelectorAll('.notes button').length === 2);
    const button = (await tab.page.$('.notes button[value$="/notes/pressed"]'))!;
    const { x, y, width, height } = (await button.boundingBox())!;
    await tab.page.mouse.move(x + width / 2, y + height / 2);
    await tab.page.mouse.down();
    await writeElsewhere(place.site, 'presser', '/notes/before', 'Changed meanwhile');
    await tab.page.evaluate(() => dispatchEvent(new Event('online')));
    await tab.read('.notes', 'Changed meanwhile');
    await tab.page.mouse.up();
    await tab.find('[data-part=editor]:not([hidden])');
    assert.equal(await tab.page.$eval('#note', (note) => (note as HTMLTextAreaElement).value), 'The pressed one');
    await profile.close();
  });

  test('does not take a note away that was written while it asked for the list', async () => {
    const { profile, tab } = await openNotes(place, 'quick');
    await tab.read('[data-state]', 'You have no notes yet.');
    const isAsked = tab.page.waitForResponse((response) => response.url().endsWith('/notes'));
    await tab.page.evaluate(() => {
      const native = globalThis.fetch;
      let release = () => {};
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      const counts: number[] = [];
      const isList = (input: RequestInfo | URL, init?: RequestInit) =>
        (init?.method ?? 'GET') === 'GET' && `${input as URL}`.endsWith('/notes');
      globalThis.fetch = async (...request) => {
        const answer = await native(...request);
        if (isList(...request)) await isReleased;
        return answer;
      };
      new MutationObserver(() => counts.push(document.querySelectorAll('.notes li').length)).observe(
        document.querySelector('.notes')!,
        { childList: true },
      );
      Object.assign(globalThis, { release, counts });
      dispatchEvent(new Event('online'));
    });
    await isAsked;
    await writeNote(tab, 'Quickly written');
    await tab.read(status, 'All your changes are sent.');
    const isAskedAgain = tab.page.waitForResponse((response) => response.url().endsWith('/notes'));
    await tab.page.evaluate(() => (globalThis as unknown as { release(): void }).release());
    await isAskedAgain;
    const counts = await tab.page.evaluate(() => (globalThis as unknown as { counts: number[] }).counts);
    assert.deepEqual(
      [await readList(tab), counts.slice(counts.indexOf(1)).filter((count) => count !== 1)],
      [['Quickly written'], []],
    );
    await profile.close();
  });

  test('offers a new version of its worker, and uses it once the person wants that', async () => {
    const { profile, tab } = await openNotes(place, 'updater');
    await isKept(tab);
    place.site.deploy();
    await tab.page.reload();
    await tab.read('[data-update]', 'There is a new version of this app.');
    const isWaiting = () =>
      tab.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())!.waiting !== null);
    assert.equal(await isWaiting(), true);
    const isReloaded = tab.page.waitForNavigation();
    await tab.click('[data-update] button');
    await isReloaded;
    await tab.read('[data-who]', 'You’re signed in as updater.');
    assert.deepEqual(
      [await isWaiting(), await tab.page.$eval('[data-update]', ({ textContent }) => textContent)],
      [false, ''],
    );
    await profile.close();
  });

  test('says that it needs the server once, when the vault comes from another page, and goes on automatically when it is there', async () => {
    const { profile, tab, authenticator } = await openAsNewcomer(place, 'mover');
    await tab.go('/vault-unlock');
    await authenticator.whilePresent(async () => {
      await tab.click(unlockButton);
      await tab.find('latch-vault-unlock[unlocked]');
    });
    await tab.go('/private-notes');
    await goOffline(tab, place.site);
    await authenticator.whilePresent(async () => {
      await tab.click(unlockButton);
      await tab.read('[data-problem]', 'It is needed once');
    });
    await comeBack(tab, place.site);
    await tab.read('[data-state]', 'You have no notes yet.');
    assert.equal(await tab.page.$eval('[data-problem]', ({ textContent }) => textContent), '');
    await profile.close();
  });

  test('is opened by the worker when there is no server, reports it, and asks again automatically', async () => {
    const { profile, tab, authenticator } = await openNotes(place, 'remote');
    await isKept(tab);
    await tab.click(unlockButton);
    place.site.cut();
    await startCold(tab);
    await tab.read('[data-who]', 'Can’t reach the server.');
    await unlock(tab, authenticator);
    await tab.read('[data-state]', 'Your notes cannot be fetched at the moment.');
    await comeBack(tab, place.site);
    await tab.read('[data-who]', 'You’re signed in as remote.');
    await tab.read('[data-state]', 'You have no notes yet.');
    await goOffline(tab, place.site);
    await tab.read(status, 'You’re offline.');
    await profile.close();
    place.site.mend();
  });
});
