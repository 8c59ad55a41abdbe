import assert from 'node:assert/strict';
import { env } from 'node:process';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import type { Browser, CDPSession } from 'puppeteer-core';
import { checkInstallability, processManifest, type ProcessedResult } from '../../src/manifest/index.js';
import { launchBrowser } from '../support/node/browser.js';
import { cases, type Case } from './cases.js';
import { describeAsChromium, normalizeReport, type Report } from './chromium-report.js';
import { oddCases } from './odd-cases.js';
import { realManifests } from './real-manifests.js';

/** What Chromium makes of one manifest. */
interface Verdict {
  report: Report;
  appId: string | undefined;
  errorIds: string[];
}

/** Where we mean to differ from Chromium: by the name of the case, and why. */
const intended = new Map<RegExp, string>([
  [/^comment/, 'JSON with comments is tolerated by Chromium alone; we call it an empty manifest, and say so'],
  [/color\((?:a98|prophoto|rec2020|xyz)/, 'of the spaces of color() we know those of screens; the others are called no colour'],
  [/calc\(/, 'we do not calculate in colours'],
  [/hwb\(370/, 'half a shade is rounded down by Chromium, which computes it in single precision'],
  [/origin.*(?:co\.uk|corp|lan|notatld)"/, 'it takes the list of public suffixes to know what is a top-level domain, and what belongs to a registry'],
  [/origin.*exa mple/, 'Chromium escapes a space in the name of a host, which no other parser of URLs takes'],
  [/(?:filesystem|chrome):/, 'these schemes mean something to Chromium alone'],
]);
const commented: Case[] = [
  { name: 'comment of a line', text: '{"name": "A", // the name\n "start_url": "page"}' },
  { name: 'comment in between', text: '{"name": /* the name */ "A", "start_url": "page"}' },
];

/** Of the odd manifests one in so many is compared, unless there is time for all. */
const step = env.SOAK === '1' ? 1 : 8;
const tabsAtOnce = 4;
const pagePath = '/app/page?q=1#part';
const manifestPath = (index: number): string => `/app/manifest.json?${index}`;

describe('beside a live Chromium', { timeout: 300_000 }, () => {
  const all = [...cases, ...commented, ...realManifests.map(({ name, text }) => ({ name: `real: ${name}`, text })), ...oddCases.filter((_, index) => index % step === 0)];
  const verdicts = new Map<Case, Verdict>();
  let server: Server;
  let origin: string;
  let browser: Browser;

  before(async () => {
    server = createServer((request, response) => serve(all, request.url!, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    browser = await launchBrowser();
    const queue = all.entries();
    await Promise.all(Array.from({ length: tabsAtOnce }, (_, tab) => askAll(tab, queue)));
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  /** Asks about one manifest after the other from one page, whose link leads to another one each time: that takes half the time of a page for each. */
  async function askAll(tab: number, queue: Iterator<[number, Case]>): Promise<void> {
    const devtools = await openBareTab(browser, tab);
    const loaded = new Promise((resolve) => devtools.once('Page.loadEventFired', resolve));
    await devtools.send('Page.navigate', { url: origin + pagePath });
    await loaded;
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const [index, example] = next.value;
      await devtools.send('Runtime.evaluate', { expression: `document.head.innerHTML = '<link rel="manifest" href="${manifestPath(index)}">'` });
      const { manifest, errors } = (await devtools.send('Page.getAppManifest')) as unknown as { manifest: object; errors: Array<{ message: string }> };
      const [{ appId }, { installabilityErrors }] = await Promise.all([devtools.send('Page.getAppId'), devtools.send('Page.getInstallabilityErrors')]);
      verdicts.set(example, { report: normalizeReport(manifest, errors), appId, errorIds: installabilityErrors.map(({ errorId }) => errorId) });
    }
  }

  function process(example: Case): ProcessedResult {
    const index = all.indexOf(example);
    return processManifest(example.text, { engine: 'chromium', manifestUrl: origin + manifestPath(index), documentUrl: origin + pagePath, sameSite: (one, other) => one.protocol === other.protocol && one.hostname === other.hostname });
  }

  function compareAll(compare: (example: Case, verdict: Verdict) => void): void {
    const differences: string[] = [];
    for (const example of all) {
      if ([...intended.keys()].some((pattern) => pattern.test(example.name))) continue;
      try {
        compare(example, verdicts.get(example)!);
      } catch (error) {
        differences.push(`${example.name}\n${(error as Error).message}`);
      }
    }
    assert.deepEqual(differences.slice(0, 20), [], `${differences.length} of ${all.length} differ`);
  }

  test('there are at least 300 manifests to compare', () => {
    assert.ok(cases.length >= 300, `${cases.length}`);
  });

  // Not in the report of the protocol: short_name (but in whether the app has a name), dir, lang, localized members, categories, file handlers, note taking, tab strip, migrations, purposes, shortcuts beyond name and URL,
  // files of a share target. Its enctype is, but holds the action. For file handlers and migrations the number of complaints is compared.
  test('every processed value that Chromium reports is ours', () => {
    compareAll((example, { report }) => assert.deepEqual(describeAsChromium(process(example), parse(example.text)), report));
  });

  test('the app id is the same', () => {
    compareAll((example, { appId }) => assert.equal(process(example).appId, appId));
  });

  test('the obstacles to installation are the same, in the same order', () => {
    compareAll((example, { errorIds }) => {
      const processed = process(example);
      const icons = Object.fromEntries(processed.manifest.icons.map(({ src }) => [src, { ok: isServed(src, origin), type: 'image/png', width: 192, height: 192 }]));
      const { reasons, installable } = checkInstallability(processed, { icons });
      assert.deepEqual(reasons.filter(({ effect }) => effect === 'blocks-install').map(({ id }) => id), errorIds);
      assert.equal(installable, errorIds.length === 0);
    });
  });

  test('comments are the one thing that Chromium takes and we do not', () => {
    for (const example of commented) {
      assert.equal(verdicts.get(example)!.report.name, 'A');
      const { manifest, findings } = process(example);
      assert.equal(manifest.name, undefined);
      assert.deepEqual(findings.map(({ level, code }) => [level, code]), [['error', 'json-comment']]);
    }
  });
});

/** A tab without what Puppeteer does for pages, which takes longer than the questions. */
async function openBareTab(browser: Browser, name: number): Promise<CDPSession> {
  const url = `about:blank#${name}`;
  await (await browser.target().createCDPSession()).send('Target.createTarget', { url });
  const target = await browser.waitForTarget((candidate) => candidate.url() === url);
  const devtools = await target.createCDPSession();
  await devtools.send('Page.enable');
  return devtools;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** Pictures are there under `/icon/`, whatever their name; nothing else is. */
function isServed(src: string, origin: string): boolean {
  return src.startsWith(`${origin}/icon/`);
}

function serve(examples: readonly Case[], path: string, response: ServerResponse): void {
  const index = /^\/app\/manifest\.json\?(\d+)$/.exec(path)?.[1];
  if (path.startsWith('/app/page')) response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Page</title>');
  else if (index !== undefined) response.setHeader('Content-Type', 'application/manifest+json').end(examples[Number(index)]!.text);
  else if (/^\/icon\/.*\.svg/.test(path)) response.setHeader('Content-Type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>');
  else if (path.startsWith('/icon/')) response.setHeader('Content-Type', 'image/png').end(picture);
  else response.writeHead(404).end();
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
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), createChunk('IHDR', header), createChunk('IDAT', deflateSync(rows)), createChunk('IEND', Buffer.alloc(0))]);
}

function createChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
