/** The pictures of the README: the card of the built start page, light and dark, at twice the size. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { launch } from 'puppeteer-core';
import { siteFolder } from './fingerprint.mjs';
import { provideChromium } from './provide-chromium.mjs';
import { root } from './run.mjs';

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Takes `docs/pictures/sign-in-light.png` and `-dark.png`. */
export async function takePictures(): Promise<void> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const type = types[extname(pathname)] ?? 'application/octet-stream';
    readFile(`${root}${siteFolder}${pathname}`).then(
      (bytes) => response.writeHead(200, { 'content-type': type }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const browser = await launch({ executablePath: await provideChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 900, deviceScaleFactor: 2 });
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/index.html`, {
        waitUntil: 'networkidle0',
      });
      const stage = (await page.$('.live .stage'))!;
      await stage.screenshot({ path: `${root}docs/pictures/sign-in-${theme}.png` });
    }
  } finally {
    await browser.close();
    server.close();
  }
}
