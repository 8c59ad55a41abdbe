import { expect } from '@open-wc/testing';
import { clientFor } from '../../src/base/client/client.js';
import { readSession } from '../../src/session/session.js';
import { registerLocalData, type LocalData } from '../../src/sign-out/local-data.js';
import { forgetCaches, forgetDatabase } from '../../src/sign-out/forget.js';
import { signOut } from '../../src/sign-out/sign-out.js';
import { signUpUser, whoIsSignedIn } from '../support/browser/account.js';
import { watchBackendRequests } from '../support/browser/backend.js';
import { settled } from '../support/browser/clock.js';
import { forgetSignOuts } from '../support/browser/sign-outs.js';

/** Items of a user as a page may keep them, each with a mark that can be searched for. */
const marks = Array.from({ length: 100 }, (_each, index) => `mark-of-alice-${100 + index}`);

async function store(): Promise<void> {
  const cache = await caches.open('private-of-alice');
  for (const mark of marks.slice(0, 40)) await cache.put(`/${mark}`, new Response(mark));
  const database = await new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open('private-of-alice', 1);
    request.onupgradeneeded = () => void request.result.createObjectStore('items');
    request.onsuccess = () => resolve(request.result);
  });
  const transaction = database.transaction('items', 'readwrite');
  for (const mark of marks.slice(40, 80)) transaction.objectStore('items').put(mark, mark);
  await new Promise((resolve) => (transaction.oncomplete = resolve));
  database.close();
}

/** The marks that anyone who uses this browser next could read. */
async function readable(root: Element): Promise<string[]> {
  const found: string[] = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys())
      found.push(await (await caches.match(request))!.text());
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name!);
      request.onsuccess = () => resolve(request.result);
    });
    for (const items of database.objectStoreNames) {
      const request = database.transaction(items).objectStore(items).getAll();
      await new Promise((resolve) => (request.onsuccess = resolve));
      found.push(...(request.result as string[]).filter((row) => marks.includes(row)));
    }
    database.close();
  }
  found.push(
    ...marks.filter((mark) => root.textContent!.includes(mark) || JSON.stringify({ ...localStorage }).includes(mark)),
  );
  return found;
}

describe('what belongs to a user', () => {
  it('is named, and can be deleted', () => {
    for (const data of [undefined, null, {}, { name: 'drafts' }, { wipe: () => {} }, { name: 1, wipe: () => {} }])
      expect(() => registerLocalData(data as unknown as LocalData)).to.throw(TypeError, '"data"');
  });

  for (const [what, isOffline] of [
    ['with the backend in reach', false],
    ['without a connection', true],
  ] as const) {
    it(`is not to be read any more after they have signed out ${what}: in caches, databases, this page and another tab`, async () => {
      const backend = watchBackendRequests();
      await signUpUser();
      const page = document.body.appendChild(document.createElement('main'));
      page.textContent = marks.slice(80, 90).join(' ');
      const registrations = [
        registerLocalData({ name: 'private caches', wipe: () => forgetCaches('private-') }),
        registerLocalData({ name: 'private database', wipe: () => forgetDatabase('private-of-alice') }),
        registerLocalData({ name: 'what the page shows', wipe: () => page.replaceChildren() }),
      ];
      await store();
      const secondTab = await openSecondTab(marks.slice(90).join(' '));
      expect(await readable(page)).to.have.length(90);
      expect(textOf(secondTab)).to.contain(marks[99]!);

      await readSession(clientFor());
      const offline = () => Promise.reject(new TypeError('Failed to fetch'));
      if (isOffline) {
        backend.answerWith(offline);
        secondTab.contentWindow!.fetch = offline;
      }
      expect(await signOut({ client: clientFor() })).to.deep.equal({ confirmed: !isOffline, remains: [] });
      expect(await readable(page)).to.deep.equal([]);
      while (textOf(secondTab) !== '') await settled();

      backend.answerWith((_request, real) => real());
      const bob = await signUpUser();
      expect(await whoIsSignedIn()).to.equal(bob);
      expect(await readable(page)).to.deep.equal([]);
      secondTab.remove();
      registrations.forEach((takeBack) => takeBack());
      page.remove();
      await forgetSignOuts();
      backend.restore();
    });
  }

  /** A frame as a second tab: a page of its own, with a copy of the package and items of the user. */
  async function openSecondTab(text: string): Promise<HTMLIFrameElement> {
    const frame = document.createElement('iframe');
    frame.src = `/test/support/browser/second-tab.html?shows=${encodeURIComponent(text)}`;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    document.body.append(frame);
    await loaded;
    return frame;
  }

  const textOf = (frame: HTMLIFrameElement) => frame.contentDocument!.body.textContent!.trim();
});
