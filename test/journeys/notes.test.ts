import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser } from '../support/node/browser.js';
import { comeBack, goOffline, openNotes, changeNote, signInAgain, startCold, status, unlock, writeNote } from './notes-page.js';
import { startNotesSite, type NotesSite } from './notes-site.js';

describe('private notes', () => {
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

  /** What the server has of somebody's notes: the texts, in any order. */
  async function textsOnServer(username: string): Promise<string[]> {
    const account = await site.server.store.findAccountByUsername(username);
    return (await site.server.store.listNotes(account!.id)).map(({ text }) => text).sort();
  }

  test('are written, read in airplane mode from a cold start, changed there, and sent once after the person has signed in again', async () => {
    const { profile, tab, authenticator } = await openNotes(browser, site, 'traveller');
    await writeNote(tab, 'Tickets');
    await tab.read(status, 'All your changes are sent.');
    await tab.page.reload();
    await tab.read('latch-vault-unlock >>> [part=about]', 'This is locked.');

    await goOffline(tab, site);
    await startCold(tab);
    await tab.read(status, 'You are offline.');
    await unlock(tab, authenticator);
    await tab.read('.notes', 'Tickets');
    await changeNote(tab, 'Tickets', 'Tickets, seat 12');
    await writeNote(tab, 'Packing list');
    await tab.read(status, '2 changes wait on this device.');
    await startCold(tab);
    await unlock(tab, authenticator);
    await tab.read('.notes', 'Tickets, seat 12');

    await tab.devtools.send('Network.clearBrowserCookies');
    site.arrivals.length = 0;
    await comeBack(tab, site);
    await tab.read(status, 'Sign in again to send your changes. 2 changes wait on this device.');
    assert.deepEqual(site.arrivals, []);
    await signInAgain(tab, authenticator);
    await tab.read(status, 'All your changes are sent.');
    assert.deepEqual(site.arrivals.map(({ text }) => text), ['Tickets, seat 12', 'Packing list']);
    assert.deepEqual(await textsOnServer('traveller'), ['Packing list', 'Tickets, seat 12']);
    await profile.close();
  });
});
