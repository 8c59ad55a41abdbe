import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { startUploadsSite, type UploadsSite } from './uploads-site.js';

/** The content of a file, as the page makes it. */
const bytesOf = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_none, index) => index * 31 + (index >>> 10)));
const long = 2_700_000;

describe('streams of a vault that the outbox uploads', () => {
  let site: UploadsSite;
  let browser: Browser;
  let page: Page;

  before(async () => {
    browser = await launchBrowser();
  });
  after(() => releaseBrowser(browser));
  beforeEach(async () => {
    site = await startUploadsSite('outbox-upload-page.ts');
    const context = await browser.createBrowserContext();
    page = await context.newPage();
    await open(true);
  });
  afterEach(async () => {
    await page.browserContext().close();
    await site.stop();
  });

  async function open(isNew: boolean): Promise<void> {
    await page.goto(site.origin, { waitUntil: 'load' });
    await page.evaluate(`page.open(${isNew})`);
  }
  const upload = (name: string, length: number, isResumable: boolean) =>
    page.evaluate(`page.upload('${name}', ${length}, ${isResumable})`);
  const finish = () => page.evaluate('page.finish()');
  const nothingLeft = { refused: [], files: [] };

  test('are sent in one request, and deleted with the write', async () => {
    await upload('a', 600_000, false);
    assert.deepEqual(await finish(), nothingLeft);
    assert.deepEqual(site.asked, ['PUT /files/a']);
    assert.ok(site.files.get('/files/a')!.equals(bytesOf(600_000)));
  });

  test('are sent in pieces when they are resumable, an empty one too', async () => {
    await upload('a', long, true);
    await upload('empty', 0, true);
    assert.deepEqual(await finish(), nothingLeft);
    assert.deepEqual(site.asked.slice(0, 4), ['PUT /files/a', 'PATCH /uploads/', 'PATCH /uploads/', 'PATCH /uploads/']);
    assert.ok(site.files.get('/files/a')!.equals(bytesOf(long)));
    assert.equal(site.files.get('/files/empty')!.byteLength, 0);
  });

  test('continue where the connection broke', async () => {
    site.breakAfter = 1;
    await upload('a', long, true);
    assert.deepEqual(await finish(), nothingLeft);
    assert.deepEqual(site.asked.filter((what) => what !== 'HEAD /uploads/').slice(0, 3), [
      'PUT /files/a',
      'PATCH /uploads/',
      'PATCH /uploads/',
    ]);
    assert.equal(site.asked.filter((what) => what === 'PUT /files/a').length, 1);
    assert.ok(site.files.get('/files/a')!.equals(bytesOf(long)));
  });

  test('continue where they were when the page is loaded again', async () => {
    site.breakAfter = 1;
    const isBroken = site.isBroken();
    await upload('a', long, true);
    await isBroken;
    await open(false);
    assert.deepEqual(await finish(), nothingLeft);
    assert.equal(site.asked.filter((what) => what === 'PUT /files/a').length, 1);
    assert.ok(site.asked.includes('HEAD /uploads/'));
    assert.ok(site.files.get('/files/a')!.equals(bytesOf(long)));
  });

  test('are left to the person if the server accepts no resumable uploads, or the stream is gone; the rest is sent', async () => {
    site.isResumable = false;
    await upload('a', long, true);
    await page.evaluate(`page.uploadMissing('b')`);
    await upload('c', 10, false);
    assert.deepEqual(await finish(), {
      refused: [
        ['/files/a', 'unsendable', { error: 'not_resumable' }],
        ['/files/b', 'unsendable', { error: 'stream_missing' }],
      ],
      files: ['a'],
    });
    assert.ok(site.files.has('/files/c'));
  });

  test('must be there, and not be too long for one request, when they are queued', async () => {
    assert.equal(await page.evaluate(`page.enqueue('a', { store: 'files', id: 'a' })`), 'TypeError');
    assert.equal(await page.evaluate(`page.enqueue('a', { store: 'files' })`), 'TypeError');
    assert.equal(await upload('b', 67_108_865, false), 'TypeError');
  });
});
