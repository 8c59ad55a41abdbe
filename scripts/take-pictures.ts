/** The pictures of the README and of the front page, of the built site, at twice the size. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { launch, type Page } from 'puppeteer-core';
import { siteFolder } from './fingerprint.mjs';
import { provideChromium } from './provide-chromium.mjs';
import { root } from './run.mjs';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};
const pictures = `${root}docs/pictures/`;

/**
 * Takes into `docs/pictures` the card, light and dark; `card.png`, which previews of links show; and the three pages of the
 * demo that have looks of their own.
 */
export async function takePictures(): Promise<void> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const name = pathname === '/' ? '/index.html' : extname(pathname) ? pathname : `${pathname}.html`;
    readFile(`${root}${siteFolder}${name}`).then(
      (bytes) =>
        response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' }).end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser = await launch({ executablePath: await provideChromium(), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const page = await browser.newPage();
    const open = async (path: string, theme: 'light' | 'dark'): Promise<void> => {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await page.goto(origin + path, { waitUntil: 'networkidle0' });
    };
    for (const theme of ['light', 'dark'] as const) {
      await page.setViewport({ width: 900, height: 1200, deviceScaleFactor: 2 });
      await open('/', theme);
      await takeCard(page, 64, 40, `sign-in-${theme}.png`);
    }
    await page.setViewport({ width: 1200, height: 2000 });
    await open('/#look?brand=sherbet', 'light');
    // the stage and the controls beside it
    await page.evaluate(() => scrollTo(0, 0));
    const { y } = (await (await page.$('.studio-stage'))!.boundingBox())!;
    await page.screenshot({ path: `${pictures}card.png`, clip: { x: 0, y, width: 1200, height: 630 } });
    for (const name of ['look-dark', 'look-newspaper', 'look-admin']) {
      await page.setViewport({ width: 1200, height: 840, deviceScaleFactor: 1 });
      await open(`/${name}`, 'light');
      await page.screenshot({ path: `${pictures}${name}.webp`, type: 'webp', quality: 80 });
    }
  } finally {
    await browser.close();
    server.close();
  }
}

/** Takes the card on the stage of the front page with so much of the stage around it. */
async function takeCard(page: Page, beside: number, above: number, name: string): Promise<void> {
  const { x, y, width, height } = (await (await page.$('latch-sign-in'))!.boundingBox())!;
  const clip = { x: x - beside, y: y - above, width: width + 2 * beside, height: height + 2 * above };
  await page.screenshot({ path: pictures + name, clip });
}
