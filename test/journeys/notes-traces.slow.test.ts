import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { launch, type Browser } from 'puppeteer-core';
import { findChromium } from '../../scripts/chromium.mjs';
import { openTab } from '../support/node/tab.js';
import { killBrowser } from './kill-browser.js';
import { enterNotes, troubles } from './notes-page.js';
import { startNotesSite, type NotesSite } from './notes-site.js';

suite('private notes in the files of the browser', () => {
  let site: NotesSite;
  let profile: string;
  let browser: Browser | undefined;

  before(async () => {
    site = await startNotesSite();
    profile = await mkdtemp(join(tmpdir(), 'latchkey-profile-'));
  });
  after(async () => {
    await killBrowser(browser);
    await site.stop();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });

  /** The files of this folder that hold this text, in one of the two encodings that browsers use. */
  async function filesWith(text: string, folder: string): Promise<string[]> {
    const encodings = [Buffer.from(text), Buffer.from(text, 'utf16le')];
    const found: string[] = [];
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const bytes = await readFile(join(entry.parentPath, entry.name));
      if (encodings.some((encoded) => bytes.includes(encoded))) found.push(entry.name);
    }
    return found;
  }

  test('are nowhere in the clear, also where it keeps what is typed into a page', async () => {
    browser = await launch({
      executablePath: findChromium()!,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      userDataDir: profile,
    });
    const tab = await openTab(browser.defaultBrowserContext(), site.origin, { expects: troubles });
    await enterNotes(tab, 'keeper');
    await tab.click('[data-new]');
    await tab.page.keyboard.type('Nothing of this may stay');
    await tab.read('[data-kept]', 'Kept on this device.');
    await tab.page.evaluate(() => document.body.append(document.createElement('textarea')));
    await tab.page.focus('body > textarea');
    await tab.page.keyboard.type('The browser keeps this');
    const openPages = join(profile, 'Default', 'Sessions');
    while ((await filesWith('The browser keeps this', openPages)).length === 0);
    await killBrowser(browser);
    assert.deepEqual(await filesWith('Nothing of this may stay', profile), []);
  });
});
