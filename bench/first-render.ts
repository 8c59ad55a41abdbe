import type { Browser } from 'puppeteer-core';
import { launchBrowser, openPage } from './browser.js';
import { sampleInTurns, type Measurement } from './measurement.js';
import { optionsHere, startPageServer, type BenchPage, type PageServer } from './page-server.js';

const rounds = 20;
const slowdown = 4;

const input = '<label>Username <input autocomplete="username webauthn"></label>';
const pages = {
  ours: {
    body: `<latch-passkey-field>${optionsHere}${input}</latch-passkey-field>`,
    module: 'dist/define/passkey-field.js',
  },
  raw: { body: `<vanilla-field>${optionsHere}${input}</vanilla-field>`, module: 'bench/pages/render-vanilla.ts' },
  peer: { body: `<lit-field>${optionsHere}${input}</lit-field>`, module: 'bench/pages/render-lit.ts' },
} satisfies Record<string, BenchPage>;
type Name = keyof typeof pages;

interface Render {
  readonly milliseconds: number;
  /** What the module and one element keep in the heap, in KB. */
  readonly heap: number;
}

/**
 * Loads the module of a page that stands ready, in a new process, and waits for the first frame with the element's
 * button in it.
 */
async function sampleRender(browser: Browser, { origin }: PageServer, name: Name): Promise<Render> {
  const { page, devtools, evaluate, close } = await openPage(browser);
  const readHeap = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  await page.goto(`${origin}/${name}`);
  // What watching needs is in the heap before the first look at it.
  await evaluate(`observed.nextFrame().then(() => performance.getEntriesByName('evaluation').length)`);
  const heapBefore = await readHeap();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const { milliseconds, isShown } = await evaluate<{
    milliseconds: number;
    isShown: boolean;
  }>(`import('/${name}.js').then(observed.nextFrame).then((at) => ({
    milliseconds: at - performance.getEntriesByName('evaluation').at(-1).startTime,
    isShown: document.querySelector('label').parentElement.shadowRoot?.querySelector('button')?.checkVisibility(),
  }))`);
  if (!isShown) throw new Error(`The element of the page ${name} shows no button in the first frame.`);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await evaluate('observed.conditionalAt');
  const heap = ((await readHeap()) - heapBefore) / 1000;
  await close();
  return { milliseconds, heap };
}

/** What one passkey field costs the page. */
export const firstRender: Measurement = {
  name: 'first-render',
  title: `Script evaluation → rendered, processor ${slowdown} times slower; heap with one element`,
  notes: [
    'From the first statement of the module to the end of the first frame that shows the button; then, after a garbage collection, what the heap has gained.',
    'Ours: latch-passkey-field with inlined options, its request pending. Raw: a custom element by hand with the same content. Peer: the same on Lit.',
  ],
  async measure() {
    const server = await startPageServer(pages);
    const browser = await launchBrowser();
    try {
      const { ours, raw, peer } = await sampleInTurns(Object.keys(pages) as Name[], rounds, (name) =>
        sampleRender(browser, server, name),
      );
      const times = (renders: readonly Render[]) => renders.map(({ milliseconds }) => milliseconds);
      const heaps = (renders: readonly Render[]) => renders.map(({ heap }) => heap);
      return [
        {
          what: 'evaluation → rendered',
          unit: 'ms',
          ours: times(ours),
          raw: times(raw),
          peer: times(peer),
          target: { atMost: 60 },
        },
        {
          what: 'JS heap with one element',
          unit: 'KB',
          ours: heaps(ours),
          raw: heaps(raw),
          peer: heaps(peer),
          target: { atMost: 320 },
        },
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
