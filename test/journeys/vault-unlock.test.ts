import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, CDPSession } from 'puppeteer-core';
import type { Vault } from '../../src/vault/index.js';
import { launchBrowser, openProfile, type Profile, releaseBrowser } from '../support/node/browser.js';
import type { TestServer } from '../support/node/server.js';
import { openTab, type Tab } from '../support/node/tab.js';
import type { Authenticator } from '../support/node/virtual-authenticator.js';
import { createPasskey, signOut, signUp } from './account-page.js';
import { startDemo } from './demo-site.js';
import { isSoak, testInFullRuns } from '../support/node/quick.js';

const button = 'latch-vault-unlock >>> [part=button]';
const dialog = 'latch-vault-unlock >>> dialog[open]';
const secretNote = 'a note that no one else reads';

/** How many known texts are looked for on the disk. */
const texts = isSoak ? 1000 : 10;

/** How bytes could be written down as text. */
const spell = (hexadecimal: string): string[] => {
  const bytes = Buffer.from(hexadecimal, 'hex');
  return [
    hexadecimal,
    hexadecimal.toUpperCase(),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('latin1'),
    [...bytes].join(','),
  ];
};

declare global {
  interface Window {
    /**
     * Raw keys that the page gave to the browser, and what it got from passkeys: where they lay, and what they were.
     */
    keys: { bytes: Uint8Array; was: string }[];
  }
}

/**
 * Runs in the page before its scripts: keeps hold of every raw key that it gives to the browser, and of what it gets
 * from passkeys. It is sent as text, so it refers to nothing outside.
 */
function watchKeys(): void {
  window.keys = [];
  const keep = (bytes: Uint8Array) =>
    window.keys.push({ bytes, was: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('') });

  const importNatively = SubtleCrypto.prototype.importKey as (...parameters: unknown[]) => Promise<CryptoKey>;
  SubtleCrypto.prototype.importKey = function importKey(this: SubtleCrypto, ...parameters: unknown[]) {
    const [format, bytes] = parameters;
    if (format === 'raw' && bytes instanceof Uint8Array) keep(bytes);
    return importNatively.apply(this, parameters);
  } as SubtleCrypto['importKey'];

  const resultsOf = PublicKeyCredential.prototype
    .getClientExtensionResults as () => AuthenticationExtensionsClientOutputs;
  PublicKeyCredential.prototype.getClientExtensionResults = function getClientExtensionResults(
    this: PublicKeyCredential,
  ) {
    const results = resultsOf.call(this);
    for (const secret of [results.prf?.results?.first, results.prf?.results?.second])
      if (secret) keep(new Uint8Array(secret as ArrayBuffer));
    return results;
  };
}

/** Everything that is on the heap of a page, as text. */
async function readHeap(devtools: CDPSession): Promise<string> {
  const chunks: string[] = [];
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk));
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  return chunks.join('');
}

describe('a note under lock', () => {
  let browser: Browser;
  let server: TestServer;
  before(async () => {
    browser = await launchBrowser();
    server = await startDemo();
  });
  after(async () => {
    await releaseBrowser(browser);
    await server.stop();
  });

  const noteOf = ({ page }: Tab) => page.$eval('#note', (note) => (note as HTMLTextAreaElement).value);
  const isNoteShown = ({ page }: Tab) => page.$eval('#note', (note) => note.checkVisibility());

  async function unlock(tab: Tab, authenticator: Authenticator): Promise<void> {
    await authenticator.whilePresent(async () => {
      await tab.click(button);
      await tab.find('latch-vault-unlock[unlocked]');
    });
  }

  async function lock(tab: Tab): Promise<void> {
    await tab.click(button);
    await tab.find('latch-vault-unlock:not([unlocked])');
  }

  async function press(tab: Tab, words: string): Promise<void> {
    await tab.click(`latch-vault-unlock >>> ::-p-text(${words})`);
  }

  /** Signs a user up who has a passkey, and has them lock a note away; it is unlocked at the end. */
  async function lockNoteAway(tab: Tab, username: string): Promise<Authenticator> {
    const authenticator = await tab.addAuthenticator();
    await signUp(tab, username);
    await createPasskey(tab, authenticator);
    await tab.go('/vault-unlock');
    await unlock(tab, authenticator);
    await tab.fill('#note', secretNote);
    await tab.read('[data-kept]', 'Kept.');
    return authenticator;
  }

  /** Makes a recovery code, which another tab can use: its authenticator would not have the passkey. */
  async function makeCode(tab: Tab, authenticator: Authenticator): Promise<string> {
    await authenticator.whilePresent(async () => {
      await tab.choose('latch-vault-unlock >>>', 'Create a recovery code');
      await tab.click(`${dialog} [part=dialog-confirm]`);
      await tab.find(`${dialog} [part=box]`);
    });
    const code = await tab.page.$eval(`${dialog} [part=box]`, ({ textContent }) => textContent);
    await tab.click(`${dialog} [value=yes]`);
    await tab.read('latch-vault-unlock >>> [part=status]', 'Recovery code added.');
    return code;
  }

  async function unlockByCode(tab: Tab, code: string): Promise<void> {
    await tab.go('/vault-unlock');
    await press(tab, 'Use recovery code');
    await tab.fill(`${dialog} input`, code);
    await tab.click(`${dialog} [value=yes]`);
    await tab.find('latch-vault-unlock[unlocked]');
    await tab.until((text) => document.querySelector('textarea')!.value === text, secretNote);
  }

  async function withProfile(work: (profile: Profile) => Promise<void>): Promise<void> {
    const profile = await openProfile(browser, server.origin);
    await work(profile);
    await profile.close();
  }

  test('is read after a reload and without a connection, and what the passkey gives is in no request', () =>
    withProfile(async (profile) => {
      const tab = await profile.open({ expects: /ERR_INTERNET_DISCONNECTED/ });
      const sent: string[] = [];
      tab.page.on('request', (request) =>
        sent.push([request.url(), JSON.stringify(request.headers()), request.postData()].join('\n')),
      );
      const authenticator = await lockNoteAway(tab, 'reader');
      const created = await tab.page.evaluate(() => window.watch.secrets);
      await tab.page.reload();
      assert.deepEqual([await noteOf(tab), await isNoteShown(tab)], ['', false]);
      await tab.until(() =>
        document
          .querySelector('latch-vault-unlock')!
          .shadowRoot!.textContent.includes('Your passkey unlocks this app’s data, even offline.'),
      );
      await tab.page.setOfflineMode(true);
      await unlock(tab, authenticator);
      await tab.until((text) => document.querySelector('textarea')!.value === text, secretNote);
      assert.equal(await isNoteShown(tab), true);
      await tab.fill('#note', `${secretNote}, edited`);
      await tab.read('[data-kept]', 'Kept.');
      await lock(tab);
      assert.deepEqual([await noteOf(tab), await isNoteShown(tab)], ['', false]);
      await tab.page.setOfflineMode(false);

      const secrets = [...created, ...(await tab.page.evaluate(() => window.watch.secrets))];
      assert.equal(secrets.length, 4);
      const everything = [
        ...sent,
        JSON.stringify(server.logs),
        await tab.page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])),
      ].join('\n');
      assert.deepEqual(
        secrets.flatMap(spell).filter((form) => everything.includes(form)),
        [],
      );
      assert.ok(!everything.includes(secretNote));
    }));

  testInFullRuns('is locked in all tabs by one, and is gone from the device once its owner signs out in one', () =>
    withProfile(async (profile) => {
      const first = await profile.open();
      const authenticator = await lockNoteAway(first, 'owner');
      const code = await makeCode(first, authenticator);
      const second = await profile.open();
      await unlockByCode(second, code);
      await lock(first);
      await second.find('latch-vault-unlock:not([unlocked])');
      assert.deepEqual([await noteOf(second), await isNoteShown(second)], ['', false]);

      await unlockByCode(second, code);
      await first.go('/home');
      await signOut(first);
      await second.read('latch-vault-unlock >>> [part=item-detail]', 'only your passkey can open it');
      assert.deepEqual([await noteOf(second), await isNoteShown(second)], ['', false]);
      await signUp(first, 'next');
      await first.go('/vault-unlock');
      await first.read('latch-vault-unlock >>> [part=item-detail]', 'only your passkey can open it');
      const rows = await second.page.evaluate(async () => {
        const database = await new Promise<IDBDatabase>((resolve) => {
          const request = indexedDB.open('latchkey.vault');
          request.onsuccess = () => resolve(request.result);
        });
        const stores = [...database.objectStoreNames];
        const counts = await Promise.all(
          stores.map(
            (store) =>
              new Promise(
                (resolve) =>
                  (database.transaction(store).objectStore(store).count().onsuccess = ({ target }) =>
                    resolve((target as IDBRequest<number>).result)),
              ),
          ),
        );
        database.close();
        return counts;
      });
      assert.deepEqual(rows, [0, 0, 0, 0, 0]);
    }),
  );

  testInFullRuns(
    'leaves no key in the page once it is locked: raw ones are overwritten, and none is on the heap as text',
    () =>
      withProfile(async (profile) => {
        const tab = await profile.open();
        await tab.page.evaluateOnNewDocument(watchKeys);
        const authenticator = await lockNoteAway(tab, 'forgetful');
        await lock(tab);
        await unlock(tab, authenticator);
        await lock(tab);
        const { keys, secrets } = await tab.page.evaluate(() => ({
          keys: window.keys.map(({ bytes, was }) => ({ was, isOverwritten: bytes.every((byte) => byte === 0) })),
          secrets: window.watch.secrets,
        }));
        assert.ok(keys.length > 4);
        assert.equal(secrets.length, 4);
        assert.deepEqual(
          [secrets[0], `${secrets[0]}${secrets[1]}`].map((one) => keys.some(({ was }) => was === one)),
          [true, true],
          'what the passkey gave is among them',
        );
        assert.deepEqual(
          keys.filter(({ isOverwritten }) => !isOverwritten),
          [],
        );

        const forms = [...secrets, ...keys.map(({ was }) => was)].flatMap(spell);
        const isOnHeap = (heap: string) => forms.some((form) => heap.includes(form));
        assert.ok(isOnHeap(await readHeap(tab.devtools)), 'what the test itself has kept is found');
        await tab.page.evaluate(() => {
          window.keys.length = 0;
          window.watch.secrets.length = 0;
        });
        assert.equal(isOnHeap(await readHeap(tab.devtools)), false);
      }),
  );
});

describe('what is sealed', () => {
  testInFullRuns(`is nowhere in the folder of the browser: ${texts} known texts`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-profile-'));
    const browser = await launchBrowser([`--user-data-dir=${folder}`]);
    const server = await startDemo();
    try {
      const tab = await openTab(browser.defaultBrowserContext(), server.origin);
      const authenticator = await tab.addAuthenticator();
      await signUp(tab, 'alice');
      await createPasskey(tab, authenticator);
      await tab.go('/vault-unlock');
      await authenticator.whilePresent(async () => {
        await tab.click(button);
        await tab.find('latch-vault-unlock[unlocked]');
      });
      const marks = Array.from({ length: texts }, (_each, index) => `sealed-${index}-${crypto.randomUUID()}`);
      const control = `in-the-clear-${crypto.randomUUID()}`;
      await tab.page.evaluate(
        async (sealed, clear) => {
          await (document.querySelector('latch-vault-unlock') as Element & { vault: Vault }).vault.write(
            sealed.map((value, index) => ({ store: 'marks', id: `${index}`, value })),
          );
          const database = await new Promise<IDBDatabase>((resolve) => {
            const request = indexedDB.open('control');
            request.onupgradeneeded = () => request.result.createObjectStore('rows');
            request.onsuccess = () => resolve(request.result);
          });
          const transaction = database.transaction('rows', 'readwrite', { durability: 'strict' });
          transaction.objectStore('rows').put(new TextEncoder().encode(clear), 'one');
          await new Promise((resolve) => (transaction.oncomplete = resolve));
        },
        marks,
        control,
      );
      assert.deepEqual(tab.problems, []);
      await releaseBrowser(browser);
      const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
      const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
      const isFound = (text: string) =>
        contents.some((content) => content.includes(text) || content.includes(Buffer.from(text, 'utf16le')));
      assert.ok(isFound(control), 'what is stored in the clear is found');
      assert.deepEqual(marks.filter(isFound), []);
    } finally {
      await releaseBrowser(browser);
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
