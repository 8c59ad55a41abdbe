import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { toBase64Url } from '../../src/base/bytes.js';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { askPython, skipWithoutPython } from '../support/node/vault-format.js';
import { startVaultSite, type VaultSite } from './vault-site.js';

type Values = [store: string, id: string, format: string, data: string][];

const text = 'sixteen letters.'.repeat(40_000);
const encode = (value: string) => toBase64Url(Buffer.from(value));

describe('a vault that is carried between a browser and a program in Python', { skip: skipWithoutPython }, () => {
  let site: VaultSite;
  let browser: Browser;
  let page: Page;

  before(async () => {
    site = await startVaultSite('vault-export-page.ts');
    browser = await launchBrowser();
    const context = await browser.createBrowserContext();
    page = await context.newPage();
    await page.goto(site.origin, { waitUntil: 'load' });
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  for (const isPrivate of [false, true])
    test(`is read by the program as the browser exports it, by the code that a bridge leads from${isPrivate ? ', with encrypted names' : ''}`, async () => {
      const { code, file } = (await page.evaluate(`page.create(${isPrivate})`)) as { code: string; file: string };
      const { refused, values } = askPython<{ values: Values }>('read', { file, ways: [{ code }] });
      assert.equal(refused, undefined);
      assert.deepEqual(values.toSorted(), [
        ['files', 'long', 'stream', encode(text)],
        ['notes', 'first', 'json', encode('{"title":"Löwe"}')],
      ]);
    });

  for (const isPrivate of [false, true])
    test(`is imported, unlocked and changed by the browser as the program wrote it, and read by the program again${isPrivate ? ', with encrypted names' : ''}`, async () => {
      const { code, file } = askPython<{ code: string; file: string }>('write', {
        rpId: 'localhost',
        userHandle: encode('a user'),
        passkeys: [],
        isPrivate,
        values: [
          ['notes', 'first', 'json', encode('"Written in Python"')],
          ['files', 'long', 'stream', encode(text)],
        ],
      });
      const used = (await page.evaluate(`page.use(${JSON.stringify(file)}, ${JSON.stringify(code)})`)) as {
        notes: unknown;
        long: string;
        file: string;
      };
      assert.deepEqual(used.notes, [
        ['first', 'Written in Python'],
        ['second', 'Written in the browser'],
      ]);
      assert.ok(used.long === text);
      const { values } = askPython<{ values: Values }>('read', { file: used.file, ways: [{ code }] });
      assert.deepEqual(values.map(([store, id]) => `${store}/${id}`).toSorted(), [
        'files/long',
        'notes/first',
        'notes/second',
      ]);
    });
});
