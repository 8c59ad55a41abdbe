import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { assetsIn, type Asset } from '../../server/src/http/assets.js';
import { latchkey } from '../cli/run-cli.js';
import { launchBrowser, openProfile, releaseBrowser } from '../support/node/browser.js';
import { root } from '../support/node/program.js';
import { serveBeside } from './framework-app.js';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const page = (head: string, body: string): Asset => ({
  body: encode(
    `<!doctype html><html lang="de"><meta charset="utf-8"><title>Page</title><link rel="icon" href="data:,">${head}<body>${body}`,
  ),
  contentType: 'text/html; charset=utf-8',
  immutable: false,
});
const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  jsdelivr: string;
};
const packageAtJsDelivr = `/npm/latchkey@${description.version}`;
const button = '<latch-sign-out-button></latch-sign-out-button>';

describe('a page with script tags', () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveBeside>>;
  let altered: RegExp | undefined;
  before(async () => {
    browser = await launchBrowser();
    const tagsFor = async (entry: string) => (await latchkey(['import-map', '/cdn/', '--entry', entry])).stdout;
    const script = (entry: string) => `<script type="module" src="/cdn/${entry}"></script>`;
    const files: Record<string, Asset> = {
      '/checked': page(await tagsFor('latchkey.js'), button),
      '/single': page(await tagsFor('latchkey.single.js'), button),
      '/autoload': page(script('autoload.js'), button),
      '/jsdelivr': page(`<script type="module" src="${packageAtJsDelivr}"></script>`, button),
    };
    const cdn = assetsIn(join(root, 'dist/cdn'));
    const wholePackage = assetsIn(root);
    site = await serveBeside(async (path) => {
      // https://www.jsdelivr.com/documentation#id-npm: the default file comes without a redirect
      if (path === packageAtJsDelivr) return wholePackage(description.jsdelivr.slice(1));
      if (path.startsWith(`${packageAtJsDelivr}/`)) return wholePackage(path.slice(packageAtJsDelivr.length));
      if (!path.startsWith('/cdn/')) return files[path];
      const file = await cdn(path.slice('/cdn'.length));
      if (!file || !altered?.test(path)) return file;
      const spoiled = Buffer.concat([file.body, encode('\n;globalThis.isAltered = true;')]);
      return { ...file, body: new Uint8Array(spoiled) };
    });
  });
  after(async () => {
    await releaseBrowser(browser);
    await site.stop();
  });

  async function openTab(path: string, expects?: RegExp) {
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open(expects && { expects });
    const requested: string[] = [];
    tab.page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await tab.go(path);
    return { tab, requested, close: () => profile.close() };
  }

  test('loads every file by its hash', async () => {
    altered = undefined;
    const { tab, close } = await openTab('/checked');
    await tab.read('latch-sign-out-button >>> [part=button]', 'Abmelden');
    await close();
  });

  test('loads all of it from the package, by the address of the package at jsDelivr', async () => {
    const { tab, requested, close } = await openTab('/jsdelivr');
    await tab.read('latch-sign-out-button >>> [part=button]', 'Abmelden');
    const scripts = requested.filter((path) => path.endsWith('.js'));
    assert.ok(
      scripts.length > 3 && scripts.every((path) => path.startsWith(`${packageAtJsDelivr}/dist/cdn/`)),
      `${scripts}`,
    );
    await close();
  });

  test('refuses a file that was altered, which the hash of the script tag alone would not notice', async () => {
    altered = /\/translations-[\w-]+\.js$/;
    const { tab, close } = await openTab('/checked', /integrity/);
    await tab.read('latch-sign-out-button >>> [part=button]', 'Sign out');
    const isAltered = () => tab.page.evaluate(() => 'isAltered' in globalThis);
    assert.equal(await isAltered(), false);
    await close();
    altered = undefined;
  });

  test('needs one more request than the single file for another language than English', async () => {
    const { tab, requested, close } = await openTab('/single');
    await tab.read('latch-sign-out-button >>> [part=button]', 'Abmelden');
    const files = requested.filter((path) => path.startsWith('/cdn/'));
    assert.equal(files.length, 2, files.join(' '));
    assert.equal(files[0], '/cdn/latchkey.single.js');
    assert.match(files[1]!, /^\/cdn\/languages\/de-/);
    await close();
  });

  test('loads the tags that it has with autoload, and tries again when a module could not be loaded', async () => {
    const profile = await openProfile(browser, site.origin);
    const tab = await profile.open({ expects: /ERR_FAILED|Failed to fetch/ });
    let isBroken = true;
    await tab.page.setRequestInterception(true);
    tab.page.on('request', (request) => {
      if (isBroken && request.url().includes('/cdn/account-')) void request.abort();
      else void request.continue();
    });
    const failed = new Promise((resolve) => tab.page.once('requestfailed', resolve));
    await tab.go('/autoload');
    await failed;
    isBroken = false;
    await tab.until(() => {
      dispatchEvent(new Event('online'));
      return !!customElements.get('latch-sign-out-button');
    });
    await tab.read('latch-sign-out-button >>> [part=button]', 'Abmelden');
    assert.equal(await tab.page.evaluate(() => !!customElements.get('latch-vault-unlock')), false);
    await profile.context.close();
  });
});
