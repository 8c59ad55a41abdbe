import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tab } from '../support/node/tab.js';
import { testInFullRuns } from '../support/node/quick.js';
import {
  changeNote,
  choose,
  comeBack,
  describeNotes,
  goOffline,
  openNote,
  openNotes,
  readList,
  status,
  writeElsewhere,
  writeNote,
} from './notes-page.js';

describeNotes('a private note that was changed in two places', (place) => {
  async function pathOnServer(username: string): Promise<`/notes/${string}`> {
    const account = await place.site.server.store.findAccountByUsername(username);
    const [note] = await place.site.server.store.listNotes(account!.id);
    return `/notes/${note!.id}`;
  }

  async function textOnServer(username: string): Promise<string | undefined> {
    const account = await place.site.server.store.findAccountByUsername(username);
    return (await place.site.server.store.listNotes(account!.id))[0]?.text;
  }

  /** Both texts, as the user sees them; waits until the server's is there. */
  async function readTexts(tab: Tab): Promise<string[]> {
    await tab.until(
      () =>
        document.querySelector('.texts') !== null &&
        !document.querySelector('.texts')!.textContent.includes('One moment'),
    );
    return tab.page.$$eval('.texts dd', (texts) =>
      texts.filter((text) => text.checkVisibility()).map(({ textContent }) => textContent),
    );
  }

  /** Has a user change a note offline that is changed, or with `undefined` deleted, on another device meanwhile. */
  async function collide(username: string, theirs: string | undefined) {
    const visit = await openNotes(place, username);
    const { tab } = visit;
    await writeNote(tab, 'Milk');
    await tab.read(status, 'All your changes are sent.');
    await goOffline(tab, place.site);
    await changeNote(tab, 'Milk', 'Milk and honey');
    await writeElsewhere(place.site, username, await pathOnServer(username), theirs);
    await comeBack(tab, place.site);
    await tab.read('latch-offline-status >>> ul', 'This was changed elsewhere in the meantime.');
    return visit;
  }

  test('stays as it was written here when the person keeps that', async () => {
    const { profile, tab } = await collide('keeper', 'Milk and bread');
    assert.deepEqual(await readTexts(tab), ['Milk and bread', 'Milk and honey']);
    assert.equal(await textOnServer('keeper'), 'Milk and bread');
    await choose(tab, 'Keep my version');
    await tab.until(() => document.querySelector('.texts') === null);
    await tab.read(status, 'All your changes are sent.');
    assert.equal(await textOnServer('keeper'), 'Milk and honey');
    assert.deepEqual(await readList(tab), ['Milk and honey']);
    await changeNote(tab, 'Milk', 'Milk, honey and figs');
    await tab.read(status, 'All your changes are sent.');
    assert.equal(await textOnServer('keeper'), 'Milk, honey and figs');
    await profile.close();
  });

  testInFullRuns('becomes what it is elsewhere when the person takes that, and is changed on from there', async () => {
    const { profile, tab } = await collide('taker', 'Milk and bread');
    await choose(tab, 'Use the server’s version');
    await tab.read('.notes', 'Milk and bread');
    assert.deepEqual(await readList(tab), ['Milk and bread']);
    await changeNote(tab, 'Milk', 'Milk, bread and figs');
    await tab.read(status, 'All your changes are sent.');
    assert.equal(await textOnServer('taker'), 'Milk, bread and figs');
    await profile.close();
  });

  testInFullRuns('is there again when it was deleted elsewhere, and the person keeps theirs', async () => {
    const { profile, tab } = await collide('saver', undefined);
    assert.deepEqual(await readTexts(tab), ['Deleted.', 'Milk and honey']);
    await choose(tab, 'Keep my version');
    await tab.read(status, 'All your changes are sent.');
    assert.equal(await textOnServer('saver'), 'Milk and honey');
    await profile.close();
  });

  testInFullRuns('is shown as the server has it once the person has discarded what they wrote', async () => {
    const { profile, tab } = await collide('careless', 'Milk and bread');
    await choose(tab, 'Discard');
    await tab.read('.notes', 'Milk and bread');
    assert.deepEqual(await readList(tab), ['Milk and bread']);
    await profile.close();
  });

  testInFullRuns('is not lost when the server does not accept it, and is sent once it does', async () => {
    const { profile, tab } = await openNotes(place, 'wordy');
    await tab.page.$eval('#note', (note) => note.removeAttribute('maxlength'));
    const long = 'long '.repeat(5000);
    await tab.click('[data-new]');
    await tab.page.$eval('#note', (note, text) => ((note as HTMLTextAreaElement).value = text), long);
    await tab.page.type('#note', '.');
    await tab.click('[data-part=editor] button');
    await tab.read('latch-offline-status >>> ul', 'The server doesn’t accept this content.');
    assert.deepEqual(
      (await readTexts(tab)).map((text) => text.length),
      ['Deleted.'.length, long.length + 1],
    );
    await openNote(tab, 'long');
    await tab.fill('#note', 'short');
    await tab.click('[data-part=editor] button');
    await choose(tab, 'Discard');
    await tab.read(status, 'All your changes are sent.');
    assert.equal(await textOnServer('wordy'), 'short');
    assert.deepEqual(await readList(tab), ['short']);
    await profile.close();
  });
});
