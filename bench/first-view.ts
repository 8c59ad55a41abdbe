import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../scripts/run.mjs';
import { createStage, type WatchedPage } from './browser.js';
import { contestant, type Figure, type Measurement } from './measurement.js';
import { optionsHere, startPageServer, type BenchPage, type PageServer } from './page-server.js';
import { sampleInTurns } from './sampling.js';

const latency = 100;

const input = '<label>Username <input autocomplete="username webauthn"></label>';
const form = `<form method="post" action="/login">${input}<label>Password <input type="password"></label><button>Sign in</button></form>`;
/** The style sheet of the package, which reserves the room of the elements until they are defined. */
const reserved = `<style>${await readFile(join(root, 'dist/styles.css'), 'utf8').catch(() => '')}</style>`;

const pages = {
  card: {
    body: `${reserved}<latch-sign-in>${optionsHere}${form.replace('<form', '<form slot="fallback"')}</latch-sign-in>`,
    module: 'dist/define/sign-in.js',
    loads: true,
  },
  field: {
    body: `${reserved}<latch-passkey-field>${optionsHere}${input}</latch-passkey-field>`,
    module: 'dist/define/passkey-field.js',
    loads: true,
  },
  raw: {
    body: `<vanilla-field>${optionsHere}${input}</vanilla-field>`,
    module: 'bench/pages/render-vanilla.ts',
    loads: true,
  },
  hanko: { body: '<hanko-auth></hanko-auth>', module: 'bench/peers/pages/hanko-autofill.ts', loads: true },
} satisfies Record<string, BenchPage>;
type Name = keyof typeof pages;

/** What the first view of a page took. */
interface View {
  readonly requests: number;
  readonly kilobytes: number;
  /** Largest Contentful Paint, in ms since the navigation began. */
  readonly largestPaint: number;
  /** Cumulative Layout Shift. */
  readonly shift: number;
}

const readPaints = `new Promise((resolve) => {
  const view = { largestPaint: 0, shift: 0 };
  new PerformanceObserver((list) => { for (const { startTime } of list.getEntries()) view.largestPaint = startTime; })
    .observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) view.shift += value; })
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(view), 100);
})`;

async function sampleView({ page, devtools, evaluate }: WatchedPage, server: PageServer, name: Name): Promise<View> {
  let requests = 0;
  let bytes = 0;
  await devtools.send('Network.enable');
  devtools.on('Network.requestWillBeSent', ({ request }) => (requests += request.url.startsWith('data:') ? 0 : 1));
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(server.address(name));
  await server.whenQuiet(1000);
  const paints = await evaluate<Pick<View, 'largestPaint' | 'shift'>>(readPaints);
  return { requests, kilobytes: bytes / 1000, ...paints };
}

/** What a user with an empty cache waits for, and sees move. */
export const firstView: Measurement = {
  name: 'first-view',
  title: `First view of a sign-in page, server ${latency} ms away`,
  notes: [
    `An empty cache and profile each time. The page and each endpoint have a latency of ${latency} ms, files have none; all are compressed with brotli. Counted until no request was pending for a second.`,
    'latch-sign-in and latch-passkey-field have the style sheet of the package and their options inlined in the page, and the sign-in card has a form for browsers without scripts. By hand: a field with a button, with its options inlined.',
    "hanko-auth uses a backend that implements its flow API over the reference server. Clerk's component is not here: it loads its code and its texts from Clerk's service, and shows nothing without it.",
  ],
  async measure({ quick }) {
    const server = await startPageServer(pages, { compressed: true });
    Object.assign(server.latency, { documents: latency, endpoints: latency });
    const stage = createStage();
    try {
      const series = await sampleInTurns(Object.keys(pages) as Name[], quick ? 3 : 20, (name) =>
        stage.sample((watched) => sampleView(watched, server, name)),
      );
      const figure = (what: string, unit: Figure['unit'], pick: (view: View) => number): Figure => ({
        what,
        unit,
        contestants: [
          contestant('latch-sign-in', series.card, pick),
          contestant('latch-passkey-field', series.field, pick),
          contestant('by hand', series.raw, pick),
          contestant('@teamhanko/hanko-elements', series.hanko, pick),
        ],
      });
      return [
        figure('first view, requests', 'requests', ({ requests }) => requests),
        figure('first view, transferred', 'kB', ({ kilobytes }) => kilobytes),
        {
          ...figure('first view, Largest Contentful Paint', 'ms', ({ largestPaint }) => largestPaint),
          target: { atMost: 1, times: '@teamhanko/hanko-elements' },
        },
        { ...figure('first view, Cumulative Layout Shift', '', ({ shift }) => shift), target: { atMost: 0.1 } },
      ];
    } finally {
      await stage.close();
      await server.stop();
    }
  },
};
