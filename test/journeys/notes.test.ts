import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import type { NoteOutcome } from '../../demo/server/store/notes.js';
import type { Outbox } from '../../src/features/offline/index.js';
import { launchBrowser } from '../support/node/browser.js';
import { changeNote, comeBack, goOffline, makeCode, openNotes, readList, signInAgain, startCold, status, troubles, unlock, unlockByCode, writeNote } from './notes-page.js';
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

  test('are there once when the line breaks, again and again, after the server got them', async () => {
    const { profile, tab } = await openNotes(browser, site, 'unlucky');
    site.arrivals.length = 0;
    site.loseAnswers('PUT', 2);
    await writeNote(tab, 'Only once');
    await tab.read(status, 'All your changes are sent.');
    assert.equal(site.arrivals.length, 3, 'it has reached the server each time');
    assert.equal(new Set(site.arrivals.map(({ key }) => key)).size, 1);
    assert.equal(new Set(site.arrivals.map(({ outcome }) => JSON.stringify(outcome))).size, 1);
    const { version } = site.arrivals[0]!.outcome as NoteOutcome;
    const account = await site.server.store.findAccountByUsername('unlucky');
    assert.deepEqual((await site.server.store.listNotes(account!.id)).map((note) => [note.text, note.version]), [['Only once', version]]);
    await changeNote(tab, 'Only once', 'Only once, changed');
    await tab.read(status, 'All your changes are sent.');
    assert.deepEqual(await textsOnServer('unlucky'), ['Only once, changed']);
    await profile.close();
  });

  test('wait when the session is ended from elsewhere, and are sent after the next sign-in', async () => {
    const { profile, tab, authenticator } = await openNotes(browser, site, 'revoked');
    const { id } = (await site.server.store.findAccountByUsername('revoked'))!;
    for (const session of await site.server.store.listSessions(id, site.server.clock.now())) await site.server.store.endSession(session.id, site.server.clock.now());
    await writeNote(tab, 'First');
    await writeNote(tab, 'Second');
    await tab.read(status, 'Sign in again to send your changes. 2 changes wait on this device.');
    assert.deepEqual(await textsOnServer('revoked'), []);
    await signInAgain(tab, authenticator);
    await tab.read(status, 'All your changes are sent.');
    assert.deepEqual(await textsOnServer('revoked'), ['First', 'Second']);
    await profile.close();
  });

  const starts = process.env['SOAK'] === '1' ? 4 : 2;
  test(`are sent in order, each once, when ${starts * 5} changes were made over ${starts} cold starts`, async () => {
    const { profile, tab, authenticator } = await openNotes(browser, site, 'hermit');
    await goOffline(tab, site);
    const texts: string[] = [];
    for (let start = 0; start < starts; start++) {
      for (let change = 0; change < 5; change++) {
        const text = `Day ${texts.length + 1}.`;
        if (change === 0) await writeNote(tab, text);
        else await changeNote(tab, texts.at(-1)!, text);
        texts.push(text);
      }
      await startCold(tab);
      await unlock(tab, authenticator);
    }
    await tab.read(status, `${starts * 5} changes wait on this device.`);
    site.arrivals.length = 0;
    await comeBack(tab, site);
    await tab.read(status, 'All your changes are sent.');
    assert.deepEqual(site.arrivals.map(({ text }) => text), texts);
    assert.equal(new Set(site.arrivals.map(({ key }) => key)).size, starts * 5);
    assert.deepEqual(await readList(tab), Array.from({ length: starts }, (_, start) => `Day ${(starts - start) * 5}.`));
    await profile.close();
  });

  test('are each sent once when two tabs with the same queue come online at once', async () => {
    const { profile, tab, authenticator } = await openNotes(browser, site, 'twofold');
    const code = await makeCode(tab, authenticator);
    const other = await profile.open({ expects: troubles });
    await other.go('/private-notes');
    await unlockByCode(other, code);
    await goOffline(tab, site);
    await other.page.setOfflineMode(true);
    for (let round = 0; round < 3; round++) {
      await writeNote(tab, `One ${round}`);
      await writeNote(other, `Two ${round}`);
    }
    await tab.read('.notes', 'Two 2');
    await other.read(status, '6 changes wait on this device.');
    site.arrivals.length = 0;
    site.mend();
    await Promise.all([tab.page.setOfflineMode(false), other.page.setOfflineMode(false)]);
    for (const each of [tab, other]) await each.until(() => (document.querySelector('latch-offline-status') as Element & { outbox: Outbox }).outbox.state.waiting === 0);
    assert.deepEqual(site.arrivals.map(({ text }) => text), ['One 0', 'Two 0', 'One 1', 'Two 1', 'One 2', 'Two 2']);
    assert.deepEqual((await readList(tab)).sort(), await textsOnServer('twofold'));
    await profile.close();
  });
});
