import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import { buildPage, pageDocument } from './vault-site.js';

const endings: [what: string, name: string, ending: string][] = [
  ['a request of a queue is given up after its deadline', 'exchange', 'timed_out'],
  ['a timeout that only AbortSignal.any refers to ends a request', 'timeout', 'TimeoutError'],
  ['a controller ends a request through AbortSignal.any', 'controller', 'AbortError'],
  ['a controller reaches a listener through AbortSignal.any twice', 'listener', 'AbortError'],
];

describe('while Chromium collects garbage', () => {
  let server: Server;
  let browser: Browser;
  before(async () => {
    const script = await buildPage('abort-signals-page.ts');
    server = createServer(({ url }, response) => {
      if (url === '/page.js') return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
      if (url !== '/never') return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(pageDocument);
    });
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    browser = await launchBrowser();
  });
  after(async () => {
    await releaseBrowser(browser);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  for (const [what, name, ending] of endings) {
    test(what, async () => {
      const page = await browser.newPage();
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}`, { waitUntil: 'load' });
      const devtools = await page.createCDPSession();
      const collect = () => devtools.send('HeapProfiler.collectGarbage');
      await page.evaluate(`begin('${name}')`);
      for (let round = 0; round < 3; round += 1) await collect();
      if (ending === 'AbortError') await page.evaluate('abort()');
      let isOver = false;
      const ended = (page.evaluate('end()') as Promise<string>).finally(() => (isOver = true));
      while (!isOver) await collect();
      assert.equal(await ended, ending);
      await page.close();
    });
  }
});
