import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NoteOutcome } from '../../server/src/store/notes.js';
import type { Outbox } from '../../src/offline.js';
import { openProfile } from '../support/node/browser.js';
import {
  changeNote,
  comeBack,
  describeNotes,
  goOffline,
  makeCode,
  openNotes,
  readList,
  signInAgain,
  startCold,
  status,
  troubles,
  unlock,
  unlockByCode,
  writeNote,
} from './notes-page.js';
import { isSoak, testInFullRuns } from '../support/node/quick.js';
import type { Tab } from '../support/node/tab.js';

describeNotes('private notes', (place) => {
  /** What the server has of a user's notes: the texts, in any order. */
  async function textsOnServer(username: string): Promise<string[]> {
    const account = await place.site.server.store.findAccountByUsername(username);
    return (await place.site.server.store.listNotes(account!.id)).map(({ text }) => text).sort();
  }

  testInFullRuns('open in airplane mode as soon as the page says that it is ready for that', async () => {
    const profile = await openProfile(place.browser, place.site.origin);
    const tab = await profile.open({ expects: troubles });
    await tab.go('/private-notes');
    await tab.read('[data-ready]', 'Ready to work offline');
    place.site.cut();
    await tab.page.setOfflineMode(true);
    await startCold(tab);
    await tab.find('[data-view=unreachable] [data-retry]');
    await comeBack(tab, place.site);
    await tab.find('[data-view=sign-in]');
    await profile.close();
  });

  test('are written, read in airplane mode from a cold start, changed there, and sent once after the person has signed in again', async () => {
    const { profile, tab, authenticator } = await openNotes(place, 'traveller');
    await writeNote(tab, 'Tickets');
    await tab.read(status, 'All your changes are sent.');
    await tab.page.reload();
    await tab.read('latch-vault-unlock >>> [part=item-detail]', 'Your passkey unlocks this app’s data, even offline.');

    await goOffline(tab, place.site);
    await startCold(tab);
    await tab.read(status, 'You’re offline.');
    await unlock(tab, authenticator);
    await tab.read('.notes', 'Tickets');
    await changeNote(tab, 'Tickets', 'Tickets, seat 12');
    await writeNote(tab, 'Packing list');
    await tab.read(status, '2 changes are waiting on this device.');
    await startCold(tab);
    await unlock(tab, authenticator);
    await tab.read('.notes', 'Tickets, seat 12');

    await tab.devtools.send('Network.clearBrowserCookies');
    place.site.arrivals.length = 0;
    await comeBack(tab, place.site);
    await tab.read(status, 'Sign in again to send your changes. 2 changes are waiting on this device.');
    assert.deepEqual(place.site.arrivals, []);
    await signInAgain(tab, authenticator);
    await tab.read(status, 'All your changes are sent.');
    assert.deepEqual(
      place.site.arrivals.map(({ text }) => text),
      ['Tickets, seat 12', 'Packing list'],
    );
    assert.deepEqual(await textsOnServer('traveller'), ['Packing list', 'Tickets, seat 12']);
    await profile.close();
  });

  testInFullRuns('are there once when the line breaks, again and again, after the server got them', async () => {
    const { profile, tab } = await openNotes(place, 'unlucky');
    place.site.arrivals.length = 0;
    place.site.loseAnswers('PUT', 2);
    await writeNote(tab, 'Only once');
    await tab.read(status, 'All your changes are sent.');
    assert.equal(place.site.arrivals.length, 3, 'it has reached the server each time');
    assert.equal(new Set(place.site.arrivals.map(({ key }) => key)).size, 1);
    assert.equal(new Set(place.site.arrivals.map(({ outcome }) => JSON.stringify(outcome))).size, 1);
    const { version } = place.site.arrivals[0]!.outcome as NoteOutcome;
    const account = await place.site.server.store.findAccountByUsername('unlucky');
    assert.deepEqual(
      (await place.site.server.store.listNotes(account!.id)).map((note) => [note.text, note.version]),
      [['Only once', version]],
    );
    await changeNote(tab, 'Only once', 'Only once, changed');
    await tab.read(status, 'All your changes are sent.');
    assert.deepEqual(await textsOnServer('unlucky'), ['Only once, changed']);
    await profile.close();
  });

  testInFullRuns('wait when the session is ended from elsewhere, and are sent after the next sign-in', async () => {
    const { profile, tab, authenticator } = await openNotes(place, 'revoked');
    const { id } = (await place.site.server.store.findAccountByUsername('revoked'))!;
    for (const session of await place.site.server.store.listSessions(id, place.site.server.clock.now()))
      await place.site.server.store.endSession(session.id, place.site.server.clock.now());
    await writeNote(tab, 'First');
    // The sign-in that appears above the notes moves them.
    await tab.read('[data-who]', 'You’re signed out.');
    await writeNote(tab, 'Second');
    await tab.read(status, 'Sign in again to send your changes. 2 changes are waiting on this device.');
    assert.deepEqual(await textsOnServer('revoked'), []);
    await signInAgain(tab, authenticator);
    await tab.read(status, 'All your changes are sent.');
    assert.deepEqual(await textsOnServer('revoked'), ['First', 'Second']);
    await profile.close();
  });

  const [starts, each] = isSoak ? [4, 5] : [2, 3];
  testInFullRuns(
    `are sent in order, each once, when ${starts * each} changes were made over ${starts} cold starts`,
    async () => {
      const { profile, tab, authenticator } = await openNotes(place, 'hermit');
      await goOffline(tab, place.site);
      const texts: string[] = [];
      for (let start = 0; start < starts; start++) {
        for (let change = 0; change < each; change++) {
          const text = `Day ${texts.length + 1}.`;
          if (change === 0) await writeNote(tab, text);
          else await changeNote(tab, texts.at(-1)!, text);
          texts.push(text);
        }
        await startCold(tab);
        await unlock(tab, authenticator);
      }
      await tab.read(status, `${starts * each} changes are waiting on this device.`);
      place.site.arrivals.length = 0;
      await comeBack(tab, place.site);
      await tab.read(status, 'All your changes are sent.');
      assert.deepEqual(
        place.site.arrivals.map(({ text }) => text),
        texts,
      );
      assert.equal(new Set(place.site.arrivals.map(({ key }) => key)).size, starts * each);
      assert.deepEqual(
        await readList(tab),
        Array.from({ length: starts }, (_, start) => `Day ${(starts - start) * each}.`),
      );
      await profile.close();
    },
  );

  testInFullRuns('are each sent once when two tabs with the same queue come online at once', async () => {
    const { profile, tab, authenticator } = await openNotes(place, 'twofold');
    const code = await makeCode(tab, authenticator);
    const other = await profile.open({ expects: troubles });
    await other.go('/private-notes');
    await unlockByCode(other, code);
    await goOffline(tab, place.site);
    await other.page.setOfflineMode(true);
    for (let round = 0; round < 2; round++) {
      await writeNote(tab, `One ${round}`);
      await writeNote(other, `Two ${round}`);
    }
    await tab.read('.notes', 'Two 1');
    await other.read(status, '4 changes are waiting on this device.');
    place.site.arrivals.length = 0;
    place.site.mend();
    await Promise.all([tab.page.setOfflineMode(false), other.page.setOfflineMode(false)]);
    for (const one of [tab, other])
      await one.until(
        () =>
          (document.querySelector('latch-offline-status') as Element & { outbox: Outbox }).outbox.state.waiting === 0,
      );
    const readRefused = ({ page }: Tab) =>
      page.$eval('latch-offline-status', (element) => (element as Element & { outbox: Outbox }).outbox.state.refused);
    assert.deepEqual([await readRefused(tab), await readRefused(other)], [[], []]);
    assert.deepEqual(
      place.site.arrivals.map(({ text }) => text),
      ['One 0', 'Two 0', 'One 1', 'Two 1'],
    );
    assert.deepEqual((await readList(tab)).sort(), await textsOnServer('twofold'));
    await profile.close();
  });
});
