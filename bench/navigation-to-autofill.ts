import { createStage } from './browser.js';
import { contestant, type Measurement } from './measurement.js';
import { optionsHere, startPageServer, type BenchPage } from './page-server.js';
import { sampleInTurns } from './sampling.js';

const latency = 100;

const input = '<label>Username <input autocomplete="username webauthn"></label>';
const field = 'dist/define/passkey-field.js';
const contestants = {
  ours: { body: `<latch-passkey-field>${input}</latch-passkey-field>`, module: field, loads: true },
  oursInlined: {
    body: `<latch-passkey-field>${optionsHere}${input}</latch-passkey-field>`,
    module: field,
    loads: true,
  },
  raw: { body: input, module: 'bench/pages/autofill-raw.ts', loads: true },
  rawInlined: { body: input + optionsHere, module: 'bench/pages/autofill-raw-inlined.ts', loads: true },
  library: { body: input, module: 'bench/pages/autofill-library.ts', loads: true },
  libraryInlined: { body: input + optionsHere, module: 'bench/pages/autofill-library-inlined.ts', loads: true },
  hanko: { body: '<hanko-auth></hanko-auth>', module: 'bench/peers/pages/hanko-autofill.ts', loads: true },
} satisfies Record<string, BenchPage>;
type Name = keyof typeof contestants;
const pages = { ...contestants, blank: { body: '', module: 'bench/pages/endpoints.ts' } };

/** From the start of a navigation to a request that autofill can answer. */
export const navigationToAutofill: Measurement = {
  name: 'navigation-to-autofill',
  title: `Navigation → conditional request pending, backend ${latency} ms away`,
  notes: [
    `From the start of the navigation to the call of navigator.credentials.get, with a latency of ${latency} ms for the page and for each endpoint, and none for the module.`,
    'Ours is latch-passkey-field. @simplewebauthn/browser is called with useBrowserAutofill. hanko-auth waits for 500 ms before it shows anything.',
  ],
  async measure({ quick }) {
    const server = await startPageServer(pages);
    const stage = createStage({ sharesPage: true });
    try {
      const series = await sampleInTurns(Object.keys(contestants) as Name[], quick ? 3 : 40, (name) =>
        stage.sample(async ({ page, evaluate }) => {
          // What the page before has to clean up is not part of the sample.
          Object.assign(server.latency, { documents: 0, endpoints: 0 });
          await page.goto(server.address('blank'));
          Object.assign(server.latency, { documents: latency, endpoints: latency });
          await page.goto(server.address(name));
          return evaluate<number>('observed.conditionalAt');
        }),
      );
      const named = (name: string, key: Name) => contestant(name, series[key], (at) => at);
      const target = { atMost: 1.25, times: 'by hand' };
      return [
        {
          what: 'navigation → autofill, options inlined in the page',
          unit: 'ms',
          contestants: [
            named('latch-passkey-field', 'oursInlined'),
            named('by hand', 'rawInlined'),
            named('@simplewebauthn/browser', 'libraryInlined'),
          ],
          target,
        },
        {
          what: 'navigation → autofill, options fetched by the module',
          unit: 'ms',
          contestants: [
            named('latch-passkey-field', 'ours'),
            named('by hand', 'raw'),
            named('@simplewebauthn/browser', 'library'),
            named('@teamhanko/hanko-elements', 'hanko'),
          ],
          target,
        },
      ];
    } finally {
      await stage.close();
      await server.stop();
    }
  },
};
