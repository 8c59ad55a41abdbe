import { launchBrowser, openPage } from './browser.js';
import { sampleInTurns, type Measurement } from './measurement.js';
import { optionsHere, startPageServer, type BenchPage } from './page-server.js';

const rounds = 40;
const latency = 100;

const input = '<label>Username <input autocomplete="username webauthn"></label>';
const field = 'dist/define/passkey-field.js';
const pages = {
  ours: { body: `<latch-passkey-field>${input}</latch-passkey-field>`, module: field, loads: true },
  oursInlined: {
    body: `<latch-passkey-field>${optionsHere}${input}</latch-passkey-field>`,
    module: field,
    loads: true,
  },
  raw: { body: input, module: 'bench/pages/autofill-raw.ts', loads: true },
  rawInlined: { body: input + optionsHere, module: 'bench/pages/autofill-raw-inlined.ts', loads: true },
  peer: { body: input, module: 'bench/pages/autofill-library.ts', loads: true },
  peerInlined: { body: input + optionsHere, module: 'bench/pages/autofill-library-inlined.ts', loads: true },
  blank: { body: '', module: 'bench/pages/endpoints.ts' },
} satisfies Record<string, BenchPage>;
const { blank: _, ...contestants } = pages;
type Name = keyof typeof contestants;

/** From the start of a navigation to a request that autofill can answer. */
export const navigationToAutofill: Measurement = {
  name: 'navigation-to-autofill',
  title: 'Navigation → conditional request pending, backend 100 ms away',
  notes: [
    'From the start of the navigation to the call of navigator.credentials.get, the page and the endpoints each 100 ms away, the module near.',
    'Ours: latch-passkey-field. Peer: @simplewebauthn/browser with useBrowserAutofill.',
  ],
  async measure() {
    const server = await startPageServer(pages);
    const browser = await launchBrowser();
    try {
      const { page, evaluate } = await openPage(browser);
      const samples = await sampleInTurns(Object.keys(contestants) as Name[], rounds, async (name) => {
        // So that what the page before has to clean up counts for nobody.
        Object.assign(server.latency, { documents: 0, endpoints: 0 });
        await page.goto(`${server.origin}/blank`);
        Object.assign(server.latency, { documents: latency, endpoints: latency });
        await page.goto(`${server.origin}/${name}`);
        return evaluate<number>('observed.conditionalAt');
      });
      const { ours, raw, peer, oursInlined, rawInlined, peerInlined } = samples;
      const target = { atMost: 1.1, times: 'raw' } as const;
      return [
        {
          what: 'options inlined in the page',
          unit: 'ms',
          ours: oursInlined,
          raw: rawInlined,
          peer: peerInlined,
          target,
        },
        { what: 'options fetched by the module', unit: 'ms', ours, raw, peer, target },
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
