import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { PNG } from 'pngjs';
import { launch, type Browser, type CDPSession, type Page } from 'puppeteer-core';
import { chromiumFlags, findChromium } from '../../scripts/chromium.mjs';
import { predictUpdate, processManifest, type ProcessedResult } from '../../src/manifest/index.js';
import { sampleOf } from '../support/node/quick.js';
import { findProgram, startDisplay } from '../support/runner/display.mjs';

const skip = findProgram('Xvfb') ? false : 'There is no Xvfb on this machine.';

const red = paint(255, 0, 0);
const almostRed = paint(250, 0, 0);
const blue = paint(0, 0, 255);
const icon = { src: 'red.png', sizes: '192x192', type: 'image/png' };

interface Change {
  change: Record<string, unknown>;
  /** How much the icon changes, if it does. */
  iconDifference?: number;
  /** What the manifest has besides, before and after. */
  rest?: Record<string, unknown>;
}

/** What changes in the manifest of an installed app, by what the test calls it. */
const changes: Record<string, Change> = {
  nothing: { change: {} },
  name: { change: { name: 'Logbook' } },
  'the only name, a short one': { rest: { name: undefined, short_name: 'Log' }, change: { short_name: 'Book' } },
  start_url: { change: { start_url: 'home' } },
  scope: { change: { scope: '../' } },
  display: { change: { display: 'minimal-ui' } },
  display_override: { change: { display_override: ['window-controls-overlay'] } },
  theme_color: { change: { theme_color: '#445566' } },
  background_color: { change: { background_color: '#445566' } },
  shortcuts: { change: { shortcuts: [{ name: 'New note', url: 'new' }] } },
  file_handlers: { change: { file_handlers: [{ action: 'open', accept: { 'text/plain': ['.txt'] } }] } },
  protocol_handlers: { change: { protocol_handlers: [{ protocol: 'web+notes', url: 'open?url=%s' }] } },
  launch_handler: { change: { launch_handler: { client_mode: 'focus-existing' } } },
  note_taking: { change: { note_taking: { new_note_url: 'new' } } },
  related_applications: { change: { related_applications: [{ platform: 'play', id: 'example.log' }] } },
  orientation: { change: { orientation: 'portrait' } },
  categories: { change: { categories: ['books'] } },
  'description alone': { change: { description: 'A book of logs' } },
  'description with a color': { change: { description: 'A book of logs', theme_color: '#445566' } },
  'name with a color': { change: { name: 'Logbook', theme_color: '#445566' } },
  'an icon that looks otherwise': { change: { icons: [{ ...icon, src: 'blue.png' }] }, iconDifference: 1 },
  'an icon that looks almost the same': { change: { icons: [{ ...icon, src: 'almost.png' }] }, iconDifference: 0.01 },
  'an icon that is declared otherwise': { change: { icons: [{ ...icon, sizes: '192x192 96x96' }] }, iconDifference: 0 },
};

const tried = sampleOf(2, Object.entries(changes));

/** A command in the log of Chromium: those that have ended have a result. */
interface Command {
  manifest_url?: string;
  '!metadata'?: { command_result?: string };
}

/** What Chromium knows of an installed app, as far as the test looks at it. */
interface InstalledApp {
  manifest_url: string;
  pending_update_info?: object | null;
}

describe('updates beside a live Chromium', { skip, timeout: 900_000 }, () => {
  const isUpdated = new Set<string>();
  let server: Server;
  let display: Awaited<ReturnType<typeof startDisplay>>;
  let browser: Browser;
  let devtools: CDPSession;
  let page: Page;
  let internals: Page;
  let origin: string;

  before(async () => {
    server = createServer((request, response) => {
      const [, folder = '', file = ''] = request.url!.split('/');
      const picture = { 'red.png': red, 'almost.png': almostRed, 'blue.png': blue }[file];
      if (picture) response.setHeader('content-type', 'image/png').end(picture);
      else if (file === 'app.webmanifest')
        response.setHeader('content-type', 'application/manifest+json').end(write(folder, isUpdated.has(folder)));
      else
        response
          .setHeader('content-type', 'text/html')
          .end(`<!doctype html><title>Log</title><link rel="manifest" href="/${folder}/app.webmanifest">`);
    }).listen(0, 'localhost');
    await new Promise((resolve) => server.once('listening', resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    display = await startDisplay();
    browser = await launch({
      executablePath: findChromium()!,
      headless: false,
      // Only a pipe may install apps.
      pipe: true,
      env: { ...process.env, DISPLAY: display.name },
      args: [...chromiumFlags],
      protocolTimeout: 60_000,
    });
    devtools = await browser.target().createCDPSession();
    [page] = (await browser.pages()) as [Page];
    internals = await browser.newPage();
  });

  after(async () => {
    await browser?.close();
    display?.end();
    server?.close();
  });

  /** The manifest of the app in a folder. */
  function write(folder: string, updated: boolean): string {
    const { change, rest }: Change = tried[Number(folder)]?.[1] ?? { change: {} };
    const base = { id: `/${folder}/`, name: 'Log', start_url: '.', scope: '.', display: 'standalone', icons: [icon] };
    return JSON.stringify({ ...base, theme_color: '#112233', ...rest, ...(updated && change) });
  }

  function processFor(folder: string, updated: boolean): ProcessedResult {
    const documentUrl = `${origin}/${folder}/`;
    return processManifest(write(folder, updated), {
      engine: 'chromium',
      manifestUrl: `${documentUrl}app.webmanifest`,
      documentUrl,
    });
  }

  /** The app that the manifest at an address describes, and how often Chromium has looked for an update of it. */
  async function look(manifestUrl: string): Promise<{ app: InstalledApp; checks: number }> {
    await internals.goto('chrome://web-app-internals');
    const text = await internals.waitForFunction(
      `(() => {
        const find = (node) => node.data
          ? node.data.includes('"InstalledWebApps"') && node.data
          : [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes].map(find).find(Boolean);
        return find(document.body);
      })()`,
    );
    let checks = 0;
    const state = JSON.parse((await text.jsonValue()) as string, (_name, value: Command | null) => {
      if (value?.manifest_url === manifestUrl && value['!metadata']?.command_result) checks++;
      return value;
    }) as { InstalledWebApps: { Details: InstalledApp[] } };
    const app = state.InstalledWebApps.Details.find(({ manifest_url: url }) => url === manifestUrl);
    assert.ok(app, `${manifestUrl} is not installed`);
    return { app, checks };
  }

  for (const [index, [what, { iconDifference }]] of tried.entries())
    test(`${what} changes as foretold`, async () => {
      const folder = `${index}`;
      const documentUrl = `${origin}/${folder}/`;
      const manifestUrl = `${documentUrl}app.webmanifest`;
      await devtools.send('PWA.install', { manifestId: documentUrl, installUrlOrBundleUrl: documentUrl });
      const earlier = await look(manifestUrl);
      isUpdated.add(folder);
      await page.goto(`${documentUrl}?again`);
      let later = await look(manifestUrl);
      while (later.checks <= earlier.checks) later = await look(manifestUrl);

      const { silent, asks } = predictUpdate(processFor(folder, false), processFor(folder, true), {
        engine: 'chromium',
        ...(iconDifference !== undefined && { iconDifference }),
      });
      assert.deepEqual(
        { silent: strip(earlier.app) !== strip(later.app), asks: Boolean(later.app.pending_update_info) },
        { silent: silent.length > 0, asks: asks.length > 0 },
      );
    });
});

/** What the app has of its manifest, without what waits for the user and the times of checks. */
function strip(app: InstalledApp): string {
  return JSON.stringify(app, (name, value: unknown) =>
    /_time$|^timestamp$|^pending_|^current_os_integration_states$/.test(name) ? undefined : value,
  );
}

/** A picture of one color. */
function paint(...color: [red: number, green: number, blue: number]): Buffer {
  const png = new PNG({ width: 192, height: 192 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([...color, 255], at);
  return PNG.sync.write(png);
}
