import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import type { Browser, CDPSession } from 'puppeteer-core';
import { launchBrowser, releaseBrowser } from '../support/node/browser.js';
import type { Case } from './cases.js';
import { normalizeReport, type Report } from './chromium-report.js';

/** What Chromium makes of one manifest, and where it was asked. */
export interface Verdict {
  documentUrl: string;
  manifestUrl: string;
  report: Report;
  appId: string | undefined;
  errorIds: string[];
  /** What it has to say about the manifest. */
  complaints: string[];
}

type Question = [example: Case, documentUrl: URL, manifestUrl: string];

const tabsAtOnce = 4;

/**
 * Asks a headless Chromium about all manifests, each where it says that it and its page are: whatever the host, it is a
 * server of ours.
 */
export async function askChromium(examples: readonly Case[]): Promise<Map<Case, Verdict>> {
  const server = createServer((request, response) => serve(examples, request.url!, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await launchBrowser([
    `--host-resolver-rules=MAP * 127.0.0.1:${(server.address() as AddressInfo).port}`,
  ]);
  const verdicts = new Map<Case, Verdict>();
  const questions = examples.map((example, index): Question => {
    const documentUrl = new URL(example.page ?? 'http://localhost/app/page?q=1#part');
    return [example, documentUrl, new URL(`${example.from ?? '/app/manifest.json'}?${index}`, documentUrl).href];
  });
  const queue = questions.sort(([, one], [, other]) => one.origin.localeCompare(other.origin)).values();
  try {
    await Promise.all(
      Array.from({ length: tabsAtOnce }, async (_, tab) => askInTurn(await openBareTab(browser, tab), queue, verdicts)),
    );
    return verdicts;
  } finally {
    await releaseBrowser(browser);
    await close(server);
  }
}

/**
 * Asks about one manifest after the other from one page, whose address and link change each time: that takes half the
 * time of a page for each.
 */
async function askInTurn(devtools: CDPSession, queue: Iterator<Question>, verdicts: Map<Case, Verdict>): Promise<void> {
  let origin = '';
  for (let next = queue.next(); !next.done; next = queue.next()) {
    const [example, documentUrl, manifestUrl] = next.value;
    if (origin !== documentUrl.origin) {
      origin = documentUrl.origin;
      const loaded = new Promise((resolve) => devtools.once('Page.loadEventFired', resolve));
      await devtools.send('Page.navigate', { url: `${origin}/page` });
      await loaded;
    }
    const link = `<link rel="manifest" href="${manifestUrl}">`;
    await devtools.send('Runtime.evaluate', {
      expression: `history.replaceState(null, '', ${JSON.stringify(documentUrl.href)}); document.head.innerHTML = ${JSON.stringify(link)};`,
    });
    const { manifest, errors } = (await devtools.send('Page.getAppManifest')) as unknown as {
      manifest: object;
      errors: Array<{ message: string }>;
    };
    const [{ appId }, { installabilityErrors }] = await Promise.all([
      devtools.send('Page.getAppId'),
      devtools.send('Page.getInstallabilityErrors'),
    ]);
    verdicts.set(example, {
      documentUrl: documentUrl.href,
      manifestUrl,
      report: normalizeReport(manifest, errors),
      appId,
      errorIds: installabilityErrors.map(({ errorId }) => errorId),
      complaints: errors.map(({ message }) => message),
    });
  }
}

/** A tab without what Puppeteer does for pages, which takes longer than the questions. */
async function openBareTab(browser: Browser, name: number): Promise<CDPSession> {
  const url = `about:blank#${name}`;
  await (await browser.target().createCDPSession()).send('Target.createTarget', { url });
  const target = await browser.waitForTarget((candidate) => candidate.url() === url);
  const devtools = await target.createCDPSession();
  await devtools.send('Page.enable');
  return devtools;
}

/** Whether there is a picture at an address: under `/icon/`, whatever its name, and nowhere else. */
export function isServed(src: string): boolean {
  return /^http:\/\/[^/]*\/icon\//.test(src);
}

function serve(examples: readonly Case[], path: string, response: ServerResponse): void {
  const index = /\/manifest\.json\?(\d+)$/.exec(path)?.[1];
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (path === '/page') response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Page</title>');
  else if (index !== undefined)
    response.setHeader('Content-Type', 'application/manifest+json').end(examples[Number(index)]!.text);
  else if (/^\/icon\/.*\.svg/.test(path))
    response
      .setHeader('Content-Type', 'image/svg+xml')
      .end('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>');
  else if (path.startsWith('/icon/')) response.setHeader('Content-Type', 'image/png').end(picture);
  else response.writeHead(404).end();
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

/** A PNG of 192 pixels square, all of one colour. */
const picture = createPng(192);

function createPng(size: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc(size * (1 + size * 3), 0x60);
  for (let row = 0; row < size; row += 1) rows[row * (1 + size * 3)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    createChunk('IHDR', header),
    createChunk('IDAT', deflateSync(rows)),
    createChunk('IEND', Buffer.alloc(0)),
  ]);
}

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
