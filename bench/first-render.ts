import { createStage, type WatchedPage } from './browser.js';
import { contestant, type Measurement } from './measurement.js';
import { optionsHere, startPageServer, type BenchPage, type PageServer } from './page-server.js';
import { sampleInTurns } from './sampling.js';

const slowdown = 4;

const input = '<label>Username <input autocomplete="username webauthn"></label>';
const pages = {
  field: {
    body: `<latch-passkey-field>${optionsHere}${input}</latch-passkey-field>`,
    module: 'dist/define/passkey-field.js',
  },
  vanilla: { body: `<vanilla-field>${optionsHere}${input}</vanilla-field>`, module: 'bench/pages/render-vanilla.ts' },
  lit: { body: `<lit-field>${optionsHere}${input}</lit-field>`, module: 'bench/pages/render-lit.ts' },
  input: { body: '<wa-input label="Username"></wa-input>', module: 'bench/peers/pages/webawesome-input.ts' },
  hanko: { body: '<hanko-auth></hanko-auth>', module: 'bench/peers/pages/hanko-autofill.ts' },
  code: {
    body: '<latch-otp-input><label>Code <input></label></latch-otp-input>',
    module: 'dist/define/otp-input.js',
  },
  otp: { body: '<wa-otp-input label="Code"></wa-otp-input>', module: 'bench/peers/pages/webawesome-otp-input.ts' },
} satisfies Record<string, BenchPage>;
type Name = keyof typeof pages;

/** What is there once an element is rendered. */
const rendered: Record<Name, { host: string; part: string }> = {
  field: { host: 'latch-passkey-field', part: 'button' },
  vanilla: { host: 'vanilla-field', part: 'button' },
  lit: { host: 'lit-field', part: 'button' },
  input: { host: 'wa-input', part: 'input' },
  hanko: { host: 'hanko-auth', part: 'button' },
  code: { host: 'latch-otp-input', part: '[part]' },
  otp: { host: 'wa-otp-input', part: '[part~="segment"]' },
};

interface Render {
  readonly milliseconds: number;
  /** What the module and one element keep in the heap, in kB. */
  readonly heap: number;
}

/**
 * Loads the module of a page that stands ready, in a new process, and waits for the end of the first frame that shows
 * the element.
 */
async function sampleRender({ page, devtools, evaluate }: WatchedPage, server: PageServer, name: Name) {
  const readHeap = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  await page.goto(server.address(name));
  // What watching needs is in the heap before the first look at it.
  await evaluate(`observed.nextFrame().then(() => performance.getEntriesByName('evaluation').length)`);
  const heapBefore = await readHeap();
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const { host, part } = rendered[name];
  const milliseconds = await evaluate<number>(`import('/${name}.js')
    .then(() => observed.whenShown(() => document.querySelector('${host}').shadowRoot?.querySelector('${part}')))
    .then((at) => at - performance.getEntriesByName('evaluation')[0].startTime)`);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await server.whenQuiet(80);
  return { milliseconds, heap: ((await readHeap()) - heapBefore) / 1000 };
}

/** What one element costs the page. */
export const firstRender: Measurement = {
  name: 'first-render',
  title: `Script evaluation → rendered, processor ${slowdown} times slower; heap with one element`,
  notes: [
    'Time: from the first statement of the module to the end of the first frame that shows the element. Heap: its growth by then, after a garbage collection.',
    'latch-passkey-field has its options inlined and its request pending. The versions by hand and on Lit render the same content. wa-input renders only an input.',
    'hanko-auth shows its sign-in page. It first sends a request to its backend, without latency, and then waits for 500 ms.',
  ],
  async measure({ quick }) {
    const server = await startPageServer(pages);
    const stage = createStage();
    try {
      const series = await sampleInTurns(Object.keys(pages) as Name[], quick ? 2 : 20, (name) =>
        stage.sample((watched) => sampleRender(watched, server, name)),
      );
      const time = (name: string, key: Name) => contestant<Render>(name, series[key], (render) => render.milliseconds);
      const heap = (name: string, key: Name) => contestant<Render>(name, series[key], (render) => render.heap);
      return [
        {
          what: 'passkey field, evaluation → rendered',
          unit: 'ms',
          contestants: [
            time('latch-passkey-field', 'field'),
            time('the same by hand', 'vanilla'),
            time('the same on Lit', 'lit'),
            time('wa-input', 'input'),
            time('hanko-auth', 'hanko'),
          ],
          target: { atMost: 1, times: 'hanko-auth' },
        },
        {
          what: 'passkey field, JS heap',
          unit: 'kB',
          contestants: [
            heap('latch-passkey-field', 'field'),
            heap('the same by hand', 'vanilla'),
            heap('the same on Lit', 'lit'),
            heap('wa-input', 'input'),
            heap('hanko-auth', 'hanko'),
          ],
          target: { atMost: 1, times: 'hanko-auth' },
        },
        {
          what: 'code input, evaluation → rendered',
          unit: 'ms',
          contestants: [time('latch-otp-input', 'code'), time('wa-otp-input', 'otp')],
        },
        {
          what: 'code input, JS heap',
          unit: 'kB',
          contestants: [heap('latch-otp-input', 'code'), heap('wa-otp-input', 'otp')],
        },
      ];
    } finally {
      await stage.close();
      await server.stop();
    }
  },
};
