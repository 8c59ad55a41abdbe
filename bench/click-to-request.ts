import type { Browser } from 'puppeteer-core';
import { launchBrowser, openPage, type WatchedPage } from './browser.js';
import { sampleInTurns, type Figure, type Measurement } from './measurement.js';
import { startPageServer, type BenchPage, type PageServer } from './page-server.js';
import { addRegisteredPasskey } from './registered-passkey.js';

const rounds = 40;
const latencies = [0, 100];
/** No request under way for so long, in ms, means that a page has done what it does before a click. */
const quiet = 60;

const button = '<button>Sign in with a passkey</button>';
const pages = {
  ours: { body: '<latch-passkey-button></latch-passkey-button>', module: 'dist/define/passkey-button.js', loads: true },
  raw: { body: button, module: 'bench/pages/click-raw.ts', loads: true },
  prefetched: { body: button, module: 'bench/pages/click-raw-prefetched.ts', loads: true },
  peer: { body: button, module: 'bench/pages/click-library.ts', loads: true },
} satisfies Record<string, BenchPage>;
type Name = keyof typeof pages;

/** How long the request for a passkey came after a click, in ms. */
interface Delay {
  /** After the click had reached the page: what the page itself takes. */
  readonly sinceDelivery: number;
  /** After the time stamp of the click: the browser's way to the page is in it. */
  readonly sinceClick: number;
}

/** Opens the page `name`, clicks its button with the mouse, waits until the backend has verified the passkey. */
async function sampleClick({ page, evaluate }: WatchedPage, { origin }: PageServer, name: Name): Promise<Delay> {
  await page.goto(`${origin}/${name}`);
  await page.waitForNetworkIdle({ idleTime: quiet });
  const { x, y } = await evaluate<{ x: number; y: number }>(`(() => {
    const { x, y, width, height } = (document.querySelector('latch-passkey-button')?.shadowRoot ?? document).querySelector('button').getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  })()`);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith('/webauthn/login/verify')),
    page.mouse.click(x, y),
  ]);
  if (!answer.ok()) throw new Error(`The sign-in of the page ${name} was answered with ${answer.status()}.`);
  return evaluate(
    '({ sinceDelivery: observed.requestedAt - observed.deliveredAt, sinceClick: observed.requestedAt - observed.clickedAt })',
  );
}

async function measureAt(latency: number, browser: Browser, server: PageServer): Promise<Figure[]> {
  const watched = await openPage(browser);
  await addRegisteredPasskey(watched, server.backend);
  server.latency.endpoints = latency;
  const { ours, raw, prefetched, peer } = await sampleInTurns(Object.keys(pages) as Name[], rounds, (name) =>
    sampleClick(watched, server, name),
  );
  await watched.close();
  const inside = (delays: readonly Delay[]) => delays.map(({ sinceDelivery }) => sinceDelivery);
  const whole = (delays: readonly Delay[]) => delays.map(({ sinceClick }) => sinceClick);
  const target = { atMost: 1.5 };
  return [
    {
      what: `backend ${latency} ms away, raw and peer fetch options on the click`,
      unit: 'ms',
      ours: inside(ours),
      raw: inside(raw),
      peer: inside(peer),
      target,
    },
    {
      what: `backend ${latency} ms away, raw has fetched options ahead`,
      unit: 'ms',
      ours: inside(ours),
      raw: inside(prefetched),
      target,
    },
    {
      what: `the same, with the browser's own way from mouse to page`,
      unit: 'ms',
      ours: whole(ours),
      raw: whole(prefetched),
    },
  ];
}

/** From a click on a sign-in button to the request for a passkey. */
export const clickToRequest: Measurement = {
  name: 'click-to-request',
  title: 'Click → navigator.credentials.get called',
  notes: [
    'From the delivery of a real mouse click to the page, before any listener, to the call; a fresh page for each sample.',
    'Each sign-in is completed by a virtual authenticator and verified by the reference server.',
    'Ours: latch-passkey-button. Peer: @simplewebauthn/browser as its manual wires it.',
  ],
  async measure() {
    const server = await startPageServer(pages);
    const browser = await launchBrowser();
    try {
      const figures: Figure[] = [];
      for (const latency of latencies) figures.push(...(await measureAt(latency, browser, server)));
      return figures;
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
